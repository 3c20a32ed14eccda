import { anyOf } from '@parada/domain/access/permissions'
import { bookingBreakNumbers } from '@parada/domain/booking/breaks'
import { z } from 'zod'
import { AppliedBreak, BookingWrapper } from '../booking.ts'
import { Card } from '../entities.ts'
import { call, id, withParams } from '../kit.ts'
import { each, maybeText, maybeWhole } from '../schemas.ts'
import { WholeBooking } from './services.ts'

const one = withParams({ id })
const working = anyOf('dispatchServiceByFleet', 'editServiceByFleet')
const Breaks = z.object({ bookingBreaks: z.array(AppliedBreak) })

export const bookings = {
  finish: call({
    method: 'PUT',
    path: '/bookings/:sd/:id/finish',
    access: working,
    summary: 'Finishes a booking with the times and prices of the ride',
    params: one,
    body: BookingWrapper,
    response: z.object({ booking: WholeBooking }),
  }),
  breaks: call({
    method: 'GET',
    path: '/bookings/:sd/:id/bookingBreaks',
    access: working,
    summary: 'The breaks that the booking’s payment account asks for, with their values',
    params: one,
    response: Breaks,
  }),
  saveBreaks: call({
    method: 'PUT',
    path: '/bookings/:sd/:id/bookingBreaks',
    access: working,
    summary: 'Saves the values of the breaks; a hidden one loses its value, an empty mandatory one is refused',
    params: one,
    body: z.strictObject({
      version: maybeWhole,
      bookingBreaks: z
        .array(z.object({ id: z.int().min(1).max(9), value: z.string().max(200).nullish(), label: maybeText }))
        .max(9),
    }),
    response: Breaks,
  }),
}

const breakNames = bookingBreakNumbers.map((number) => `break${number}` as const)
const breakValues = each(z.string().max(200).optional(), breakNames)

export const FleetBreak = z.object({ id: z.int(), idBooking: z.int(), ...each(z.string(), breakNames) })

export const fleetBreaks = {
  list: call({
    method: 'GET',
    path: '/fleetbreaks/:sd/',
    access: working,
    summary: 'What the fleet’s own books say of a booking',
    query: z.strictObject({ idBooking: id }),
    response: z.object({ fleetBreaks: z.array(FleetBreak) }),
  }),
  create: call({
    method: 'POST',
    path: '/fleetbreaks/:sd',
    access: working,
    summary: 'Gives a booking its fleet breaks',
    body: z.strictObject({ idBooking: z.int().positive(), ...breakValues }),
    code: 201,
    isIdempotent: true,
    response: z.object({ fleetBreak: FleetBreak }),
  }),
  update: call({
    method: 'PUT',
    path: '/fleetbreaks/:sd/:id',
    access: working,
    summary: 'Changes the fleet breaks of a booking',
    params: one,
    body: z.object({ ...breakValues }),
    response: z.object({ fleetBreak: FleetBreak }),
  }),
}

export const cards = {
  get: call({
    method: 'GET',
    path: '/card/:sd/:idCard',
    access: working,
    summary: 'A card by its alias and kind; its number is not kept here',
    params: withParams({ idCard: id }),
    response: z.object({ card: Card }),
  }),
}
