import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { nearestPlace, pastPlaces, searchPlaces } from './places.ts'

const ownerUrl = inject('paradaOwnerUrl')
const [mine, theirs] = [1, 2]
const sol = { lat: 40.4169, lon: -3.7035 }

let database: TestDatabase
let owner: pg.Client

type Row = [name: string, addressField: string, lat: number, lon: number, account?: number]
const pois: Row[] = [
  ['Museo Nacional del Prado', 'Paseo del Prado, Madrid', 40.4138, -3.6921],
  ['Hotel Ejemplo Alcalá', 'Calle de Alcalá, 20, Madrid', 40.4181, -3.6985],
  ['Hospital Lejano', 'Calle de Alcalá, 1, Alcalá de Henares', 40.482, -3.364],
  ['Sede de Ejemplo S. A.', 'Calle de Alcalá, 30, Madrid', 40.4182, -3.697, 7],
]
const addresses: Row[] = [
  ['', 'Calle de Alcalá, 237, Madrid', 40.4321, -3.6632],
  ['Casa de Peñas', 'Avenida de la Ñora, 5, Madrid', 40.43, -3.7],
  ['', 'Calle de Alcalá, 5, Madrid', 40.4176, -3.7015],
]
const places: Row[] = [
  ['Gran Vía', 'Gran Vía, Madrid', 40.4203, -3.7017],
  ['Puerta de Alcalá', 'Puerta de Alcalá, Plaza de la Independencia, Madrid', 40.42, -3.6887],
  ['Gran Vía', 'Gran Vía, Bilbao', 43.2627, -2.9307],
]

const fill = async () => {
  for (const tenant of [mine, theirs])
    await owner.query('insert into tenant (id, subdomain, name) values ($1, $2, $2)', [tenant, `t${tenant}`])
  await owner.query("insert into payment_account (tenant_id, id, name) values ($1, 7, 'Ejemplo')", [mine])
  for (const [index, [name, address, lat, lon, account]] of pois.entries())
    await owner.query(
      'insert into poi (tenant_id, id, name, address_field, lat, lon, id_payment_account) values ($1, $2, $3, $4, $5, $6, $7)',
      [mine, index + 1, name, address, lat, lon, account ?? null],
    )
  for (const [name, address, lat, lon] of addresses)
    await owner.query('insert into address (tenant_id, name, address_field, lat, lon) values ($1, $2, $3, $4, $5)', [
      mine,
      name,
      address,
      lat,
      lon,
    ])
  await owner.query(`insert into poi (tenant_id, name, address_field, lat, lon)
    values (${theirs}, 'Alcalá ajena', 'Calle de Alcalá, 99, Madrid', 40.4169, -3.7035)`)
  await owner.query(`insert into address (tenant_id, address_field, lat, lon)
    values (${theirs}, 'Calle de Alcalá, 98, Madrid', 40.4169, -3.7035)`)
  for (const [index, [name, address, lat, lon]] of places.entries())
    await owner.query(
      "insert into place (id, name, address_field, kind, city, lat, lon) values ($1, $2, $3, 'street', '', $4, $5)",
      [index + 1, name, address, lat, lon],
    )
}

beforeAll(async () => {
  database = await cloneDatabase(ownerUrl)
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await fill()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const search = (typed: string, more: Partial<Parameters<typeof searchPlaces>[1]> = {}, tenant = mine) =>
  database.inTenant(tenant, (tx) => searchPlaces(tx, { typed, near: sol, ids: 'all', most: 8, ...more }))
const found = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).map(({ source, addressField }) => `${source} ${addressField}`)

describe('a search for places', () => {
  it('lists points of interest, then saved addresses, then shipped places, each nearest first', async () => {
    expect(await found('alcala')).toEqual([
      'poi Calle de Alcalá, 20, Madrid',
      'poi Calle de Alcalá, 1, Alcalá de Henares',
      'address Calle de Alcalá, 5, Madrid',
      'address Calle de Alcalá, 237, Madrid',
      'place Puerta de Alcalá, Plaza de la Independencia, Madrid',
    ])
  })

  it('orders by distance from the given position', async () => {
    const near = { lat: 40.48, lon: -3.36 }
    expect(await found('calle de alcala', { near })).toEqual([
      'poi Calle de Alcalá, 1, Alcalá de Henares',
      'poi Calle de Alcalá, 20, Madrid',
      'address Calle de Alcalá, 237, Madrid',
      'address Calle de Alcalá, 5, Madrid',
    ])
    expect(await found('gran via', { near: { lat: 43.26, lon: -2.93 } })).toEqual([
      'place Gran Vía, Bilbao',
      'place Gran Vía, Madrid',
    ])
  })

  it('ranks a match in the name above a match in the street', async () => {
    const [first, second] = await found('alcala', { near: { lat: 40.48, lon: -3.36 } })
    expect([first, second]).toEqual(['poi Calle de Alcalá, 20, Madrid', 'poi Calle de Alcalá, 1, Alcalá de Henares'])
  })

  it('ranks adjacent words above words that are apart', async () => {
    await owner.query(`insert into address (tenant_id, address_field, lat, lon)
      values (${mine}, 'Plaza del 5 de Mayo, Alcalá de Henares', 40.48, -3.36)`)
    expect(await found('alcala 5', { near: { lat: 40.48, lon: -3.36 } })).toEqual([
      'address Calle de Alcalá, 5, Madrid',
      'address Plaza del 5 de Mayo, Alcalá de Henares',
    ])
    await owner.query("delete from address where address_field like 'Plaza del 5%'")
  })

  it.each([
    ['accents', 'avenida nora', 'address Avenida de la Ñora, 5, Madrid'],
    ['accents typed where there are none', 'hótel ejémplo', 'poi Calle de Alcalá, 20, Madrid'],
    ['capitals', 'GRAN VÍA BILBAO', 'place Gran Vía, Bilbao'],
    ['the order of words', 'bilbao gran', 'place Gran Vía, Bilbao'],
    ['words half typed', 'mus nac pra', 'poi Paseo del Prado, Madrid'],
    ['signs', 'alcalá, 237 (madrid)', 'address Calle de Alcalá, 237, Madrid'],
    ['small words left out', 'museo prado', 'poi Paseo del Prado, Madrid'],
    ['small words put in', 'casa de las peñas', 'address Avenida de la Ñora, 5, Madrid'],
    ['words cut short', 'avda. de la ñora', 'address Avenida de la Ñora, 5, Madrid'],
    ['a house number nobody knows', 'avenida nora 77', 'address Avenida de la Ñora, 5, Madrid'],
    ['a letter left out', 'museo prdo', 'poi Paseo del Prado, Madrid'],
    ['a letter too many', 'hospittal', 'poi Calle de Alcalá, 1, Alcalá de Henares'],
    ['letters in the wrong order', 'msueo', 'poi Paseo del Prado, Madrid'],
    ['another letter', 'bilvao', 'place Gran Vía, Bilbao'],
    ['a slip in one word of three', 'calle alcxla 237', 'poi Calle de Alcalá, 20, Madrid'],
  ])('forgives %s', async (_, typed, first) => expect((await found(typed))[0]).toBe(first))

  it.each(['zzzzzz', '', '   ', '%', '_', '\\', "'; drop table poi; --", '1234567'])(
    'finds nothing for %j',
    async (typed) => expect(await found(typed)).toEqual([]),
  )

  it('finds nothing for a very long text', async () => expect(await found('ñ'.repeat(5_000))).toEqual([]))

  it('shows only permitted points of interest, and none of another payment account', async () => {
    const shown = async (more: Parameters<typeof search>[1]) =>
      (await search('calle alcala', more)).filter(({ source }) => source === 'poi').map(({ id }) => id)
    expect(await shown({})).toEqual([2, 3])
    expect(await shown({ idPaymentAccount: 7 })).toEqual([2, 4, 3])
    expect(await shown({ ids: new Set([3]) })).toEqual([3])
    expect(await shown({ ids: new Set() })).toEqual([])
  })

  it('finds a changed row by its new text only', async () => {
    await owner.query("update address set address_field = 'Calle Mudada, 1' where address_field like 'Avenida%'")
    expect(await found('mudada')).toEqual(['address Calle Mudada, 1'])
    expect(await found('nora')).not.toContain('address Calle Mudada, 1')
    await owner.query(
      "update address set address_field = 'Avenida de la Ñora, 5, Madrid' where address_field like '%Mudada%'",
    )
  })

  it('finds nothing of another tenant, and without a tenant only shipped places', async () => {
    expect(await found('alcala', {}, theirs)).toEqual([
      'poi Calle de Alcalá, 99, Madrid',
      'address Calle de Alcalá, 98, Madrid',
      'place Puerta de Alcalá, Plaza de la Independencia, Madrid',
    ])
    const { rows } = await database.pool.query("select source from find_places('alcala', null, 40, -3, 8, null, null)")
    expect(rows).toEqual([{ source: 'place' }])
  })

  it('finds the nearest even among more hits than it compares', async () => {
    await owner.query(`insert into place (id, name, address_field, kind, city, lat, lon)
      select 1000 + n, 'Calle Repetida', 'Calle Repetida, ' || n, 'street', '', 37 + n * 0.002, -4 from generate_series(1, 3000) n`)
    const near = { lat: 42.5, lon: -4 }
    const [first] = await search('repetida', { near })
    expect(first).toMatchObject({ addressField: 'Calle Repetida, 2750', metres: 0 })
  })
})

it.each(['repetida', 'calle repetida 17', 'rpetida', 'calle de la repetdia'])(
  'answers %j from the indexes',
  async (typed) => {
    const plans: string[] = []
    const planner = new pg.Client(database.ownerUrl)
    planner.on('notice', ({ message }) => plans.push(message ?? ''))
    await planner.connect()
    await planner.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice; set parada.tenant = '${mine}'`)
    await planner.query('select from find_places($1, null, 40, -3, 8, null, null)', [typed])
    await planner.end()
    expect(plans.join()).toContain('Bitmap Index Scan on place_words')
    expect(plans.join()).not.toContain('Seq Scan')
  },
)

describe('the nearest place', () => {
  const nearest = (lat: number, lon: number, ids: 'all' | Set<number> = 'all') =>
    database.inTenant(mine, (tx) => nearestPlace(tx, mine, { lat, lon }, ids))

  it('may come from any source', async () => {
    expect(await nearest(40.4138, -3.6921)).toMatchObject({ source: 'poi', id: 1, metres: 0 })
    expect(await nearest(40.432, -3.6633)).toMatchObject({ source: 'address', metres: 14 })
    expect(await nearest(43.27, -2.93)).toMatchObject({ source: 'place', addressField: 'Gran Vía, Bilbao' })
  })

  it('is never a point of interest that must not be shown', async () => {
    expect(await nearest(40.4138, -3.6921, new Set([2]))).not.toMatchObject({ source: 'poi', id: 1 })
    expect(await nearest(40.4182, -3.697)).not.toMatchObject({ id: 4 })
  })
})

describe('past places', () => {
  const ride = (caller: number, nth: number, origin: string, destination: string | null, status = 30) =>
    owner.query(
      `insert into booking (tenant_id, status, origin, destination, asap, time_booking_start, id_caller)
       values (${mine}, $1, $2, $3, true, timestamptz '2026-05-01' - $4 * interval '1 day', $5)`,
      [
        status,
        JSON.stringify({ addressField: origin, lat: 40.4, lon: -3.7 }),
        destination && JSON.stringify({ addressField: destination, lat: 40.5, lon: -3.6, isPoi: true, idPoi: 1 }),
        nth,
        caller,
      ],
    )
  const past = async (more: object = {}) =>
    (
      await database.inTenant(mine, (tx) =>
        pastPlaces(tx, mine, { fleets: 'all', idCaller: 50, end: 'origin', most: 20, ...more }),
      )
    ).map(({ addressField }) => addressField)

  beforeAll(async () => {
    await owner.query(
      `insert into caller (tenant_id, id, phone_number) values (${mine}, 50, '600'), (${mine}, 51, '601')`,
    )
    for (let nth = 1; nth <= 4; nth++) await ride(50, nth * 3, 'Calle de Siempre, 1', 'Aeropuerto')
    await ride(50, 1, 'Hotel de Ayer', null)
    await ride(50, 2, 'Nunca salió', null, 5)
    await ride(50, 100, 'Calle Olvidada, 3', 'Estación')
    await ride(51, 1, 'Casa Ajena', 'Casa Ajena')
    for (let nth = 0; nth < 200; nth++) await ride(51, 10 + nth, 'Relleno', null)
    await ride(51, 900, 'Hace demasiado', null)
  })

  it('list the usual and the latest first', async () => {
    expect(await past()).toEqual(['Calle de Siempre, 1', 'Hotel de Ayer', 'Calle Olvidada, 3'])
  })

  it('list destinations on request', async () => {
    expect(await past({ end: 'destination' })).toEqual(['Aeropuerto', 'Estación'])
  })

  it('are filtered by the typed text, ignoring accents', async () => {
    expect(await past({ typed: 'CÁLLE olv' })).toEqual(['Calle Olvidada, 3'])
    expect(await past({ typed: 'relleno' })).toEqual([])
  })

  it('go back 200 rides and no further', async () => {
    expect(await past({ idCaller: 51 })).toEqual(['Relleno', 'Casa Ajena'])
  })
})
