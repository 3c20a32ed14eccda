import { type Grants, isGranted } from '../access/permissions.ts'
import { type Ids, type OnProblem, paymentAccountsAllowed, unionOf } from '../access/values.ts'

const createsOrEdits = (grants: Grants, onProblem: OnProblem) =>
  unionOf([
    paymentAccountsAllowed(grants, 'editAuthorizationByPA', onProblem),
    paymentAccountsAllowed(grants, 'createAuthorizationByPA', onProblem),
  ])

/** The payment accounts whose authorizations a user sees. */
export const accountsSeen = (grants: Grants, onProblem: OnProblem): Ids =>
  isGranted(grants, 'viewAllAuthorizations') ? 'all' : createsOrEdits(grants, onProblem)

/** The payment accounts that a user may create authorizations for; who may edit them may create them. */
export const accountsToCreateFor = createsOrEdits

/** Who takes bookings finds everybody's authorization by its code and number, or by the telephone that rings. */
export const accountsToBookFor = (grants: Grants, onProblem: OnProblem): Ids =>
  isGranted(grants, 'dispatchServiceByFleet') || isGranted(grants, 'editServiceToInvoiceByFleet')
    ? 'all'
    : accountsSeen(grants, onProblem)

export const accountsToEdit = (grants: Grants, onProblem: OnProblem): Ids =>
  paymentAccountsAllowed(grants, 'editAuthorizationByPA', onProblem)

export const isAmong = (ids: Ids, id: number | null | undefined) =>
  ids === 'all' || (typeof id === 'number' && ids.has(id))
