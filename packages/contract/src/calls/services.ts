import { z } from 'zod'
import { Place } from '../booking.ts'
import { call, id, withParams } from '../kit.ts'

export const AliveBooking = z.object({
  id: z.number().int(),
  version: z.number().int(),
  status: z.number().int(),
  statusDispatch: z.number().int().nullable(),
  timeBookingStartTimestamp: z.number().int(),
  timeZone: z.string(),
  asap: z.boolean(),
  passengerName: z.string(),
  phoneNumberPassenger: z.string(),
  origin: Place,
  destination: Place.nullable(),
  idFleet: z.number().int().nullable(),
  fleet: z.string(),
  fleetsFiltered: z.string(),
  paymentMethod: z.number().int(),
  entryChannel: z.number().int(),
  taxiFeatures: z.string(),
  bookingReference: z.string(),
  notes: z.string(),
  idUser: z.number().int().nullable(),
  idCaller: z.number().int().nullable(),
  idPaymentAccount: z.number().int().nullable(),
})
export type AliveBooking = z.output<typeof AliveBooking>

export const services = {
  alive: call({
    method: 'GET',
    path: '/services/:sd/alive/fleet',
    access: 'signedIn',
    summary: 'The live bookings of the fleets the user may see',
    response: z.object({ services: z.array(AliveBooking) }),
  }),
  get: call({
    method: 'GET',
    path: '/services/:sd/:id',
    access: 'signedIn',
    summary: 'One booking of a fleet the user may see',
    params: withParams({ id }),
    response: z.object({ booking: AliveBooking }),
  }),
}
