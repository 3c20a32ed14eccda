import { toCents } from '../booking/price.ts'
import { isInRing } from '../places/area.ts'
import { type Cents, fromCents, halfUp, sumOf } from './money.ts'
import { distanceOf, legsOf, minutesOf, placesOf, type Ride, ridesAround } from './ride.ts'
import { isOnRoute, type Rates, type Route, specialRatesAt, type Tariff } from './tariff.ts'

/** What a line is for; screens translate it. */
export const priceConcepts = [
  'flagFall',
  'distance',
  'time',
  'surcharge',
  'night',
  'holiday',
  'minimum',
  'airport',
  'fixedRoute',
  'toll',
  'multiplier',
  'limit',
  'operator',
  'supplier',
  'difference',
  'total',
] as const
export type PriceConcept = (typeof priceConcepts)[number]

/** The amount is quantity times unit price, rounded half up. */
export type PriceLine = {
  concept: PriceConcept
  /** The name of the toll, route or airport. */
  name?: string
  quantity: number
  unitPrice: number
  amount: number
}

/** The price format of document 3; lines, tolls and the top-up to the minimum add up to the total. */
export type PriceBlock = {
  estimationLines: PriceLine[]
  tollLines: PriceLine[]
  minimumLine: PriceLine | null
  totalLine: PriceLine
  estimatedPrice: number
  realPrice: number | null
}

export const lineOf = (concept: PriceConcept, price: number, name?: string): PriceLine => ({
  concept,
  ...(name && { name }),
  quantity: 1,
  unitPrice: price,
  amount: price,
})

const isPaid = ({ amount }: PriceLine) => amount !== 0

type Meter = { lines: PriceLine[]; minimum: PriceLine | null; total: Cents }

const metered = (rates: Rates, concept: 'surcharge' | 'night' | 'holiday', ride: Ride): Meter => {
  const metres = distanceOf(ride)
  const minutes = minutesOf(ride)
  const lines = [
    lineOf('flagFall', rates.flagFall),
    {
      concept: 'distance' as const,
      quantity: metres / 1_000,
      unitPrice: rates.perKm,
      amount: fromCents(halfUp(metres, toCents(rates.perKm), 1_000)),
    },
    {
      concept: 'time' as const,
      quantity: minutes,
      unitPrice: rates.perMinute,
      amount: fromCents(minutes * toCents(rates.perMinute)),
    },
  ].filter(isPaid)
  const shown = sumOf(lines)
  // Percentages are exact to two decimals, as the column stores them.
  const onTop = halfUp(shown, Math.round(rates.percent * 100), 10_000)
  if (onTop > 0)
    lines.push({ concept, quantity: rates.percent / 100, unitPrice: fromCents(shown), amount: fromCents(onTop) })
  const missing = Math.max(0, toCents(rates.minimum) - shown - onTop)
  const minimum = missing > 0 ? lineOf('minimum', fromCents(missing)) : null
  return { lines, minimum, total: shown + onTop + missing }
}

/**
 * Special rates replace the ordinary ones. Where night and holiday overlap, the more expensive rates apply, as on a
 * meter.
 */
const meterOf = (tariff: Tariff, ride: Ride): Meter => {
  const special = specialRatesAt(tariff, ride.start, ride.timeZone).map((rates) => metered(rates, rates.concept, ride))
  if (special.length === 0) return metered(tariff.rates, 'surcharge', ride)
  return special.reduce((dearest, meter) => (meter.total > dearest.total ? meter : dearest))
}

const supplementsOf = ({ airports, airportSupplement }: Tariff, ride: Ride) => {
  const airport = airports.find((area) => placesOf(ride).some((place) => isInRing(place, area.ring)))
  return airport && airportSupplement > 0 ? [lineOf('airport', airportSupplement, airport.name)] : []
}

const tollsOf = ({ tolls }: Tariff, ride: Ride) =>
  legsOf(ride).flatMap(({ from, to }) =>
    tolls.filter((toll) => isOnRoute(from, to, toll)).map(({ name, price }) => lineOf('toll', price, name)),
  )

/**
 * The cheapest matching fixed route. It applies only to a direct ride: with a stop on the way the meter runs as usual.
 */
const fixedRouteOf = ({ fixedRoutes }: Tariff, { origin, destination, stops = [] }: Ride): Route | undefined => {
  if (!destination || stops.length > 0) return undefined
  const found = fixedRoutes.filter((route) => isOnRoute(origin, destination, route))
  return found.toSorted((a, b) => a.price - b.price)[0]
}

export const blockOf = (
  estimationLines: PriceLine[],
  tollLines: PriceLine[] = [],
  minimumLine: PriceLine | null = null,
): PriceBlock => {
  const total = fromCents(sumOf([...estimationLines, ...tollLines, ...(minimumLine ? [minimumLine] : [])]))
  return {
    estimationLines,
    tollLines,
    minimumLine,
    totalLine: lineOf('total', total),
    estimatedPrice: total,
    realPrice: null,
  }
}

/** The supplier's price for a ride. A fixed price already includes tolls and supplements. */
export const estimate = (tariff: Tariff, ride: Ride): PriceBlock => {
  const fixed = fixedRouteOf(tariff, ride)
  if (fixed) return blockOf([lineOf('fixedRoute', fixed.price, fixed.name)])
  const { lines, minimum } = meterOf(tariff, ride)
  return blockOf([...lines, ...supplementsOf(tariff, ride)], tollsOf(tariff, ride), minimum)
}

export const isFixedPrice = ({ estimationLines }: PriceBlock) =>
  estimationLines.some(({ concept }) => concept === 'fixedRoute')

export const tollOf = ({ tollLines }: PriceBlock) => fromCents(sumOf(tollLines))

/** The lowest and the highest price to expect for the ride. */
export const priceRange = (tariff: Tariff, ride: Ride) => {
  const { short, long } = ridesAround(ride)
  return { min: estimate(tariff, short).estimatedPrice, max: estimate(tariff, long).estimatedPrice }
}

const isFlat = (tariff: Tariff, ride: Ride) => {
  const special = specialRatesAt(tariff, ride.start, ride.timeZone)
  return (special.length > 0 ? special : [tariff.rates]).every(({ perKm, perMinute }) => perKm === 0 && perMinute === 0)
}

/** The price to tell before the ride; null if the destination is unknown and the rates depend on distance or time. */
export const priceToTell = (tariff: Tariff, ride: Ride) =>
  ride.destination || isFlat(tariff, ride) ? { block: estimate(tariff, ride), range: priceRange(tariff, ride) } : null
