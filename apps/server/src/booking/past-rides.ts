import type { Booking } from '@parada/contract/booking'
import { authorizationsOfPhone, readAuthorization } from '@parada/db/queries/authorizations'
import { hasNumber } from '@parada/db/queries/callers'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import type { Ids } from '@parada/domain/access/values'
import { accountsSeen, isAmong } from '@parada/domain/authorization/access'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { phoneSpellings } from '@parada/domain/phone'
import { refuse } from '../http/problem.ts'
import { logUnreadable } from '../http/signed-in.ts'
import type { ActingUser } from './access.ts'

type Whose = {
  idCaller?: number | undefined
  idAuthorization?: number | undefined
  /** The full phone number of the caller on the line. */
  phoneNumber?: string | undefined
}

type Reach = {
  /** Fleets whose rides are shown in full. */
  fleets: Ids
  /** Whether rides of other fleets are shown too, reduced to where they went and when. */
  areOthersTold: boolean
}

const windowMs = 10 * 60_000
const mostLookups = 60
const mostKept = 10_000

/** Lookups by phone number for each user: enough for a desk that never stops ringing, too few to try numbers out. */
const lookups = new Map<string, { since: number; count: number; last: string }>()

const countLookup = ({ tenant, user, now }: ActingUser, phoneNumber: string) => {
  const key = `${tenant.id}:${user.id}`
  const kept = lookups.get(key)
  const current = kept && now.getTime() - kept.since < windowMs ? kept : { since: now.getTime(), count: 0, last: '' }
  if (current.last === phoneNumber) return
  if (current.count >= mostLookups) throw refuse.tooMany(Math.ceil((current.since + windowMs - now.getTime()) / 1_000))
  if (lookups.size >= mostKept) lookups.clear()
  lookups.set(key, { ...current, count: current.count + 1, last: phoneNumber })
}

const isTheirNumber = async ({ tx, tenant }: ActingUser, { idCaller, idAuthorization, phoneNumber = '' }: Whose) => {
  const spellings = phoneSpellings(phoneNumber)
  const isCaller = idCaller === undefined || (await hasNumber(tx, tenant.id, idCaller, spellings))
  if (!isCaller || idAuthorization === undefined) return isCaller
  return (await authorizationsOfPhone(tx, tenant.id, spellings)).some(({ id }) => id === idAuthorization)
}

/** Users of the account that pays may see where its people ride. */
const isOwnAuthorization = async (acting: ActingUser, { idCaller, idAuthorization }: Whose) => {
  if (idCaller !== undefined || idAuthorization === undefined) return false
  const found = await readAuthorization(acting.tx, acting.tenant.id, idAuthorization)
  return found !== undefined && isAmong(accountsSeen(acting.user.grants, logUnreadable(acting)), found.idPaymentAccount)
}

/** How much a user may see of somebody's past rides. Ids can be guessed, the phone number of a caller cannot. */
export const pastRidesReach = async (acting: ActingUser, whose: Whose): Promise<Reach> => {
  const { user, log } = acting
  const fleets = fleetsWithRight(user.grants, 'repeat')
  if (fleets === 'all' || (await isOwnAuthorization(acting, whose))) return { fleets, areOthersTold: true }
  if (whose.phoneNumber === undefined) return { fleets, areOthersTold: false }
  countLookup(acting, whose.phoneNumber)
  const areOthersTold = await isTheirNumber(acting, whose)
  const { idCaller, idAuthorization } = whose
  log.info({ user: user.id, idCaller, idAuthorization, areOthersTold }, 'Past rides of all fleets were asked for')
  return { fleets, areOthersTold }
}

const bare = (place: BookingRecord['destination']) => {
  if (!place) return null
  const { addressField, lat, lon, isPoi, idPoi } = place
  return { addressField, lat, lon, isPoi, idPoi }
}

/** A ride of another fleet, reduced to places and times: no names, numbers or notes. */
export const placesOf = (booking: BookingRecord): Booking => ({
  id: booking.id,
  status: booking.status,
  idCaller: booking.idCaller,
  idAuthorization: booking.idAuthorization,
  asap: booking.asap,
  timeZone: booking.timeZone,
  timeBookingStart: booking.timeBookingStart,
  timeBookingStartTimestamp: booking.timeBookingStart,
  origin: bare(booking.origin),
  destination: bare(booking.destination),
})
