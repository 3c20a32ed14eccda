import { readFileSync, statSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { nearestPlace, searchCorners, searchPlaces } from '../queries/places.ts'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { linesOfCity, type Way } from './generate-streets.ts'
import { loadStreets, readStreets, streetsFile } from './streets.ts'

const shipped = readStreets(readFileSync(streetsFile, 'utf8'))
const cadiz = { lat: 36.5297, lon: -6.2927 }

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query("insert into tenant (id, subdomain, name) values (1, 't', 't')")
  await loadStreets(owner)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

describe('the streets file', () => {
  it('has the named streets of six cities in less than 1 MB', () => {
    expect([...new Set(shipped.map(({ city }) => city))]).toEqual([
      'Ávila',
      'Cádiz',
      'Ciudad Real',
      'Palencia',
      'Soria',
      'Zamora',
    ])
    expect(shipped.length).toBeGreaterThan(3_400)
    expect(statSync(streetsFile).size).toBeLessThan(1_000_000)
  })

  it('gives every street a name and a line', () =>
    expect(shipped.filter(({ name, pieces }) => name === '' || pieces.some((piece) => piece.length < 2))).toEqual([]))

  it('credits OpenStreetMap', () =>
    expect(readFileSync(streetsFile, 'utf8').split('\n')[0]).toContain('© OpenStreetMap contributors'))
})

describe('streets made from ways', () => {
  const way = (name: string, ...path: [number, number][]): Way => ({ highway: 'residential', name, path })
  const made = (...ways: Way[]) => readStreets(linesOfCity('Villa', ways).join('\n'))
  const met = (...ways: Way[]) =>
    made(...ways).flatMap(({ name, corners }) => corners.map(({ other }) => `${name} × ${other.name}`))

  it('join ways with the same name', () => {
    const [street, ...others] = made(way('Ancha', [-4, 40], [-4, 40.001]), way('Ancha', [-4, 40.002], [-4, 40.001]))
    expect(others).toEqual([])
    expect(street?.pieces).toEqual([
      [
        { lat: 40, lon: -4 },
        { lat: 40.002, lon: -4 },
      ],
    ])
  })

  it('stay separate where two villages share a name', () =>
    expect(made(way('Real', [-4, 40], [-4, 40.001]), way('Real', [-4, 40.1], [-4, 40.101]))).toHaveLength(2))

  it('meet at a common node, or within a few metres', () => {
    const ancha = way('Ancha', [-4, 40], [-4, 40.001], [-4, 40.002])
    expect(met(ancha, way('Nueva', [-4, 40.001], [-3.999, 40.001]))).toEqual(['Ancha × Nueva', 'Nueva × Ancha'])
    expect(met(ancha, way('Nueva', [-3.9999, 40.001], [-3.999, 40.001]))).toEqual(['Ancha × Nueva', 'Nueva × Ancha'])
    expect(met(ancha, way('Nueva', [-3.9995, 40.001], [-3.999, 40.001]))).toEqual([])
  })

  it('leave out ways without a name and those a taxi cannot be sent to', () => {
    const highways = ['residential', 'motorway', 'track', 'construction', 'pedestrian']
    const ways = highways.map((highway, n): Way => ({ ...way(highway, [-4, 40 + n], [-4, 40.001 + n]), highway }))
    expect(made(...ways, { highway: 'service', path: [[0, 0]] }).map(({ name }) => name)).toEqual([
      'pedestrian',
      'residential',
    ])
  })
})

it('the streets file is loaded once, and again when it has changed', async () => {
  const count = async () => (await owner.query("select count(*)::int from place where kind = 'way'")).rows[0].count
  expect(await count()).toBe(shipped.length)
  await owner.query("delete from place where name = 'Calle Ancha'")
  await loadStreets(owner)
  expect(await count()).toBeLessThan(shipped.length)
  await owner.query("update installation set value = to_jsonb('older'::text) where key = 'streets'")
  await loadStreets(owner)
  expect(await count()).toBe(shipped.length)
  const { rows } = await owner.query('select count(*)::int from street_corner')
  expect(rows).toEqual([{ count: shipped.reduce((sum, { corners }) => sum + corners.length, 0) }])
})

describe('a street', () => {
  const found = async (typed: string, near = cadiz) =>
    (await database.inTenant(1, (tx) => searchPlaces(tx, { typed, near, ids: 'all', most: 8 }))).map(
      ({ addressField }) => addressField,
    )

  it.each([
    ['ancha', 'Calle Ancha, Cádiz'],
    ['c/ ancha', 'Calle Ancha, Cádiz'],
    ['Cl. Ancha', 'Calle Ancha, Cádiz'],
    ['calle de la Ancha', 'Calle Ancha, Cádiz'],
    ['ancha 12', 'Calle Ancha, Cádiz'],
    ['acnha cadiz', 'Calle Ancha, Cádiz'],
    ['avda andalucia', 'Avenida de Andalucía, Cádiz'],
    ['Av. Andalucía', 'Avenida de Andalucía, Cádiz'],
    ['avenida de andalusia', 'Avenida de Andalucía, Cádiz'],
    ['pza. candelaria', 'Plaza Candelaria, Cádiz'],
    ['Pl. de Mina', 'Plaza de Mina, Cádiz'],
    ['Pº Alameda de Apodaca', 'Paseo Alameda de Apodaca, Cádiz'],
    ['conde de oreilly', "Calle del Conde de O'Reilly, Cádiz"],
    ['calle leopoldo alas "clarin"', 'Calle Leopoldo Alas "Clarín", Zamora'],
  ])('is found by %j', async (typed, address) => expect((await found(typed))[0]).toBe(address))

  it('of the nearest town comes first', async () => {
    const towns = (await found('plaza mayor', { lat: 41.5, lon: -5.74 })).map((address) => address.split(', ').at(-1))
    expect(towns[0]).toBe('Zamora')
  })

  it('is the nearest place to a point that it passes, wherever its middle is', async () => {
    const nearest = (lat: number, lon: number) => database.inTenant(1, (tx) => nearestPlace(tx, 1, { lat, lon }, 'all'))
    for (const { name, city, pieces } of shipped.filter((_, n) => n % 97 === 0)) {
      const [tip] = pieces.at(-1) ?? []
      const at = await nearest(tip?.lat ?? 0, tip?.lon ?? 0)
      expect([name, city, at?.source, (at?.metres ?? 99) <= 2]).toEqual([name, city, 'street', true])
    }
    expect(await nearest(36.53385, -6.29798)).toMatchObject({ addressField: 'Calle Ancha, Cádiz', source: 'street' })
  })

  it('near a point is found through an index', async () => {
    const { rows } = await owner.query(`explain select id_street from street_line
      order by shape_of(line) <-> point(-6.29, 36.53) limit 8`)
    expect(JSON.stringify(rows)).toContain('Index Scan using street_line_near')
  })
})

describe('a corner', () => {
  const corners = async (first: string, second: string, near = cadiz) =>
    (
      await database.inTenant(1, (tx) =>
        searchCorners(tx, { first: first.split(' '), second: second.split(' ') }, near, 8),
      )
    ).map(({ addressField }) => addressField)

  it.each([
    ['ancha', 'san jose', 'Calle Ancha esquina Calle San José, Cádiz'],
    ['san jose', 'ancha', 'Calle San José esquina Calle Ancha, Cádiz'],
    ['calle anc', 'calle san jo', 'Calle Ancha esquina Calle San José, Cádiz'],
    ['acnha', 'san jsoe', 'Calle Ancha esquina Calle San José, Cádiz'],
    ['ancha', 'sagsta cadiz', 'Calle Ancha esquina Calle Sagasta, Cádiz'],
  ])('of %j and %j is found', async (first, second, address) => expect((await corners(first, second))[0]).toBe(address))

  it('is not found for streets that do not meet', async () => {
    expect(await corners('ancha', 'andalucia')).toEqual([])
    expect(await corners("%' or true --", '_')).toEqual([])
  })

  it('is found through an index, without a sequential scan', async () => {
    const plans: string[] = []
    const planner = new pg.Client(database.ownerUrl)
    planner.on('notice', ({ message }) => plans.push(message ?? ''))
    await planner.connect()
    await planner.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice`)
    await planner.query("select from find_corners('{acnha}', '{san,jsoe}', 36.5, -6.3, 8)")
    await planner.end()
    expect(plans.join()).toContain('Bitmap Index Scan on place_words')
    expect(plans.join()).not.toContain('Seq Scan')
  })
})
