import { anyOf } from '@parada/domain/access/permissions'
import { priceCustomerType } from '@parada/domain/booking/price'
import { priceConcepts } from '@parada/domain/pricing/estimate'
import { z } from 'zod'
import { Place } from '../booking.ts'
import { call, id, withParams } from '../kit.ts'
import { maybeFlag, maybeId, maybeText } from '../schemas.ts'

export const PriceLine = z.object({
  concept: z.enum(priceConcepts),
  name: z.string().optional(),
  quantity: z.number(),
  unitPrice: z.number(),
  amount: z.number(),
})

/** Document 3, section 3 (L-239): the lines, the tolls and the difference to the minimum add up to the total. */
export const PriceBlock = z.object({
  estimationLines: z.array(PriceLine),
  tollLines: z.array(PriceLine),
  minimumLine: PriceLine.nullable(),
  totalLine: PriceLine,
  estimatedPrice: z.number(),
  realPrice: z.number().nullable(),
})

const block = PriceBlock.nullish()

/** The customer's blocks are omitted for users who may not see the customer price. */
export const PriceDetails = z.object({
  estimationDetailsCustomer: block,
  estimationDetailsSupplier: block,
  totalDetailsCustomer: block,
  totalDetailsSupplier: block,
})
export type PriceDetails = z.output<typeof PriceDetails>

const amount = z.number().nullable()
/** The last day that both the calendar and the database write with a four-digit year. */
const lastStart = Date.UTC(9999, 11, 30)

export const FleetPrice = z.object({
  idFleet: z.int(),
  /** Omitted, like the multiplier, for users who may not see the customer price. */
  priceCustomerTotal: amount.optional(),
  priceCustomerMultiplier: amount.optional(),
  priceCustomerType: z.int(),
  priceSupplierTotal: amount,
  estimatedMinPrice: amount,
  estimatedMaxPrice: amount,
  currency: z.string(),
  distanceMeters: z.int(),
  estimatedMinTimeMinutes: z.int(),
  estimatedMaxTimeMinutes: z.int(),
  details: PriceDetails.pick({ estimationDetailsCustomer: true, estimationDetailsSupplier: true }),
})
export type FleetPrice = z.output<typeof FleetPrice>

/** The fields of an unfinished booking that determine its price; others may be sent but are ignored. */
const RideToPrice = z.object({
  origin: Place,
  destination: Place.nullish(),
  stops: maybeText,
  idFleet: maybeId,
  fleetsFiltered: maybeText,
  asap: maybeFlag,
  timeBookingStart: z.int().min(0).max(lastStart).nullish(),
  idPaymentAccount: maybeId,
  idAuthorization: maybeId,
  priceCustomerType: z.literal(Object.values(priceCustomerType)).nullish(),
  priceCustomerMultiplier: z.number().min(-100).max(1_000).nullish(),
  priceCustomerTotal: z.number().min(0).max(99_999_999).nullish(),
})

export const prices = {
  priceEngine: call({
    method: 'POST',
    path: '/services/:sd/priceEngine',
    access: anyOf('dispatchServiceByFleet', 'dispatchServiceToAnyFleet'),
    summary: 'What a booking that is being built would cost, with its fleet and with each of those filtered for it',
    body: z.object({ booking: RideToPrice }),
    response: z.object({ price: FleetPrice, prices: z.array(FleetPrice) }),
  }),
  priceDetails: call({
    method: 'GET',
    path: '/service-price-details/:sd/:idService',
    access: 'signedIn',
    summary: 'The lines that a booking’s prices are made of; meta code 204 when there are none',
    params: withParams({ idService: id }),
    mayBeEmpty: true,
    response: PriceDetails.optional(),
  }),
}
