import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Point } from '@parada/domain/places/geo'
import { middleOf } from '@parada/domain/places/line'
import { decodePath, numberReader } from '@parada/domain/places/polyline'
import type pg from 'pg'
import { copyLine, copyRows } from '../seed/copy.ts'

export const streetsFile = join(import.meta.dirname, 'streets.txt')

export type Street = {
  id: number
  name: string
  city: string
  pieces: Point[][]
  corners: { other: Street; at: Point }[]
}

/** Above the ids of the demo's places. */
const firstId = 1_000_000

const numbersIn = (text: string) => {
  const next = numberReader(text)
  const numbers: number[] = []
  while (!next.isAtEnd()) numbers.push((numbers.at(-1) ?? 0) + (next() ?? Number.NaN))
  return numbers
}

/**
 * Parses streets.txt. A line with # names the city of the lines below it. Each of those has a street's name, its pieces
 * with the longest first, the streets that it meets (as positions below the city's line), and the points where it meets
 * them.
 */
export const readStreets = (text: string): Street[] => {
  const streets: Street[] = []
  const unread: { street: Street; others: number[]; points: Point[]; cityStart: number }[] = []
  let [city, cityStart] = ['', 0]
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) {
      city = line.slice(1).trim()
      cityStart = streets.length
    } else if (line !== '') {
      const [name = '', pieces = '', others = '', points = ''] = line.split('\t')
      const street: Street = {
        id: firstId + streets.length,
        name,
        city,
        pieces: pieces.split(' ').map(decodePath),
        corners: [],
      }
      streets.push(street)
      unread.push({ street, others: numbersIn(others), points: decodePath(points), cityStart })
    }
  }
  for (const { street, others, points, cityStart: start } of unread)
    for (const [index, at] of points.entries()) {
      const other = streets[start + (others[index] ?? Number.NaN)]
      if (!other) continue
      street.corners.push({ other, at })
      other.corners.push({ other: street, at })
    }
  return streets
}

const segmentsOf = ({ id, pieces }: Street) =>
  pieces.flatMap((piece) =>
    piece.slice(1).map((to, index) => {
      const from = piece[index] as Point
      return copyLine([id, `[(${from.lon},${from.lat}),(${to.lon},${to.lat})]`])
    }),
  )

const placeOf = ({ id, name, city, pieces }: Street) => {
  const { lat, lon } = middleOf(pieces[0] ?? []) ?? { lat: 0, lon: 0 }
  return copyLine([id, name, `${name}, ${city}`, 'way', city, lat, lon])
}

const write = async (client: pg.Client, streets: readonly Street[]) => {
  await client.query(`delete from street_corner; delete from street_line; delete from place where kind = 'way'`)
  await copyRows(client, 'place', ['id', 'name', 'address_field', 'kind', 'city', 'lat', 'lon'], streets.map(placeOf))
  await copyRows(client, 'street_line', ['id_street', 'line'], streets.flatMap(segmentsOf))
  const corners = streets.flatMap(({ id, corners: met }) =>
    met.map(({ other, at }) => copyLine([id, other.id, at.lat, at.lon])),
  )
  await copyRows(client, 'street_corner', ['id_street', 'id_other', 'lat', 'lon'], corners)
  await client.query('analyze place, street_line, street_corner')
}

/** Loads the shipped streets into the gazetteer of a migrated database, unless it already has them. */
export const loadStreets = async (client: pg.Client) => {
  const text = readFileSync(streetsFile, 'utf8')
  const version = createHash('sha256').update(text).digest('hex')
  const known = `select from installation where key = 'streets' and value = to_jsonb($1::text)`
  if ((await client.query(known, [version])).rowCount) return
  await client.query('begin')
  try {
    // If several servers start at once, one loads the streets and the others find them loaded.
    await client.query('lock table place in share row exclusive mode')
    if (!(await client.query(known, [version])).rowCount) {
      await write(client, readStreets(text))
      await client.query(
        `insert into installation values ('streets', to_jsonb($1::text)) on conflict (key) do update set value = excluded.value`,
        [version],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
