import { authorizationFields } from '@parada/domain/authorization/fields'
import { z } from 'zod'
import { Booking, BookingBreak } from './booking.ts'
import { User } from './entities.ts'
import { fields, flag, number, rowOf, text } from './list.ts'

/** An authorization on its own, with the version that an update must send. */
export const AuthorizationRow = rowOf(authorizationFields)
export type AuthorizationRow = z.output<typeof AuthorizationRow>

/** The right to book under a subscriber code and user number. */
export const Authorization = AuthorizationRow.omit({ version: true }).extend({
  status: z.literal([1, 0, -1]),
  bookingBreakConfigs: z.array(BookingBreak).nullish(),
  user: User.nullish(),
  bookings: z.array(Booking).nullish(),
})
export type Authorization = z.output<typeof Authorization>

/** The person a phone number belongs to. */
export const callerFields = fields({
  id: number,
  phoneNumber: text,
  firstName: text,
  lastName: text,
  addressBilling: text.notSorted,
  notesClient: text.notSorted,
  isBlacklisted: flag,
  idSupplier: number.nullable,
})

export const CallerRow = rowOf(callerFields)
export type CallerRow = z.output<typeof CallerRow>

export const Caller = CallerRow.extend({ authorizations: z.array(Authorization).nullish() })
export type Caller = z.output<typeof Caller>
