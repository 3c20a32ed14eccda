import type { Tx } from '@parada/db/open'
import { type Author, lockBooking, type Tenant, type Work } from '@parada/db/queries/booking-changes'
import { readBooking } from '@parada/db/queries/bookings'
import type { Hold } from '@parada/db/queries/holds'
import { fleetsOfAny } from '@parada/domain/access/fleets'
import type { PermissionKey } from '@parada/domain/access/permissions'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { bookingStatus } from '@parada/domain/codes'
import type { FastifyBaseLogger } from 'fastify'
import type { SignedIn } from '../http/context.ts'
import { refuse } from '../http/problem.ts'

/** The part of a signed-in call's context that use cases need. */
export type ActingUser = {
  tx: Tx
  tenant: Tenant
  user: SignedIn
  now: Date
  log: FastifyBaseLogger
  hold?: Hold | undefined
}

export const authorOf = ({ id, name, surname }: SignedIn): Author => ({ idUser: id, who: `${name} ${surname}`.trim() })

export const workOf = ({ tx, tenant, user, now, hold }: ActingUser): Work => ({
  tx,
  tenant,
  by: authorOf(user),
  now,
  hold,
})

/** Who sees a booking, and who works on one (O2-65). */
export const seeing: readonly PermissionKey[] = ['viewServiceByFleet', 'dispatchServiceByFleet', 'editServiceByFleet']
export const working: readonly PermissionKey[] = ['dispatchServiceByFleet', 'editServiceByFleet']

/** A booking still in the wizard belongs to whoever is making it, and to nobody else (O2-07). */
export const isAllowed = (
  { idFleet, idUser, status }: BookingRecord,
  user: SignedIn,
  keys: readonly PermissionKey[] = working,
) => {
  if (status === bookingStatus.created) return idUser === user.id
  const fleets = fleetsOfAny(user.grants, keys)
  return fleets === 'all' || (idFleet !== null && fleets.has(idFleet))
}

type BookingOptions = {
  lock?: boolean
  keys?: readonly PermissionKey[]
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
  { lock = false, keys = working, or = () => false }: BookingOptions = {},
) => {
  const found = await (lock ? lockBooking(tx, tenant.id, id) : readBooking(tx, tenant.id, id))
  if (!found || !(isAllowed(found, user, keys) || or(found))) throw refuse.notFound()
  return found
}
