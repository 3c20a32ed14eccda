import { wallTime, type Zone } from '../booking/calendar.ts'
import { isInRing, type Ring } from '../places/area.ts'
import type { Point } from '../places/geo.ts'

/** In the tariff's currency; `percent` comes on top of what the meter shows. */
export type Rates = { flagFall: number; perKm: number; perMinute: number; minimum: number; percent: number }

/**
 * Rates of certain hours and days. The window is in minutes of the local day and may pass midnight; none means the
 * whole day. With neither weekdays nor holidays it holds every day.
 */
export type SpecialRates = Rates & {
  concept: 'night' | 'holiday'
  fromMinute: number | null
  toMinute: number | null
  /** 0 is Sunday. */
  weekdays: readonly number[]
  onHolidays: boolean
}

/** A ride from one area to another, or to anywhere outside the first when no second is given. */
/** Its ring closes itself. */
export type Area = { name: string; ring: Ring }

export type Route = { name: string; from: Area; to: Area | null; bothWays: boolean; price: number }

export type Tariff = {
  /** The pickups it is for; a tariff without an area is for all others. */
  area: Area | null
  /** Local days: the first it holds, and the first it no longer holds. */
  validFrom: string
  validTo: string | null
  currency: string
  rates: Rates
  specialRates: readonly SpecialRates[]
  /** Local days, as YYYY-MM-DD. */
  holidays: readonly string[]
  airportSupplement: number
  airports: readonly Area[]
  fixedRoutes: readonly Route[]
  tolls: readonly Route[]
}

const dayMs = 86_400_000

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)

const isValidOn = ({ validFrom, validTo }: Tariff, day: string) =>
  validFrom <= day && (validTo === null || day < validTo)

/** The newest of those that hold on the day; the tariff of the pickup's own area goes before the general one. */
export const tariffFor = (tariffs: readonly Tariff[], origin: Point, moment: number, timeZone: Zone) => {
  const day = dayOf(wallTime(moment, timeZone))
  const valid = tariffs.filter((tariff) => isValidOn(tariff, day))
  const newest = valid.toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))
  return newest.find(({ area }) => area && isInRing(origin, area.ring)) ?? newest.find(({ area }) => area === null)
}

const isInWindow = ({ fromMinute: from, toMinute: to }: SpecialRates, minute: number) => {
  if (from === null || to === null) return true
  return from <= to ? from <= minute && minute < to : from <= minute || minute < to
}

/**
 * The special rates at the moment of the pickup, by the clock on the fleet's own wall: the rate at which a meter is
 * started holds for the ride.
 */
export const specialRatesAt = ({ specialRates, holidays }: Tariff, moment: number, timeZone: Zone) => {
  const wall = wallTime(moment, timeZone)
  const minute = Math.floor((((wall % dayMs) + dayMs) % dayMs) / 60_000)
  const weekday = new Date(wall).getUTCDay()
  const isHoliday = holidays.includes(dayOf(wall))
  return specialRates.filter((rates) => {
    const isEveryDay = rates.weekdays.length === 0 && !rates.onHolidays
    const isDay = isEveryDay || rates.weekdays.includes(weekday) || (rates.onHolidays && isHoliday)
    return isDay && isInWindow(rates, minute)
  })
}

const isOneWay = (from: Point, to: Point, route: Route) =>
  isInRing(from, route.from.ring) && (route.to ? isInRing(to, route.to.ring) : !isInRing(to, route.from.ring))

export const isOnRoute = (from: Point, to: Point, route: Route) =>
  isOneWay(from, to, route) || (route.bothWays && isOneWay(to, from, route))
