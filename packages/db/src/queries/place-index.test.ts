import { readHouse, writtenOut } from '@parada/domain/places/typed-address'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadStreets } from '../gazetteer/streets.ts'
import { connectOwner, migrate, readMigrations } from '../installation/migrate.ts'
import { createDatabase } from '../testing/cluster.ts'

const firstWithWords = '0049_fast_suggestions.sql'
const towns = { cadiz: [36.5297, -6.2927], zamora: [41.5, -5.74], nowhere: [39, -4] }

/** The shipped streets, a saved address in each and a point of interest in some, for two tenants. */
const fill = async (client: pg.Client) => {
  await loadStreets(client)
  await client.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (12, 'twelve', 'Twelve');
    insert into address (tenant_id, name, address_field, lat, lon)
      select 1 + 11 * (id % 2), case when id % 3 = 0 then name else '' end, name || ', ' || id % 40 || ', ' || city, lat, lon
      from place order by id;
    insert into poi (tenant_id, name, address_field, lat, lon)
      select 1, 'Hotel ' || split_part(name, ' ', -1), address_field, lat, lon from place where id % 50 = 0 order by id;
    insert into place (id, name, address_field, kind, city, lat, lon)
      values (1, 'Estación de autobuses', 'Plaza de la Hispanidad, 3, Cádiz', 'station', 'Cádiz', 36.528, -6.29);
    analyze; set parada.tenant = '1'`)
}

const open = async (migrations = readMigrations()) => {
  const { ownerUrl, drop } = await createDatabase(inject('paradaOwnerUrl'))
  await migrate(ownerUrl, { migrations })
  const client = await connectOwner(ownerUrl)
  await fill(client)
  return { client, ownerUrl, close: () => client.end().then(drop) }
}

let now: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  now = await open()
})
afterAll(() => now.close())

const search = async (client: pg.Client, typed: string, near: readonly number[]) =>
  (
    await client.query('select * from find_places($1, $2, $3, $4, 8, null, null)', [
      writtenOut(typed),
      readHouse(typed) ?? null,
      ...near,
    ])
  ).rows

describe('a search finds the same with the word index as without', () => {
  let before: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    before = await open(readMigrations().filter(({ name }) => name < firstWithWords))
  })
  afterAll(() => before.close())

  it.each([
    ['first letters', ['anc', 'cand', 'est']],
    ['a whole name', ['calle ancha', 'plaza de mina', 'avenida de andalucia', 'hotel mayor']],
    ['words in short', ['c/ ancha', 'avda andalucia', 'pza. mayor', 'Pº Alameda de Apodaca']],
    [
      'house numbers',
      ['calle ancha 12', 'san jose 7 cadiz', 'plaza mayor 3 zamora', 'hispanidad 3', 'ancha 9999', '12'],
    ],
    [
      'many words',
      ['calle del conde de oreilly cadiz', 'mayor plaza zamora la de 4', 'calle leopoldo alas clarin zamora'],
    ],
    ['letters in another order', ['acnha', 'acnha cadiz', 'calle sagsata 4', 'estacoin']],
    ['other slips', ['candelria', 'avenida de andalusia', 'sagsta caidz', 'calle candelria zamroa 3']],
    ['nothing known', ['xyzzy', 'calle xyzzy', 'de la', "'; --", '%', '\\']],
  ])('for %s', async (_, texts) => {
    for (const typed of texts)
      for (const [town, near] of Object.entries(towns)) {
        const [found, expected] = [await search(now.client, typed, near), await search(before.client, typed, near)]
        expect({ typed, town, found }).toEqual({ typed, town, found: expected })
      }
  })

  it.each([
    ['ancha', 'san jose'],
    ['calle anc', 'calle san jo'],
    ['acnha', 'san jsoe'],
    ['plaza mayor', 'calle'],
    ['ancha', 'sagsta cadiz'],
    ['ancha', 'xyzzy'],
    ["o'reilly", "'; --"],
  ])('for the corner of %j and %j', async (first, second) => {
    for (const near of Object.values(towns)) {
      const corners = (client: pg.Client) =>
        client.query('select * from find_corners($1, $2, $3, $4, 8)', [first.split(' '), second.split(' '), ...near])
      expect((await corners(now.client)).rows).toEqual((await corners(before.client)).rows)
    }
  })
})

describe('searches without typing errors', () => {
  /** The notices that PostgreSQL sends during each of these searches, on one connection. */
  const noticesOf = async (settings: string, texts: readonly string[]) => {
    const client = await connectOwner(now.ownerUrl)
    const notices: string[][] = []
    for (const typed of texts) {
      await client.query(`set parada.tenant = '1'; ${settings}`)
      client.removeAllListeners('notice')
      const told: string[] = []
      notices.push(told)
      client.on('notice', ({ message = '' }) => told.push(message))
      await search(client, typed, towns.cadiz)
    }
    await client.end()
    return notices
  }

  it('use the word index', async () => {
    const plans = await noticesOf(
      `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
       set auto_explain.log_level = notice`,
      ['calle ancha 12 cadiz'],
    )
    for (const table of ['address', 'place']) expect(plans.join()).toContain(`Bitmap Index Scan on ${table}_words`)
    expect(plans.join()).not.toMatch(/Seq Scan|trigrams/)
  })

  it('are planned once per connection', async () => {
    const texts = ['plaza mayor', 'calle ancha', 'plaza de mina', 'avenida de andalucia', 'hotel mayor', 'cand']
    const [, ...later] = await noticesOf('set log_planner_stats = on; set client_min_messages = log', texts)
    const planned = later.map((told) => told.filter((message) => message === 'PLANNER STATISTICS').length)
    // Only the statement that calls the function is planned. A connection drops its plans when the other databases of
    // this server change more tables at once than it can track, so not every search need find them.
    expect(Math.min(...planned)).toBe(1)
  })
})

it('stores a word too long for the index, and finds it by its start', async () => {
  const long = Array.from({ length: 3_000 }, (_, n) => String.fromCharCode(97 + ((n * n) % 26))).join('')
  await now.client.query("insert into poi (tenant_id, name, address_field, lat, lon) values (1, $1, '', 36.5, -6.2)", [
    long,
  ])
  for (const letters of [20, 100, 190])
    expect(await search(now.client, long.slice(0, letters), towns.cadiz)).toMatchObject([{ source: 'poi', name: long }])
})

it('finds no place of a tenant whose id begins with the searching tenant’s id', async () => {
  await now.client.query(
    "insert into poi (tenant_id, name, address_field, lat, lon) values (12, '2xyz', '', 36.5, -6.2)",
  )
  for (const typed of ['2xyz', 'xyz', '2 2xyz']) expect(await search(now.client, typed, towns.cadiz)).toEqual([])
})
