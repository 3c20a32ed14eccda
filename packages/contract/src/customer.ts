import { z } from 'zod'
import { Booking, BookingBreak } from './booking.ts'
import { User } from './entities.ts'
import { each, flag, id, maybeId, moment, text, whole } from './fields.ts'

/** Who may book under a subscriber code and user number. */
export const Authorization = z.object({
  id,
  subscriberCode: z.string(),
  userNumber: z.string(),
  status: z.literal([1, 0, -1]),
  bookingBreakConfigs: z.array(BookingBreak).nullish(),
  user: User.nullish(),
  bookings: z.array(Booking).nullish(),
  ...each(text, ['firstName', 'lastName', 'mobileNumber', 'phoneNumber', 'authorizationAlias', 'locale']),
  ...each(text, ['userEmail', 'notificationCCEmail', 'superiorEmail', 'commentsForOperator', 'commentsForDriver']),
  ...each(moment, ['dateCreated', 'lastChange', 'expirationDate', 'validFromDate']),
  ...each(whole, ['availableTimesLeft', 'countServices', 'authorizationType', 'paymentMethodType']),
  ...each(maybeId, ['idUser', 'idPaymentAccount', 'idDispatchGroup', 'idTravelGroup', 'authorizationGroupId']),
  ...each(text, ['authorizationBreak1', 'authorizationBreak2', 'authorizationBreak3', 'authorizationBreak4']),
  ...each(text, ['authorizationBreak5', 'authorizationBreak6', 'authorizationBreak7', 'authorizationBreak8']),
  ...each(text, ['authorizationBreak9', 'authorizationBreak10']),
})
export type Authorization = z.output<typeof Authorization>

/** Whom a phone number belongs to. */
export const Caller = z.object({
  id,
  phoneNumber: z.string(),
  ...each(text, ['firstName', 'lastName', 'addressBilling', 'notesClient']),
  isBlacklisted: flag,
  idSupplier: maybeId,
  authorizations: z.array(Authorization).nullish(),
})
export type Caller = z.output<typeof Caller>
