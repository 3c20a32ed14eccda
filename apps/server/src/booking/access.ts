import type { Tx } from '@parada/db/open'
import { type Author, lockBooking, readBooking, type Tenant, type Work } from '@parada/db/queries/booking-changes'
import type { Hold } from '@parada/db/queries/holds'
import { type BookingRight, mayUseBooking } from '@parada/domain/access/bookings'
import type { BookingRecord } from '@parada/domain/booking/fields'
import type { FastifyBaseLogger } from 'fastify'
import type { SignedIn } from '../http/context.ts'
import { refuse } from '../http/problem.ts'

/** Who works on bookings: a user of the desk, or an insurer, who is none. */
type Actor = Pick<SignedIn, 'name' | 'surname' | 'grants'> & ({ id: number } | { id: null; idInsurer: number })

/** The part of a call's context that use cases need. */
export type ActingUser = {
  tx: Tx
  tenant: Tenant
  user: Actor
  now: Date
  log: FastifyBaseLogger
  hold?: Hold | undefined
}

/** What is for people alone. */
export type ActingPerson = ActingUser & { user: Actor & { id: number } }

export const authorOf = (actor: Actor): Author => ({
  ...(actor.id === null ? { idInsurer: actor.idInsurer } : { idUser: actor.id }),
  who: `${actor.name} ${actor.surname}`.trim(),
})

export const workOf = ({ tx, tenant, user, now, hold }: ActingUser): Work => ({
  tx,
  tenant,
  by: authorOf(user),
  now,
  hold,
})

type BookingOptions = {
  lock?: boolean
  /** What the user is to have the right to; to work on it unless said. */
  right?: BookingRight
  /** Another way to be allowed, beside its fleet. */
  or?: (booking: BookingRecord) => boolean
}

/**
 * The booking of a call, if its user may have to do with it; one of another fleet is as good as none. Locked, it stays
 * as it is until the call ends.
 */
export const bookingFor = async (
  { tx, tenant, user }: ActingUser,
  id: number,
  { lock = false, right = 'work', or = () => false }: BookingOptions = {},
) => {
  const found = await (lock ? lockBooking(tx, tenant.id, id) : readBooking(tx, tenant.id, id))
  if (!found || !(mayUseBooking(user, right, found) || or(found))) throw refuse.notFound()
  return found
}
