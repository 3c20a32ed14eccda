import type { CodeOf } from '../codes.ts'
import { type Point, straightLineMetres } from '../places/geo.ts'
import { countNumbers, degreesOf, numberReader } from '../places/polyline.ts'

export const mostPathPoints = 200_000

export const pathPointCount = (text: string) => Math.ceil(countNumbers(text) / 2)

/**
 * How many points are read or measured at a time: a few milliseconds of work, so that other work can run in between.
 */
const pointsAtOnce = 10_000

/** Work that pauses now and then to let other work run. */
export type InPieces<Result> = Generator<undefined, Result>

/** Runs the work without pausing. */
export const atOnce = <Result>(work: InPieces<Result>): Result => {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

const isOnGlobe = (lat: number, lon: number) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

/** The points of an encoded path, or what is wrong if one of them cannot be read or is off the globe. */
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
  // Anything left after the last whole number is a number that was cut off.
  return next.isAtEnd() ? points : 'notDecoded'
}

/**
 * The seconds after the start for each of `count` points; undefined if their number differs or one goes back in time.
 */
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

/** Why a path cannot be accepted as a distance to pay. */
type RouteFault = CodeOf<'routeFault'>

const leastMetres = 50
const mostMetres = 1_500_000
/** The highest average speed that is paid. */
const mostAverageKmh = 180
/** The highest speed between two points; beyond it the receiver was lost or mistook its position. */
const mostKmh = 250
const jumpMetres = 500
const jumpMetresWithoutTimes = 5_000

const kmh = (metres: number, seconds: number) => (metres / seconds) * 3.6

const isJump = (metres: number, seconds: number | undefined) =>
  seconds === undefined ? metres > jumpMetresWithoutTimes : metres > jumpMetres && kmh(metres, seconds) > mostKmh

type RecordedPath = {
  points: readonly Point[]
  /** One for each point, if the app recorded them. */
  times?: readonly number[] | undefined
  /** From start to end, by the clock. */
  seconds: number
}

/** The length of a path and, if it is hard to believe, the reason. */
export function* measurePath({
  points,
  times,
  seconds,
}: RecordedPath): InPieces<{ metres: number; fault?: RouteFault }> {
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
