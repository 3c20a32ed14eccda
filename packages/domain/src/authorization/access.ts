import { type Grants, hasWildcard, isGranted, ownValue, permissionKeys } from '../access/permissions.ts'
import {
  type Ids,
  type OnProblem,
  type PaymentAccountPermission,
  paymentAccountsAllowed,
  unionOf,
} from '../access/values.ts'

const accountKeys = permissionKeys.filter(
  (key): key is PaymentAccountPermission => key.endsWith('ByPA') && key !== 'addFleetByPA',
)
const bookingKeys = [
  'dispatchServiceByFleet',
  'dispatchServiceToAnyFleet',
  'editServiceByFleet',
  'editServiceToInvoiceByFleet',
] as const

/** Staff of a business: their permissions name accounts, and they handle no fleet's bookings. */
const isOfBusiness = (grants: Grants) =>
  !hasWildcard(grants) &&
  accountKeys.some((key) => ownValue(grants, key) !== undefined) &&
  !bookingKeys.some((key) => isGranted(grants, key))

const accountsNamed = (grants: Grants, onProblem: OnProblem) =>
  unionOf(accountKeys.map((key) => paymentAccountsAllowed(grants, key, onProblem)))

const createsOrEdits = (grants: Grants, onProblem: OnProblem) =>
  unionOf([
    paymentAccountsAllowed(grants, 'editAuthorizationByPA', onProblem),
    paymentAccountsAllowed(grants, 'createAuthorizationByPA', onProblem),
  ])

/**
 * The payment accounts whose authorizations a user sees. For staff of a business, 'all' is limited to their own
 * accounts.
 */
export const accountsSeen = (grants: Grants, onProblem: OnProblem): Ids => {
  if (!isGranted(grants, 'viewAllAuthorizations')) return createsOrEdits(grants, onProblem)
  return isOfBusiness(grants) ? accountsNamed(grants, onProblem) : 'all'
}

/** The payment accounts that a user may create authorizations for; the right to edit includes creating. */
export const accountsToCreateFor = createsOrEdits

/** Users who take bookings find anyone's authorization by its code and number, or by the caller's telephone number. */
export const accountsToBookFor = (grants: Grants, onProblem: OnProblem): Ids =>
  isGranted(grants, 'dispatchServiceByFleet') || isGranted(grants, 'editServiceToInvoiceByFleet')
    ? 'all'
    : accountsSeen(grants, onProblem)

export const accountsToEdit = (grants: Grants, onProblem: OnProblem): Ids =>
  paymentAccountsAllowed(grants, 'editAuthorizationByPA', onProblem)

export const isAmong = (ids: Ids, id: number | null | undefined) =>
  ids === 'all' || (typeof id === 'number' && ids.has(id))
