import { modes } from '@parada/domain/trip/modes'
import { z } from 'zod'
import { id, maybeFlag, maybeId, maybeText } from './schemas.ts'

/** A toast sent by the server; the rule records of document 3 are another thing of the same name (O1-46). */
export const LiveNotification = z.object({
  message: z.string(),
  color: maybeText,
  sticky: maybeFlag,
  sound: z.union([z.boolean(), z.string()]).nullish(),
  checkServiceDeadToValidate: maybeFlag,
  /** With checkServiceDeadToValidate: the fleet, and how many of its cancelled bookings wait to be validated. */
  toValidate: z.object({ fleet: maybeText, count: z.int() }).nullish(),
})
export type LiveNotification = z.output<typeof LiveNotification>

/** Who is calling, as far as the tenant's records know. */
export const KnownCaller = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  isBlacklisted: z.boolean(),
  /** The booking of theirs that starts soonest, if one is alive. */
  openBooking: z.object({ id, statusBooking: z.int(), timeBookingStartTimestamp: z.int() }).nullish(),
})

export const IncomingCall = z.object({
  phoneNumberOrigin: z.string().min(1),
  phoneNumberDialed: maybeText,
  duration: z.number().nullish(),
  caller: KnownCaller.nullish(),
  /** What the caller probably speaks: their authorization's language, or a guess from the number's country. */
  language: z.object({ code: z.string(), isGuess: z.boolean() }).nullish(),
  /** The users at whose desks it does not ring. */
  busyUsers: z.array(id).nullish(),
})
export type IncomingCall = z.output<typeof IncomingCall>

/** One frame may hold several kinds at once, told apart by their keys (O1-35). */
export const SocketMessage = z.object({
  broadcast: maybeText,
  notification: LiveNotification.nullish(),
  content: z.object({ idBooking: id, statusBooking: z.int(), idFleet: maybeId }).nullish(),
  /** Somebody came to a booking, left it, or began or stopped changing it. */
  presence: z.object({ idBooking: id }).nullish(),
  /** A trip of another mode changed. */
  trip: z.object({ mode: z.enum(modes), id }).nullish(),
  /** A case of assistance changed, or the booking of one. */
  assistance: maybeFlag,
  /** Somebody took the call of this number. */
  takenCall: z.object({ phoneNumberOrigin: z.string().min(1) }).nullish(),
  action: maybeText,
  ...IncomingCall.partial().shape,
})
export type SocketMessage = z.output<typeof SocketMessage>
