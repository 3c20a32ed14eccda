import { loadStreets } from '@parada/db/gazetteer/streets'
import { connectOwner, migrate, readMigrations } from '@parada/db/installation/migrate'
import { createDatabase, testCluster } from '@parada/db/testing/cluster'
import { readCorners, readHouse, writtenOut } from '@parada/domain/places/typed-address'
import type pg from 'pg'
import { fillPlaces, fillStreets, typed } from './bookings/places.ts'
import { interleaved } from './kit/measure.ts'
import { type Figure, ratio } from './kit/report.ts'

export const title = 'Suggestions among streets: the same search as before there were any'

const addresses = 100_000
const madeUp = 200_000
const near = [40.4169, -3.7035]
const firstOfStreets = '0046_streets.sql'
const corners = ['mayor esquina goya', 'cervantes y molino', 'calle olivo 3 / real', 'velazqeuz con libertad']

const searchBefore = (client: pg.Client) => async () => {
  for (const text of typed) await client.query('select * from find_places($1, $2, $3, 8, null, null)', [text, ...near])
}

const search = (client: pg.Client) => async () => {
  for (const text of typed)
    await client.query('select * from find_places($1, $2, $3, $4, 8, null, null)', [
      writtenOut(text),
      readHouse(text) ?? null,
      ...near,
    ])
}

const searchCorners = (client: pg.Client) => async () => {
  for (const text of corners)
    for (const { first, second } of readCorners(text))
      await client.query('select * from find_corners($1, $2, $3, $4, 8)', [first, second, ...near])
}

/** The database of a town's desk: one tenant with its saved addresses. */
const openDesk = async (clusterUrl: string, migrations = readMigrations()) => {
  const { ownerUrl } = await createDatabase(clusterUrl)
  await migrate(ownerUrl, { migrations })
  const client = await connectOwner(ownerUrl)
  await client.query(`insert into tenant (id, subdomain, name) values (1, 'demo', 'Demo'); set parada.tenant = '1'`)
  await fillPlaces(client, addresses)
  return client
}

export const measure = async (): Promise<Figure[]> => {
  const cluster = await testCluster()
  const clients: pg.Client[] = []
  const open = async (...asked: Parameters<typeof openDesk>) => {
    const client = await openDesk(...asked)
    clients.push(client)
    return client
  }
  try {
    const before = await open(
      cluster.ownerUrl,
      readMigrations().filter(({ name }) => name < firstOfStreets),
    )
    const [shipped, many] = [await open(cluster.ownerUrl), await open(cluster.ownerUrl)]
    await loadStreets(shipped)
    await loadStreets(many)
    await fillStreets(many, madeUp)
    for (const client of clients) await client.query('vacuum analyze')
    const all = { before: searchBefore(before), shipped: search(shipped), many: search(many) }
    const places = await interleaved(all, { warmUps: 2, rounds: 20 })
    const met = await interleaved(
      { shipped: searchCorners(shipped), many: searchCorners(many) },
      { warmUps: 2, rounds: 20 },
    )
    const each = (taken: number) => taken / typed.length
    return [
      ratio('a search with the shipped streets, to none', each(places.shipped), each(places.before), 1.3),
      ratio('a search with 200,000 streets more, to none', each(places.many), each(places.before), 1.5),
      ratio(
        'a corner with 200,000 streets more, to a search without',
        met.many / corners.length,
        each(places.before),
        3,
      ),
    ]
  } finally {
    for (const client of clients) await client.end()
    await cluster.stop()
  }
}
