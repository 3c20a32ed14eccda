import { modes } from '@parada/domain/trip/modes'
import { z } from 'zod'
import { id, maybeFlag, maybeId, maybeText } from './schemas.ts'

/** A toast sent by the server; the notification rules of document 3 are something else of the same name (O1-46). */
export const LiveNotification = z.object({
  message: z.string(),
  color: maybeText,
  sticky: maybeFlag,
  sound: z.union([z.boolean(), z.string()]).nullish(),
  checkServiceDeadToValidate: maybeFlag,
  /** With checkServiceDeadToValidate: the fleet, and how many of its cancelled bookings await validation. */
  toValidate: z.object({ fleet: maybeText, count: z.int() }).nullish(),
})
export type LiveNotification = z.output<typeof LiveNotification>

/** The person calling, as far as the tenant's records know them. */
const KnownCaller = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  isBlacklisted: z.boolean(),
  /** Their live booking that starts soonest, if any. */
  openBooking: z.object({ id, statusBooking: z.int(), timeBookingStartTimestamp: z.int() }).nullish(),
})

export const IncomingCall = z.object({
  phoneNumberOrigin: z.string().min(1),
  phoneNumberDialed: maybeText,
  duration: z.number().nullish(),
  caller: KnownCaller.nullish(),
  /** The caller's probable language: that of their authorization, or a guess from the number's country. */
  language: z.object({ code: z.string(), isGuess: z.boolean() }).nullish(),
  /** Users whose desks do not ring. */
  busyUsers: z.array(id).nullish(),
})
export type IncomingCall = z.output<typeof IncomingCall>

/** One frame may hold several kinds of content, told apart by their keys (O1-35). */
export const SocketMessage = z.object({
  broadcast: maybeText,
  notification: LiveNotification.nullish(),
  content: z.object({ idBooking: id, statusBooking: z.int(), idFleet: maybeId }).nullish(),
  /** Somebody opened or left a booking, or started or stopped editing it. */
  presence: z.object({ idBooking: id }).nullish(),
  /** A trip of another mode changed. */
  trip: z.object({ mode: z.enum(modes), id }).nullish(),
  /** An insurer's case changed, or its booking. */
  assistance: maybeFlag,
  /** Somebody took the call from this number. */
  takenCall: z.object({ phoneNumberOrigin: z.string().min(1) }).nullish(),
  action: maybeText,
  ...IncomingCall.partial().shape,
})
export type SocketMessage = z.output<typeof SocketMessage>
