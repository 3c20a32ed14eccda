import { bookableAuthorization, giveBackAuthorization, spendAuthorization } from '@parada/db/queries/authorizations'
import type { BookingChange, Work } from '@parada/db/queries/booking-changes'
import { accountsToBookFor, isAmong } from '@parada/domain/authorization/access'
import { bookingProblem } from '@parada/domain/authorization/validity'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import type { ActingUser } from '../access.ts'
import type { BookingInput } from './fields.ts'

/** Bookings under this subscriber code are shared rides (document 2, section 9). */
const sharedSubscriber = '6400'

const noAuthorization: BookingChange = { idAuthorizationGroup: null, subscriberCode: '', userNumber: '', shared: false }

/** The fields that a booking takes from its authorization. Refused if it is not valid now or not open to this user. */
export const authorizedFor = async (acting: ActingUser, booking: BookingInput): Promise<BookingChange> => {
  const { idAuthorization, idPaymentAccount } = booking
  const accounts = accountsToBookFor(acting.user.grants, logUnreadable(acting))
  if (idAuthorization == null) {
    if (idPaymentAccount != null && !isAmong(accounts, idPaymentAccount)) throw refuse.forbidden()
    return noAuthorization
  }
  const found = await bookableAuthorization(acting.tx, acting.tenant.id, idAuthorization)
  if (!found) throw refuse.field('idAuthorization', `idAuthorization: authorization ${idAuthorization} doesn't exist`)
  if (!isAmong(accounts, found.idPaymentAccount)) throw refuse.forbidden()
  const problem = bookingProblem(found, acting.now.getTime())
  if (problem) throw refuse.rule(problem, 'idAuthorization')
  return {
    idPaymentAccount: found.idPaymentAccount,
    idAuthorizationGroup: found.authorizationGroupId,
    subscriberCode: found.subscriberCode,
    userNumber: found.userNumber,
    shared: found.subscriberCode === sharedSubscriber,
  }
}

/** Takes one of the uses that the booking's authorization has left; refused when there are none. */
export const spendOne = async ({ tx, tenant }: Work, { idAuthorization }: Pick<BookingInput, 'idAuthorization'>) => {
  if (idAuthorization && !(await spendAuthorization(tx, tenant.id, idAuthorization)))
    throw refuse.rule('problems.authorizationUsedUp', 'idAuthorization')
}

/** Gives the use back when a booking ends without a ride. */
export const giveBackOne = async ({ tx, tenant }: Work, { idAuthorization }: Pick<BookingInput, 'idAuthorization'>) => {
  if (idAuthorization) await giveBackAuthorization(tx, tenant.id, idAuthorization)
}
