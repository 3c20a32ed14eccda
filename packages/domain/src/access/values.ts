import { membersOf } from '../objects.ts'
import { type Grants, hasWildcard, isGranted, ownValue, type PermissionKey } from './permissions.ts'

export type Ids = 'all' | ReadonlySet<number>

/** Called with a permission value that cannot be read, so that the caller can log it (P-030, O3-39). */
export type OnProblem = (problem: string) => void

const none: ReadonlySet<number> = new Set()

export const unionOf = (each: readonly Ids[]): Ids => {
  const named = each.filter((ids) => ids !== 'all')
  return named.length < each.length ? 'all' : new Set(named.flatMap((ids) => [...ids]))
}

/** The parts of a comma-separated list. */
export const items = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const isId = (text: string) => /^\d{1,15}$/.test(text)

const allows = (ids: Ids, id: number | null | undefined) => ids === 'all' || (typeof id === 'number' && ids.has(id))

/** The ids of a permission that holds 'all' or a comma-separated list; items that are not ids are ignored. */
export const idsAllowed = (grants: Grants, key: PermissionKey): Ids => {
  if (hasWildcard(grants)) return 'all'
  const listed = items(ownValue(grants, key) ?? '')
  return listed.includes('all') ? 'all' : new Set(listed.filter(isId).map(Number))
}

/** For permissions by white label, supplier, notification or point of interest. */
export const mayUseId = (grants: Grants, key: PermissionKey, id: number | null | undefined) =>
  allows(idsAllowed(grants, key), id)

/**
 * viewPOIInParada limits only the users who hold it (document 2, section 6); everyone else sees all points of interest.
 */
export const poisAllowed = (grants: Grants): Ids =>
  isGranted(grants, 'viewPOIInParada') ? idsAllowed(grants, 'viewPOIInParada') : 'all'

export const fleetsAllowed = (grants: Grants, key: PermissionKey): Ids => idsAllowed(grants, key)

export const mayUseFleet = (grants: Grants, key: PermissionKey, idFleet: number | null | undefined) =>
  allows(fleetsAllowed(grants, key), idFleet)

/** The text parsed as JSON; undefined if it is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Ids from [1, 2], ['1', '2'] or [{ id: 1 }]; undefined for any other value. */
const idList = (value: unknown): ReadonlySet<number> | undefined => {
  if (!Array.isArray(value)) return undefined
  const ids = value.map((item) => String(membersOf(item).id ?? item))
  return ids.every(isId) ? new Set(ids.map(Number)) : undefined
}

/**
 * Whether addFleetByPA names the booking's payment account. Only the JSON object is valid, so even 'all' is unreadable
 * (O1-17).
 */
export const mayAddFleet = (grants: Grants, idPaymentAccount: number | null | undefined, onProblem: OnProblem) => {
  if (hasWildcard(grants)) return true
  const value = ownValue(grants, 'addFleetByPA')
  if (value === undefined) return false
  const ids = idList(membersOf(parsed(value)).paymentAccounts)
  if (!ids) onProblem('addFleetByPA does not hold a list of payment accounts')
  return allows(ids ?? none, idPaymentAccount)
}

/** Without addFleetByPA, which has a stricter rule of its own. */
export type PaymentAccountPermission = Exclude<Extract<PermissionKey, `${string}ByPA`>, 'addFleetByPA'>

/** The payment accounts of a permission that holds 'all', {"paymentAccounts":[…]} or a bare list (O3-39). */
export const paymentAccountsAllowed = (grants: Grants, key: PaymentAccountPermission, onProblem: OnProblem): Ids => {
  if (hasWildcard(grants)) return 'all'
  const value = ownValue(grants, key)?.trim()
  if (value === undefined) return none
  if (value === 'all') return 'all'
  const listed = items(value)
  if (listed.every(isId)) return new Set(listed.map(Number))
  const json = parsed(value)
  const ids = idList(membersOf(json).paymentAccounts ?? json)
  if (!ids) onProblem(`${key} does not hold a list of payment accounts`)
  return ids ?? none
}

export const mayUsePaymentAccount = (
  grants: Grants,
  key: PaymentAccountPermission,
  idPaymentAccount: number | null | undefined,
  onProblem: OnProblem,
) => allows(paymentAccountsAllowed(grants, key, onProblem), idPaymentAccount)

/**
 * The dialled numbers whose calls the user receives. Only listed numbers count: 'all' and the wildcard add none
 * (O1-32).
 */
export const phoneNumbersToReceive = (grants: Grants): readonly string[] => [
  ...new Set(items(ownValue(grants, 'receiveCallsFromNumber') ?? '').filter((item) => /^\d+$/.test(item))),
]

/** A kind of customer rather than a right, so the wildcard does not imply it. */
export const isHistoricalCustomer = (grants: Grants) => ownValue(grants, 'customerType') === '2'
