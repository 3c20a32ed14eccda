import { wallTime, type Zone } from '../booking/calendar.ts'
import { isInRing, type Ring } from '../places/area.ts'
import type { Point } from '../places/geo.ts'

/** In the tariff's currency; `percent` is added to the metered price. */
export type Rates = { flagFall: number; perKm: number; perMinute: number; minimum: number; percent: number }

/**
 * Rates for certain hours and days. The window is in minutes of the local day and may pass midnight; without one they
 * apply all day. Without weekdays and holidays they apply every day.
 */
export type SpecialRates = Rates & {
  concept: 'night' | 'holiday'
  fromMinute: number | null
  toMinute: number | null
  /** 0 is Sunday. */
  weekdays: readonly number[]
  onHolidays: boolean
}

/** The ring need not repeat its first point. A route whose second area is null leads anywhere outside the first. */
export type Area = { name: string; ring: Ring }

export type Route = { name: string; from: Area; to: Area | null; bothWays: boolean; price: number }

export type Tariff = {
  /** The pickups it covers; a tariff without an area covers all others. */
  area: Area | null
  /** Local days: the first on which it is valid, and the first on which it no longer is. */
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

/** The newest tariff valid on the day; one for the pickup's own area comes before the general one. */
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
 * The special rates at pickup, by the fleet's local clock: the rate at which the meter is started applies to the whole
 * ride.
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
