import { headingBetween, type Point, straightLineMetres } from '@parada/domain/places/geo'

/** The movement from one report to the next, lasting as long as the time between them. */
export type Glide = {
  from: Point
  to: Point
  start: number
  duration: number
  fromHeading: number | undefined
  heading: number | undefined
}

/** After a longer silence or over a longer distance the route in between is unknown, so the taxi jumps. */
const longestGapMs = 30_000
const farthestMetres = 1_500
/** Two reports that arrive at once would make a taxi jump. */
const shortestMs = 400
/** Over shorter distances, a taxi that stands still would seem to turn. */
const turnMetres = 3
/** The share of the movement in which the nose turns. */
const turnShare = 0.25

export const restingAt = ({ lat, lon }: Point, heading?: number): Glide => ({
  ...{ from: { lat, lon }, to: { lat, lon }, start: 0, duration: 0 },
  ...{ fromHeading: heading, heading },
})

const shareAt = ({ start, duration }: Glide, now: number) =>
  duration <= 0 ? 1 : Math.min(1, Math.max(0, (now - start) / duration))

export const isGliding = (glide: Glide, now: number) => shareAt(glide, now) < 1

/** The displayed place at this moment. */
export const placeAt = (glide: Glide, now: number): Point => {
  const share = shareAt(glide, now)
  const { from, to } = glide
  return { lat: from.lat + share * (to.lat - from.lat), lon: from.lon + share * (to.lon - from.lon) }
}

/** In degrees, turning the shorter way. Not limited to 0 to 360, so that a turn past north does not become a spin. */
export const headingAt = (glide: Glide, now: number): number | undefined => {
  const { fromHeading, heading } = glide
  if (heading === undefined || fromHeading === undefined) return heading
  const turn = ((heading - fromHeading + 540) % 360) - 180
  return fromHeading + turn * Math.min(1, shareAt(glide, now) / turnShare)
}

type Report = Point & { heading?: number | undefined }

/**
 * The glide from the displayed place of a taxi to its latest report, lasting as long as the time between the reports.
 */
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
