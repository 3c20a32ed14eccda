import { wallTime } from '@parada/domain/booking/calendar'
import { type Point, rideDistanceMetres } from '@parada/domain/places/geo'
import { wayInCity } from '@parada/roads/roads'
import { makeRandom, seedOf } from './random.ts'

export type Rates = { flagFall: number; perKm: number; perMinute: number; minimum: number }

const cents = (euros: number) => Math.round(euros * 100) / 100

/** The meter rates of a fleet. Parada compares the fares with its own tariffs. */
export const ratesOf = (idFleet: number): Rates => {
  const random = makeRandom(seedOf('rates', idFleet))
  return {
    flagFall: cents(random.between(2.6, 3.4)),
    perKm: cents(random.between(1.15, 1.35)),
    perMinute: cents(random.between(0.08, 0.14)),
    minimum: cents(random.between(4.2, 5.8)),
  }
}

const nightShare = 1.18
const isNight = (moment: number, timeZone: string) => {
  const hour = new Date(wallTime(moment, timeZone)).getUTCHours()
  return hour >= 22 || hour < 6
}

type MeteredRide = { from: Point; to: Point; start: number; timeZone: string; kmh: number; detour: number }

/** Driving distance, by the streets where they are known. */
export const metresOf = (from: Point, to: Point) => wayInCity(from, to)?.metres ?? rideDistanceMetres(from, to)

export const fareOf = (rates: Rates, { from, to, start, timeZone, kmh, detour }: MeteredRide) => {
  const km = (metresOf(from, to) * detour) / 1_000
  const run = rates.flagFall + rates.perKm * km + rates.perMinute * ((km / kmh) * 60)
  return cents(Math.max(rates.minimum, run * (isNight(start, timeZone) ? nightShare : 1)))
}

export const priceMistakes = ['tooLow', 'tooHigh', 'missing', 'tollTooHigh'] as const
export type PriceMistake = (typeof priceMistakes)[number]

/** The price the driver types at the end; a missing price arrives as 0. */
export const typedPrice = (fare: number, mistake: PriceMistake | undefined): { price: number; toll?: number } => {
  switch (mistake) {
    case 'tooLow':
      return { price: cents(fare * 0.3) }
    case 'tooHigh':
      return { price: cents(fare * 2.4 + 5) }
    case 'missing':
      return { price: 0 }
    case 'tollTooHigh':
      return { price: cents(fare + 6.5), toll: 6.5 }
    default:
      return { price: fare }
  }
}
