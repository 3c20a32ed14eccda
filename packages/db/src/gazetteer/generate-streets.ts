// Writes streets.txt from a folder of OpenStreetMap ways, with a file for each city and a JSON object on each line:
// node packages/db/src/gazetteer/generate-streets.ts FOLDER
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { nearestOnLine, simplified } from '@parada/domain/places/line'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import { pathMetres } from '@parada/domain/places/trajectory'
import { streetsFile } from './streets.ts'

/** The input file of each city, and the city name at the end of its addresses. */
const cities: Readonly<Record<string, string>> = {
  avila: 'Ávila',
  cadiz: 'Cádiz',
  'ciudad-real': 'Ciudad Real',
  palencia: 'Palencia',
  soria: 'Soria',
  zamora: 'Zamora',
}

/** Ways where nobody is picked up, or that cannot be driven to yet. */
const leftOut = new Set(
  'motorway motorway_link trunk_link track path cycleway construction proposed bus_guideway raceway'.split(' '),
)
/** Ways with the same name that are farther apart are streets of two villages. */
const sameStreetMetres = 600
/** Streets this close meet even without a common node, such as at a roundabout or a square. */
const cornerMetres = 12
/** Simplification error; less than the distance of a house from the middle of its street. */
const toleranceMetres = 4

export type Way = { highway: string; name?: string; path: [lon: number, lat: number][] }
type Piece = Point[]
type Street = { name: string; pieces: Piece[] }
type Corner = { other: number; at: Point }

const keyOf = ({ lat, lon }: Point) => `${lat} ${lon}`

/** Joins pieces where one continues another. */
export const joined = (pieces: readonly Piece[]): Piece[] => {
  const left = pieces.map((piece) => [...piece])
  for (let at = 0; at < left.length; at++) {
    const piece = left[at] as Piece
    for (;;) {
      const [start, end] = [keyOf(piece[0] as Point), keyOf(piece.at(-1) as Point)]
      const next = left.findIndex(
        (other, index) =>
          index > at && [other[0], other.at(-1)].some((tip) => tip && [start, end].includes(keyOf(tip))),
      )
      if (next < 0 || start === end) break
      const [other = []] = left.splice(next, 1)
      const isForward = keyOf(other[0] as Point) === end || keyOf(other.at(-1) as Point) === start
      const turned = isForward ? other : other.toReversed()
      if (keyOf(turned[0] as Point) === end) piece.push(...turned.slice(1))
      else piece.unshift(...turned.slice(0, -1))
    }
  }
  return left
}

const isNear = (one: Piece, other: Piece) =>
  one.some((a) => other.some((b) => Math.abs(a.lat - b.lat) < 0.01 && straightLineMetres(a, b) < sameStreetMetres))

/** Groups the pieces of one name into streets. */
const streetsNamed = (name: string, pieces: readonly Piece[]): Street[] => {
  const streets: Piece[][] = []
  for (const piece of pieces) {
    const touching = streets.filter((street) => street.some((other) => isNear(piece, other)))
    for (const street of touching) streets.splice(streets.indexOf(street), 1)
    streets.push([...touching.flat(), piece])
  }
  return streets.map((street) => ({ name, pieces: joined(street) }))
}

const streetsOf = (ways: readonly Way[]): Street[] => {
  const named = ways.flatMap(({ highway, name = '', path }) =>
    leftOut.has(highway) || path.length < 2
      ? []
      : name
          .split(';')
          .map((one) => one.trim().replace(/\s+/g, ' '))
          .filter((one) => one !== '')
          .map((one) => ({ name: one, piece: path.map(([lon, lat]) => ({ lat, lon })) })),
  )
  const byName = Map.groupBy(named, (one) => one.name)
  return [...byName]
    .sort(([one], [other]) => one.localeCompare(other, 'es'))
    .flatMap(([name, pieces]) =>
      streetsNamed(
        name,
        pieces.map(({ piece }) => piece),
      ),
    )
}

const cellDegrees = 0.001
const cellOf = ({ lat, lon }: Point) => [Math.floor(lat / cellDegrees), Math.floor(lon / cellDegrees)] as const

/** Indexes the lines of all streets by the grid cells that they may pass. */
const gridOf = (streets: readonly Street[]) => {
  const grid = new Map<string, { street: number; from: Point; to: Point }[]>()
  for (const [street, { pieces }] of streets.entries())
    for (const piece of pieces)
      for (const [at, to] of piece.entries()) {
        const from = piece[at - 1]
        if (!from) continue
        const [[south, west], [north, east]] = [
          cellOf({ lat: Math.min(from.lat, to.lat), lon: Math.min(from.lon, to.lon) }),
          cellOf({ lat: Math.max(from.lat, to.lat), lon: Math.max(from.lon, to.lon) }),
        ]
        for (let y = south; y <= north; y++)
          for (let x = west; x <= east; x++) {
            const cell = grid.get(`${y} ${x}`) ?? []
            cell.push({ street, from, to })
            grid.set(`${y} ${x}`, cell)
          }
      }
  return ({ lat, lon }: Point) => {
    const [y, x] = cellOf({ lat, lon })
    return [-1, 0, 1].flatMap((up) => [-1, 0, 1].flatMap((right) => grid.get(`${y + up} ${x + right}`) ?? []))
  }
}

/** Where two streets meet more than once, the meeting point closest to the middle. */
const middleMost = (points: readonly Point[]) => {
  const sum = (of: 'lat' | 'lon') => points.reduce((total, point) => total + point[of], 0) / points.length
  const middle = { lat: sum('lat'), lon: sum('lon') }
  return points.toSorted((a, b) => straightLineMetres(a, middle) - straightLineMetres(b, middle))[0] as Point
}

/** The corners of each street with the streets after it in the list. */
const cornersOf = (streets: readonly Street[]): Corner[][] => {
  const around = gridOf(streets)
  const met = new Map<string, { metres: number; points: Point[] }>()
  for (const [street, { pieces }] of streets.entries())
    for (const point of pieces.flat())
      for (const line of around(point)) {
        if (line.street === street) continue
        const { metres } = nearestOnLine(point, line.from, line.to)
        if (metres > cornerMetres) continue
        const pair = street < line.street ? `${street} ${line.street}` : `${line.street} ${street}`
        const known = met.get(pair)
        // A common node is the corner itself; any other point is only near it.
        const rounded = metres < 0.5 ? 0 : metres
        if (!known || rounded < known.metres) met.set(pair, { metres: rounded, points: [point] })
        else if (rounded === known.metres) known.points.push(point)
      }
  const corners: Corner[][] = streets.map(() => [])
  for (const [pair, { points }] of met) {
    const [one, other] = pair.split(' ').map(Number) as [number, number]
    if (streets[one]?.name !== streets[other]?.name) corners[one]?.push({ other, at: middleMost(points) })
  }
  return corners.map((ofStreet) => ofStreet.sort((a, b) => a.other - b.other))
}

/** A city in the format of streets.txt, described at `readStreets`. */
export const linesOfCity = (city: string, ways: readonly Way[]): string[] => {
  const streets = streetsOf(ways)
  const corners = cornersOf(streets)
  const lines = streets.map(({ name, pieces }, index) => {
    const longestFirst = pieces.toSorted((a, b) => pathMetres(b) - pathMetres(a))
    const met = corners[index] ?? []
    return [
      name,
      longestFirst.map((piece) => encodePath(simplified(piece, toleranceMetres))).join(' '),
      encodeNumbers(met.map(({ other }) => other)),
      encodePath(met.map(({ at }) => at)),
    ].join('\t')
  })
  return [`# ${city}`, ...lines]
}

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2)
  const lines = Object.entries(cities).flatMap(([file, city]) => {
    const ways = readFileSync(join(folder, `${file}.ndjson`), 'utf8')
      .trim()
      .split('\n')
    return linesOfCity(
      city,
      ways.map((line): Way => JSON.parse(line)),
    )
  })
  const notice = '# © OpenStreetMap contributors, Open Database License; written by generate-streets.ts'
  writeFileSync(streetsFile, `${[notice, ...lines].join('\n')}\n`)
}
