import { z } from 'zod'
import { call } from '../kit.ts'
import { each, lat, lon } from '../schemas.ts'

/** Headers of a signed message, in either direction. */
export const signatureHeaders = {
  tenant: 'parada-tenant',
  fleet: 'parada-fleet',
  supplier: 'parada-supplier',
  insurer: 'parada-insurer',
  timestamp: 'parada-timestamp',
  signature: 'parada-signature',
} as const

/** How far the two clocks may differ. */
export const clockSkewSeconds = 300

type SignedContent = { method: string; path: string; timestamp: number; bodySha256: string }

/** The text to sign with HMAC-SHA256 using the link's secret; without a body, the hash is that of an empty one. */
export const signedText = ({ method, path, timestamp, bodySha256 }: SignedContent) =>
  [method, path, String(timestamp), bodySha256].join('\n')

export const Uuid = z.uuid()
export const Moment = z.int().min(0).max(253_402_300_799_999)
const EtaMinutes = z.number().min(0).max(1_440)
export const Money = z.number().min(0).max(99_999)
export const short = z.string().max(200)

const OrderPlace = z.object({
  addressField: z.string(),
  lat,
  lon,
  additionalAddressInfo: z.string().optional(),
})

/** An order for a fleet; when it changes it is sent again in full, with the same id and a higher version. */
export const OrderMessage = z.object({
  id: Uuid,
  version: z.int(),
  idBooking: z.int(),
  idFleet: z.int(),
  asap: z.boolean(),
  timeBookingStart: Moment,
  timeZone: z.string(),
  origin: OrderPlace,
  destination: OrderPlace.nullable(),
  stops: z.string(),
  passengerName: z.string(),
  phoneNumberPassenger: z.string(),
  notes: z.string(),
  taxiFeatures: z.array(z.int()),
  flightNumber: z.string(),
  pickupZone: z.string(),
  bookingReference: z.string(),
  paymentMethod: z.int(),
  enableCommitment: z.boolean(),
  /** Deadline for the fleet's answer; null if there is none. */
  answerBy: Moment.nullable(),
})
export type OrderMessage = z.output<typeof OrderMessage>

export const WithdrawalMessage = z.object({ id: Uuid, idBooking: z.int(), idFleet: z.int(), reason: z.string() })
export const NoteMessage = z.object({ id: Uuid, idOrder: Uuid, idFleet: z.int(), text: z.string(), at: Moment })

/** The reply of a fleet's system to each message; anything else counts as not received. */
export const Received = z.object({ received: z.literal(true) })
export const Availability = z.object({ cars: z.int().min(0).max(100_000), etaMinutes: EtaMinutes.nullable() })

const about = { id: Uuid.describe('Of the report: the same when it is sent again'), idOrder: Uuid, at: Moment }
const Position = { lat, lon, etaMinutes: EtaMinutes.optional() }
const maybePosition = { lat: lat.optional(), lon: lon.optional(), etaMinutes: EtaMinutes.optional() }
const PathPoint = z.tuple([lat, lon, z.int().min(0).max(253_402_300_799)])

const money = each(Money.optional(), ['toll', 'tollCustomer', 'tollSupplier'])

export const SupplierReport = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('committed'), ...about }),
  z.strictObject({
    type: z.literal('accepted'),
    ...about,
    idSupplierService: short.optional(),
    idSupplierTaxi: z.int32().min(0),
    supplierTaxiDescription: short.optional(),
    phoneNumberSupplier: short.optional(),
    ...maybePosition,
  }),
  z.strictObject({ type: z.literal('refused'), ...about, reason: short.optional() }),
  z.strictObject({ type: z.literal('position'), ...about, ...Position }),
  z.strictObject({ type: z.literal('arrived'), ...about, ...maybePosition }),
  z.strictObject({ type: z.literal('onBoard'), ...about, ...maybePosition }),
  z.strictObject({
    type: z.literal('finished'),
    ...about,
    arrival: Moment.optional(),
    finish: Moment,
    price: Money.optional(),
    ...money,
    path: z.array(PathPoint).max(2_000).optional(),
  }),
  z.strictObject({ type: z.literal('price'), ...about, price: Money, ...money }),
  z.strictObject({
    type: z.literal('cancelled'),
    ...about,
    reasonCode: z.enum(['fleet_client_not_presented', 'fleet_no_free_vehicle', 'other']),
    reason: short.optional(),
    ...maybePosition,
  }),
  z.strictObject({
    type: z.literal('unavailable'),
    id: Uuid,
    at: Moment,
    minutes: z.int().min(0).max(720).describe('0 says that the fleet is back'),
  }),
])
export type SupplierReport = z.output<typeof SupplierReport>
export type ReportOf<Type extends SupplierReport['type']> = Extract<SupplierReport, { type: Type }>

const headers = [signatureHeaders.fleet, signatureHeaders.timestamp, signatureHeaders.signature]

/** Calls for a fleet's system, signed with the secret of its link instead of a user's token. */
export const suppliers = {
  report: call({
    method: 'POST',
    path: '/suppliers/:sd/reports',
    access: 'public',
    summary: 'A fleet tells what became of an order: signed as docs/suppliers.md says',
    headers,
    body: SupplierReport,
    isFrequent: true,
    response: z.object({ repeated: z.boolean() }),
  }),
  orders: call({
    method: 'GET',
    path: '/suppliers/:sd/orders',
    access: 'public',
    summary: 'The orders that a fleet has not finished, for a fleet’s system that starts anew: signed',
    headers,
    response: z.object({
      orders: z.array(
        z.object({
          state: z.enum(['sent', 'accepted']),
          statusDispatch: z.int().nullable(),
          idSupplierTaxi: z.int().nullable(),
          order: OrderMessage,
        }),
      ),
    }),
  }),
}
