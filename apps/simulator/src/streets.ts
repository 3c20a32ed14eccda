import { required } from '@parada/domain/objects'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { wayInCity } from '@parada/roads/roads'
import type { Random } from './random.ts'

/** A path through streets, with the metres driven up to each of its points. */
export type Path = {
  points: readonly Point[]
  metres: readonly number[]
  /** When each point is reached on empty streets, if their speeds are known. */
  seconds?: readonly number[]
}

const metresPerDegree = 111_200
const blockMetres = 220
const mostCorners = 80
/** Random offset of corners, because real streets are not quite straight. */
const unevenMetres = 7

/** Converts between points and metres east and north of a centre, turned so that the axes follow the streets. */
const gridAt = (centre: Point, angle: number) => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const east = metresPerDegree * Math.cos((centre.lat * Math.PI) / 180)
  return {
    to: ({ lat, lon }: Point) => {
      const [x, y] = [(lon - centre.lon) * east, (lat - centre.lat) * metresPerDegree]
      return { x: x * cos + y * sin, y: y * cos - x * sin }
    },
    from: (x: number, y: number): Point => ({
      lat: centre.lat + (x * sin + y * cos) / metresPerDegree,
      lon: centre.lon + (x * cos - y * sin) / east,
    }),
  }
}

/** Cuts a length into pieces of unequal size. */
const pieces = (length: number, count: number, random: Random) => {
  const shares = Array.from({ length: count }, () => random.between(0.3, 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => (share / sum) * length)
}

const withMetres = (points: readonly Point[]): Path => {
  let driven = 0
  let last: Point | undefined
  const metres = points.map((point) => {
    driven += last ? straightLineMetres(last, point) : 0
    last = point
    return driven
  })
  return { points, metres }
}

/** A path from corner to corner on a grid at this angle. It needs no map, but turns where a taxi would. */
export const streetPath = (from: Point, to: Point, angle: number, random: Random): Path => {
  const grid = gridAt(from, angle)
  const { x, y } = grid.to(to)
  const corners = Math.min(mostCorners, Math.max(1, Math.round((Math.abs(x) + Math.abs(y)) / 2 / blockMetres)))
  const [across, along] = [pieces(x, corners, random), pieces(y, corners, random)]
  const points: Point[] = [from]
  let [atX, atY] = [0, 0]
  const turn = () =>
    points.push(
      grid.from(atX + random.between(-unevenMetres, unevenMetres), atY + random.between(-unevenMetres, unevenMetres)),
    )
  for (let block = 0; block < corners; block++) {
    atX += across[block] ?? 0
    turn()
    atY += along[block] ?? 0
    if (block < corners - 1) turn()
  }
  return withMetres([...points, to])
}

/** The path along the streets of a shipped city; elsewhere a made-up one with similar turns. */
export const pathBetween = (from: Point, to: Point, angle: number, random: Random): Path => {
  const way = wayInCity(from, to)
  return way ? { ...withMetres(way.path), seconds: way.secondsAt } : streetPath(from, to, angle, random)
}

export const lengthOf = ({ metres }: Path) => metres.at(-1) ?? 0

/** A driver at this speed takes exactly as long as the streets allow. */
const usualKmh = 27

/** When each point of a path is reached, in seconds, by a driver who averages this speed in town. */
export const timesAlong = ({ metres, seconds }: Path, kmh: number) =>
  seconds ? seconds.map((at) => (at * usualKmh) / kmh) : metres.map((at) => at / (kmh / 3.6))

const between = (points: readonly Point[], marks: readonly number[], mark: number): Point => {
  const next = marks.findIndex((at) => at >= mark)
  if (next <= 0) return required(points.at(next))
  const [a, b] = [required(points[next - 1]), required(points[next])]
  const [before, after] = [required(marks[next - 1]), required(marks[next])]
  const share = after > before ? (mark - before) / (after - before) : 1
  return { lat: a.lat + (b.lat - a.lat) * share, lon: a.lon + (b.lon - a.lon) * share }
}

/** The position after so many metres, limited to the ends of the path. */
export const pointAlong = ({ points, metres }: Path, driven: number): Point => between(points, metres, driven)

/** The position after so many seconds, by the times of `timesAlong`. */
export const pointAfter = ({ points }: Path, times: readonly number[], seconds: number): Point =>
  between(points, times, seconds)
