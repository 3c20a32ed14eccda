import type { BookingChange, Work } from '@parada/db/queries/booking-changes'
import { bookingReferences } from '@parada/db/queries/booking-references'
import { putPriceDetails } from '@parada/db/queries/price-details'
import { type FleetTariffs, fleetTariffs } from '@parada/db/queries/tariffs'
import { minutes } from '@parada/domain/booking/duration'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { readStops } from '@parada/domain/booking/lists'
import type { Point } from '@parada/domain/places/geo'
import { type CustomerTerms, customerBlock, customerTypeOf } from '@parada/domain/pricing/customer'
import { type PriceBlock, priceToTell } from '@parada/domain/pricing/estimate'
import { distanceOf, durationRange, measured, placesOf, type Ride } from '@parada/domain/pricing/ride'
import { limitOf, settle } from '@parada/domain/pricing/settle'
import { tariffFor } from '@parada/domain/pricing/tariff'
import { wayBetween } from '../../roads/way-between.ts'

export type RideToPrice = {
  idFleets: readonly number[]
  origin: Point
  destination?: Point | null
  stops?: readonly Point[]
  start: number
  idPaymentAccount?: number | null
  /** Each overrides the default of the fleet or the payment account. */
  priceCustomerType?: number | null
  priceCustomerMultiplier?: number | null
  /** The customer's price, if the operator enters one. */
  priceCustomerTotal?: number | null
}

export type FleetPrice = {
  idFleet: number
  /** Null if it is not known before the ride. */
  priceSupplierTotal: number | null
  priceCustomerTotal: number | null
  priceCustomerType: number
  priceCustomerMultiplier: number | null
  /** The expected range of the supplier's price. */
  estimatedMinPrice: number | null
  estimatedMaxPrice: number | null
  currency: string
  distanceMeters: number
  estimatedMinTimeMinutes: number
  estimatedMaxTimeMinutes: number
  details: { estimationDetailsCustomer: PriceBlock | null; estimationDetailsSupplier: PriceBlock | null }
}

type BookedAccount = Pick<RideToPrice, 'priceCustomerMultiplier' | 'idPaymentAccount'>

const multiplierOf = async ({ tx, tenant }: Work, { priceCustomerMultiplier, idPaymentAccount }: BookedAccount) => {
  if (priceCustomerMultiplier !== null && priceCustomerMultiplier !== undefined) return priceCustomerMultiplier
  return idPaymentAccount ? (await bookingReferences(tx, tenant.id, { idPaymentAccount })).multiplier : null
}

/** Null if no route by street is known; the ride is then estimated from the straight line. */
const wayOf = async (places: readonly Point[]): Promise<Ride['way']> => {
  const way = await wayBetween(places)
  return way.source === 'line' ? null : way
}

const priceOf = (
  fleet: FleetTariffs,
  asked: RideToPrice,
  { multiplierPercent, way }: { multiplierPercent: number | null; way: Ride['way'] },
): FleetPrice => {
  const { origin, destination, stops, start } = asked
  const { timeZone } = fleet
  const ride = measured({
    origin,
    destination: destination ?? null,
    stops: stops ?? [],
    start,
    timeZone,
    way: way ?? null,
  })
  const tariff = tariffFor(fleet.tariffs, origin, start, timeZone)
  const told = tariff ? priceToTell(tariff, ride) : null
  const supplier = told?.block ?? null
  const range = told?.range
  /** The fleet's own price range replaces a missing tariff, but not a missing destination. */
  const usual = !tariff && destination ? fleet : undefined
  const type = customerTypeOf(asked.priceCustomerType, fleet.priceCustomerType)
  const terms: CustomerTerms = { type, multiplierPercent, typed: asked.priceCustomerTotal ?? null }
  const customer = supplier && customerBlock(supplier, { ...terms, limit: limitOf(range, fleet, terms) })
  const { min, max } = durationRange(ride)
  return {
    idFleet: fleet.idFleet,
    priceSupplierTotal: supplier?.estimatedPrice ?? null,
    priceCustomerTotal: customer?.estimatedPrice ?? null,
    priceCustomerType: type,
    priceCustomerMultiplier: multiplierPercent,
    estimatedMinPrice: range?.min ?? usual?.estimatedMinPrice ?? null,
    estimatedMaxPrice: range?.max ?? usual?.estimatedMaxPrice ?? null,
    currency: tariff?.currency ?? 'EUR',
    distanceMeters: distanceOf(ride),
    estimatedMinTimeMinutes: min,
    estimatedMaxTimeMinutes: max,
    details: { estimationDetailsCustomer: customer, estimationDetailsSupplier: supplier },
  }
}

/** The price of a ride with each of the fleets, in the given order; unknown fleets are left out. */
export const estimatePrice = async (work: Work, asked: RideToPrice): Promise<FleetPrice[]> => {
  const [fleets, multiplierPercent, way] = await Promise.all([
    fleetTariffs(work.tx, asked.idFleets, asked.start),
    multiplierOf(work, asked),
    wayOf(placesOf(asked)),
  ])
  const byId = new Map(fleets.map((fleet) => [fleet.idFleet, fleet]))
  return asked.idFleets.flatMap((id) => {
    const fleet = byId.get(id)
    return fleet ? [priceOf(fleet, asked, { multiplierPercent, way })] : []
  })
}

/** Estimates distance, duration and price of a booking: stores the price lines and returns the fields to save. */
export const keepEstimate = async (work: Work, booking: BookingRecord): Promise<BookingChange> => {
  const { origin, destination } = booking
  const [price] = await estimatePrice(work, {
    ...booking,
    idFleets: booking.idFleet === null ? [] : [booking.idFleet],
    stops: readStops(booking.stops) ?? [],
    start: booking.timeBookingStart,
  })
  if (!price) return { distanceMeters: destination ? (await wayBetween([origin, destination])).metres : null }
  putPriceDetails(work.tx, work.tenant.id, booking.id, {
    ...price.details,
    totalDetailsCustomer: null,
    totalDetailsSupplier: null,
  })
  return {
    distanceMeters: destination ? price.distanceMeters : null,
    estimatedMinTimeMinutes: destination ? price.estimatedMinTimeMinutes : null,
    estimatedMaxTimeMinutes: destination ? price.estimatedMaxTimeMinutes : null,
    priceCustomerType: price.priceCustomerType,
    priceCustomerMultiplier: price.priceCustomerMultiplier,
    priceCustomerCurrency: price.currency,
    priceEstimated: price.priceCustomerTotal ?? price.priceSupplierTotal,
  }
}

const longestRide = minutes(24 * 60)

/** Minutes on the meter, from the taxi's arrival to the end of the ride; null if either is unknown. */
const drivenMinutes = ({ timeServiceArrival, timeBookingArrival, timeBookingFinish }: BookingRecord) => {
  const arrival = timeServiceArrival ?? timeBookingArrival
  if (arrival === null || timeBookingFinish === null) return null
  return Math.round(Math.min(Math.max(0, timeBookingFinish - arrival), longestRide) / minutes(1))
}

const rideOf = (booking: BookingRecord): Ride => ({
  origin: booking.origin,
  destination: booking.destination,
  stops: readStops(booking.stops) ?? [],
  start: booking.timeBookingStart,
  timeZone: booking.timeZone,
})

/** Prices that a person has just entered, as opposed to those stored in the booking. */
type TypedPrice = { typedCustomerPrice?: number | null }

/** Settles the price of a booking that ends: returns its prices and validation errors, and stores the price lines. */
export const settlePrice = async (
  work: Work,
  booking: BookingRecord,
  { typedCustomerPrice = null }: TypedPrice = {},
): Promise<BookingChange> => {
  const ride = rideOf(booking)
  const [[fleet], multiplierPercent, way] = await Promise.all([
    booking.idFleet === null
      ? Promise.resolve<FleetTariffs[]>([])
      : fleetTariffs(work.tx, [booking.idFleet], booking.timeBookingStart),
    multiplierOf(work, booking),
    wayOf(placesOf(ride)),
  ])
  const planned = { ...ride, way, ...(fleet && { timeZone: fleet.timeZone }) }
  const { change, details } = settle({
    booking,
    fleet,
    tariff: fleet && tariffFor(fleet.tariffs, booking.origin, booking.timeBookingStart, fleet.timeZone),
    planned,
    driven: { ...planned, distanceMetres: booking.distanceMeters, minutes: drivenMinutes(booking) },
    multiplierPercent,
    typedCustomerPrice,
    isByOperator: work.by.idUser !== undefined,
  })
  if (details) putPriceDetails(work.tx, work.tenant.id, booking.id, details)
  return change
}
