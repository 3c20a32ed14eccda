import type pg from 'pg'

const kinds = ['Calle', 'Avenida', 'Plaza', 'Paseo', 'Travesía', 'Camino', 'Ronda', 'Carrer']
const names = [
  'Mayor',
  'Real',
  'Constitución',
  'San Juan',
  'Santa María',
  'Alcalá',
  'Goya',
  'Velázquez',
  'Cervantes',
  'Molino',
  'Fuente',
  'Estación',
  'Jardines',
  'Olivo',
  'Almendros',
  'Ramón y Cajal',
  'Pío Baroja',
  'Rosalía de Castro',
  'Ebro',
  'Guadalquivir',
  'Sierra Nevada',
  'Mediterráneo',
  'Libertad',
  'Comercio',
  'Doctor Fleming',
]
const towns = [
  'Madrid',
  'Getafe',
  'Leganés',
  'Móstoles',
  'Alcorcón',
  'Alcobendas',
  'Alcalá de Henares',
  'Torrejón de Ardoz',
  'Fuenlabrada',
  'Parla',
  'Coslada',
  'Rivas-Vaciamadrid',
  'Pozuelo de Alarcón',
  'Las Rozas',
  'Majadahonda',
  'Arganda',
]

/** Adds saved addresses to the demo tenant until the gazetteer holds this many entries. */
export const fillPlaces = async (owner: pg.Client, entries: number) => {
  const { rows } = await owner.query<{ known: number }>(
    `select ((select count(*) from place) + (select count(*) from poi where tenant_id = 1)
       + (select count(*) from address where tenant_id = 1))::int as known`,
  )
  await owner.query(
    `insert into address (tenant_id, address_field, name, lat, lon)
     select 1, kind || ' ' || name || ' ' || 1 + n / 3200 || ', ' || town, kind || ' ' || name || ' ' || 1 + n / 3200,
       40.25 + (n::bigint * 7919 % 4001) / 10000.0, -3.95 + (n::bigint * 104729 % 6007) / 10000.0
     from generate_series(0, $1::int - 1) n,
       lateral (select $2::text[] as kinds, $3::text[] as names, $4::text[] as towns) words,
       lateral (select kinds[1 + n % 8] as kind, names[1 + n / 8 % 25] as name, towns[1 + n / 200 % 16] as town) one`,
    [entries - (rows[0]?.known ?? 0), kinds, names, towns],
  )
  await owner.query('vacuum analyze address')
}

/** Adds this many streets with made-up names, each crossing the next. */
export const fillStreets = async (owner: pg.Client, streets: number) => {
  const firstId = 2_000_000
  await owner.query(
    `insert into place (id, name, address_field, kind, city, lat, lon)
     select ${firstId} + n, street, street || ', ' || town, 'way', town,
       40.25 + (n::bigint * 7919 % 4001) / 10000.0, -3.95 + (n::bigint * 104729 % 6007) / 10000.0
     from generate_series(0, $1::int - 1) n,
       lateral (select $2::text[] as kinds, $3::text[] as names, $4::text[] as towns) words,
       lateral (select kinds[1 + n % 8] || ' ' || names[1 + n / 8 % 25] || ' ' || names[1 + n / 200 % 25] || ' ' || n / 80000 as street,
         towns[1 + n / 5000 % 16] as town) one`,
    [streets, kinds, names, towns],
  )
  await owner.query(
    `insert into street_corner select one, other, lat, lon
     from place, lateral (values (id, id + 1), (id + 1, id)) pair (one, other)
     where id >= ${firstId} and id < ${firstId} + $1::int - 1`,
    [streets],
  )
}

/** What people type: first letters, several words, no accents, typos, house numbers, unknown places. */
export const typed = [
  'may',
  'alca',
  'aerop',
  'calle mayor',
  'avenida de la constitucion',
  'pza real',
  'goya 12',
  'velazquez madrid',
  'rosalia de castro getafe',
  'estacion',
  'estacoin',
  'cervnates',
  'calle goya 7 leganes',
  'mediterraneo alcobendas',
  'hospital',
  'doctor flemin',
  'ramon y cajal 21',
  'gudalquivir',
  'sierra nevada mostoles',
  'paseo del olivo 30',
  'libertad parla',
  'camino molino',
  'rivas',
  'ronda jardines 9 coslada',
  'xyzzy',
]
