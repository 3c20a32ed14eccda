import type { CodeOf } from '../codes.ts'
import { type Point, straightLineMetres } from '../places/geo.ts'
import { countNumbers, degreesOf, numberReader } from '../places/polyline.ts'

export const mostPathPoints = 200_000

export const pathPointCount = (text: string) => Math.ceil(countNumbers(text) / 2)

/** So many points are read or measured at a time, a few milliseconds of work: whoever has other things to do can do them between. */
const pointsAtOnce = 10_000

/** Work that stops now and then to let others work. */
export type InPieces<Result> = Generator<undefined, Result>

/** Does it all at once. */
export const atOnce = <Result>(work: InPieces<Result>): Result => {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

const isOnGlobe = (lat: number, lon: number) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

/** The points of an encoded path; the name of what is wrong where one of them cannot be read, or lies nowhere. */
export function* readPath(text: string): InPieces<Point[] | 'notDecoded' | 'offGlobe'> {
  const points: Point[] = []
  const next = numberReader(text)
  const count = countNumbers(text)
  if (count === 0 || count % 2 === 1) return 'notDecoded'
  let [north, east, read] = [0, 0, 0]
  while (read < count) {
    const [byNorth, byEast] = [next(), next()]
    if (byNorth === undefined || byEast === undefined) return 'notDecoded'
    north += byNorth
    east += byEast
    read += 2
    const point = { lat: degreesOf(north), lon: degreesOf(east) }
    if (!isOnGlobe(point.lat, point.lon)) return 'offGlobe'
    points.push(point)
    if (points.length % pointsAtOnce === 0) yield
  }
  // What is left after the last whole number was cut off.
  return next.isAtEnd() ? points : 'notDecoded'
}

/** The seconds after the start of each point; undefined unless there are so many and none goes back in time. */
export const readTimes = (text: string, count: number): number[] | undefined => {
  const next = numberReader(text)
  if (countNumbers(text) !== count) return undefined
  const times: number[] = []
  let seconds = 0
  while (times.length < count) {
    const later = next()
    if (later === undefined || later < 0) return undefined
    seconds += later
    times.push(seconds)
  }
  return next.isAtEnd() ? times : undefined
}

/** What keeps a path from being a distance that can be paid. */
export type RouteFault = CodeOf<'routeFault'>

const leastMetres = 50
const mostMetres = 1_500_000
/** Nobody is paid for driving faster than this, on average. */
const mostAverageKmh = 180
/** Between two points: the receiver was lost or found itself elsewhere. */
const mostKmh = 250
const jumpMetres = 500
const jumpMetresWithoutTimes = 5_000

const kmh = (metres: number, seconds: number) => (metres / seconds) * 3.6

const isJump = (metres: number, seconds: number | undefined) =>
  seconds === undefined ? metres > jumpMetresWithoutTimes : metres > jumpMetres && kmh(metres, seconds) > mostKmh

export type Recorded = {
  points: readonly Point[]
  /** Of each point, where the app noted them. */
  times?: readonly number[] | undefined
  /** From the start to the end, by the clock. */
  seconds: number
}

/** How long a path is, and why that is hard to believe, if it is. */
export function* measurePath({ points, times, seconds }: Recorded): InPieces<{ metres: number; fault?: RouteFault }> {
  let metres = 0
  let hasJump = false
  for (let at = 1; at < points.length; at++) {
    const step = straightLineMetres(points[at - 1] as Point, points[at] as Point)
    metres += step
    hasJump ||= isJump(step, times && (times[at] ?? 0) - (times[at - 1] ?? 0))
    if (at % pointsAtOnce === 0) yield
  }
  metres = Math.round(metres)
  if (metres > mostMetres) return { metres, fault: 'tooLong' }
  if (hasJump) return { metres, fault: 'jump' }
  if (metres < leastMetres) return { metres, fault: 'notMoved' }
  return kmh(metres, seconds) > mostAverageKmh ? { metres, fault: 'tooFast' } : { metres }
}
