import { wallTime, type Zone } from '../booking/calendar.ts'
import { type Point, rideDistanceMetres } from '../places/geo.ts'

export type Ride = {
  origin: Point
  /** Callers do not always say where the ride goes. */
  destination?: Point | null
  stops?: readonly Point[]
  start: number
  timeZone: Zone
  /** The street route, if known; its seconds are for empty streets. */
  way?: { metres: number; seconds: number } | null
  /** As driven, once known; until then both are estimated. */
  distanceMetres?: number | null
  minutes?: number | null
}

/** Km/h including traffic lights: the first kilometres are streets, the rest is mostly roads. */
const averageSpeed = { day: { street: 22, road: 60 }, night: { street: 30, road: 75 } } as const
const streetMetres = 8_000
/** How much longer a route takes than on empty streets. */
const traffic = { day: 1.4, night: 1.1 } as const
/** Streets count as empty from late evening to the first rush hour, whatever a tariff calls night. */
const emptyStreets = { fromHour: 22, toHour: 7 }

const isNight = (moment: number, timeZone: Zone) => {
  const hour = new Date(wallTime(moment, timeZone)).getUTCHours()
  return hour >= emptyStreets.fromHour || hour < emptyStreets.toHour
}

export const placesOf = ({
  origin,
  destination,
  stops = [],
}: Pick<Ride, 'origin' | 'destination' | 'stops'>): Point[] =>
  destination ? [origin, ...stops, destination] : [origin, ...stops]

/** From each place to the next. */
export const legsOf = (ride: Ride) => {
  const places = placesOf(ride)
  return places.slice(1).map((to, index) => ({ from: places[index] ?? ride.origin, to }))
}

/** The minutes that a route takes at this time of day, given its seconds on empty streets. */
export const minutesByStreets = (seconds: number, moment: number, timeZone: Zone) =>
  Math.ceil((seconds / 60) * traffic[isNight(moment, timeZone) ? 'night' : 'day'])

export const distanceOf = (ride: Ride) =>
  ride.distanceMetres ??
  ride.way?.metres ??
  legsOf(ride).reduce((sum, { from, to }) => sum + rideDistanceMetres(from, to), 0)

export const minutesOf = (ride: Ride) => {
  if (ride.minutes !== null && ride.minutes !== undefined) return ride.minutes
  if (ride.way) return minutesByStreets(ride.way.seconds, ride.start, ride.timeZone)
  const metres = distanceOf(ride)
  const { street, road } = averageSpeed[isNight(ride.start, ride.timeZone) ? 'night' : 'day']
  const hours = Math.min(metres, streetMetres) / 1_000 / street + Math.max(0, metres - streetMetres) / 1_000 / road
  return Math.ceil(hours * 60)
}

/** The ride with its distance and duration worked out once, for pricing it several times. */
export const measured = (ride: Ride): Ride => ({
  ...ride,
  distanceMetres: distanceOf(ride),
  minutes: minutesOf(ride),
})

/** How far a ride may deviate from its estimate before the estimate would count as wrong. */
const spread = { short: 0.85, long: 1.25 } as const

export const durationRange = (ride: Ride) => ({
  min: Math.floor(minutesOf(ride) * spread.short),
  max: Math.ceil(minutesOf(ride) * spread.long),
})

const strayed = (ride: Ride, share: number): Ride => ({
  ...ride,
  distanceMetres: Math.round(distanceOf(ride) * share),
  minutes: Math.round(minutesOf(ride) * share),
})

/** The same ride, shorter and longer than estimated. */
export const ridesAround = (ride: Ride) => ({ short: strayed(ride, spread.short), long: strayed(ride, spread.long) })
