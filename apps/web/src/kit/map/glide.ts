import { headingBetween, type Point, straightLineMetres } from '@parada/domain/places/geo'

/** A way from one report to the next, driven in the time that lay between them. */
export type Glide = {
  from: Point
  to: Point
  start: number
  duration: number
  fromHeading: number | undefined
  heading: number | undefined
}

/** After so long a silence, or so far away, nobody knows the way between: the taxi is simply there. */
const longestGapMs = 30_000
const farthestMetres = 1_500
/** Two reports that come at once would make a taxi leap. */
const shortestMs = 400
/** Below this a taxi that stands still would seem to turn. */
const turnMetres = 3
/** The nose comes round in this part of the way. */
const turnShare = 0.25

export const restingAt = ({ lat, lon }: Point, heading?: number): Glide => ({
  ...{ from: { lat, lon }, to: { lat, lon }, start: 0, duration: 0 },
  ...{ fromHeading: heading, heading },
})

const shareAt = ({ start, duration }: Glide, now: number) =>
  duration <= 0 ? 1 : Math.min(1, Math.max(0, (now - start) / duration))

export const isGliding = (glide: Glide, now: number) => shareAt(glide, now) < 1

/** Where it is seen at this moment. */
export const placeAt = (glide: Glide, now: number): Point => {
  const share = shareAt(glide, now)
  const { from, to } = glide
  return { lat: from.lat + share * (to.lat - from.lat), lon: from.lon + share * (to.lon - from.lon) }
}

/** In degrees; the short way round, and not within 0 to 360, so that a turn past north is no spin. */
export const headingAt = (glide: Glide, now: number): number | undefined => {
  const { fromHeading, heading } = glide
  if (heading === undefined || fromHeading === undefined) return heading
  const turn = ((heading - fromHeading + 540) % 360) - 180
  return fromHeading + turn * Math.min(1, shareAt(glide, now) / turnShare)
}

type Report = Point & { heading?: number | undefined }

/** The glide to what was reported now, from wherever the taxi is seen; as long as the reports are apart. */
export const glideTo = (before: Glide, report: Report, now: number, sinceMs: number): Glide => {
  const to = { lat: report.lat, lon: report.lon }
  const from = placeAt(before, now)
  const metres = straightLineMetres(from, to)
  const seen = headingAt(before, now)
  const moved = metres >= turnMetres ? headingBetween(from, to) : undefined
  if (sinceMs > longestGapMs || metres > farthestMetres) return restingAt(to, report.heading ?? moved ?? seen)
  const duration = Math.max(shortestMs, sinceMs)
  return { from, to, start: now, duration, fromHeading: seen, heading: moved ?? seen ?? report.heading }
}
