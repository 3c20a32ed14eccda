import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { WholeBooking } from './services.ts'
import { VehicleKind } from './trip-reports.ts'

const one = withParams({ id })
const working = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

/** The SMS that announces the offer, in the language used for the booking's messages. */
const offered = { text: z.string() }

const VehicleOffer = z.object({
  ...offered,
  idSupplier: z.int(),
  supplier: z.string(),
  sign: z.string(),
  vehicleKind: VehicleKind,
  metres: z.int(),
  battery: z.int().nullable(),
  priceStart: z.number(),
  priceMinute: z.number(),
})
const TicketOffer = z.object({
  ...offered,
  idTicketTitle: z.int(),
  title: z.string(),
  supplier: z.string(),
  price: z.number(),
})
const TimeOffer = z.object({ ...offered, at: z.int() })

const chosen = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('vehicle'), idSupplier: z.int().positive(), sign: z.string().min(1).max(60) }),
  z.strictObject({ kind: z.literal('ticket'), idTicketTitle: z.int().positive() }),
  z.strictObject({ kind: z.literal('time'), at: z.int().min(0).max(8.64e15) }),
])

/** Alternatives for a taxi booking that cannot be kept. */
export const otherWays = {
  offers: call({
    method: 'GET',
    path: '/services/:sd/:id/otherWays',
    access: working,
    summary: 'Shared vehicles nearby, tickets and later times for a booking that cannot be kept',
    params: one,
    response: z.object({
      vehicles: z.array(VehicleOffer),
      tickets: z.array(TicketOffer),
      times: z.array(TimeOffer),
    }),
  }),
  take: call({
    method: 'POST',
    path: '/services/:sd/:id/otherWays',
    access: working,
    summary: 'Reserves a vehicle or buys a ticket in place of the taxi, or sends the taxi later; with an SMS if wanted',
    params: one,
    body: z.strictObject({ version: z.int32(), chosen, sms: z.string().max(640).nullable() }),
    isIdempotent: true,
    mayBeUndone: true,
    response: z.object({
      booking: WholeBooking,
      trip: z.object({ mode: z.enum(['mobility', 'ticket']), id: z.int() }).nullable(),
    }),
  }),
}
