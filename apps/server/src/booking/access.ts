import type { Tx } from '@parada/db/open'
import { type Author, lockBooking, readBooking, type Tenant, type Work } from '@parada/db/queries/booking-changes'
import type { Hold } from '@parada/db/queries/holds'
import { type BookingRight, mayUseBooking } from '@parada/domain/access/bookings'
import type { BookingRecord } from '@parada/domain/booking/fields'
import type { FastifyBaseLogger } from 'fastify'
import type { SignedIn } from '../http/context.ts'
import { refuse } from '../http/problem.ts'

/** Who acts on a booking: a signed-in user, or an insurer, which has no user id. */
type Actor = Pick<SignedIn, 'name' | 'surname' | 'grants'> & ({ id: number } | { id: null; idInsurer: number })

/** The part of a request's context that use cases need. */
export type ActingUser = {
  tx: Tx
  tenant: Tenant
  user: Actor
  now: Date
  log: FastifyBaseLogger
  hold?: Hold | undefined
}

/** For actions that only a person may take. */
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
  /** The right that the user must have; by default, to work on the booking. */
  right?: BookingRight
  /** Another reason to allow the user, independent of the booking's fleet. */
  or?: (booking: BookingRecord) => boolean
}

/**
 * The booking that a request is about, or 404 if its user has no right to it. With `lock` it cannot change until the
 * transaction ends.
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
