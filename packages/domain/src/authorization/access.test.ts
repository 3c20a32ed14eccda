import { expect, it } from 'vitest'
import { grantsOf } from '../access/permissions.ts'
import { accountsSeen, accountsToBookFor, accountsToCreateFor, accountsToEdit, isAmong } from './access.ts'

const ignore = () => {}
const grants = (entries: Record<string, string>) =>
  grantsOf(Object.entries(entries).map(([key1, value]) => ({ key1, value })))

it.each<[string, Record<string, string>, 'all' | number[], 'all' | number[], boolean]>([
  ['nothing', {}, [], [], false],
  ['the wildcard', { '*': 'true' }, 'all', 'all', true],
  ['permission to edit some', { editAuthorizationByPA: '1,2' }, [1, 2], [1, 2], true],
  ['permission to create for some', { createAuthorizationByPA: '1,3' }, [1, 3], [1, 3], false],
  ['both', { editAuthorizationByPA: '{"paymentAccounts":[2]}', createAuthorizationByPA: '3' }, [2, 3], [2, 3], false],
  ['permission to see all', { viewAllAuthorizations: 'true' }, 'all', [], false],
  ['staff of an account', { viewAllAuthorizations: 'true', createAuthorizationByPA: '3' }, [3], [3], false],
  [
    'staff of an account, by its parking permission',
    { viewAllAuthorizations: 'true', viewParkingBookingByPA: '4' },
    [4],
    [],
    false,
  ],
  ['staff with an invalid account id', { viewAllAuthorizations: 'true', createAuthorizationByPA: 'x' }, [], [], false],
  [
    'an operator',
    { viewAllAuthorizations: 'true', editAuthorizationByPA: '1', dispatchServiceByFleet: 'all' },
    'all',
    [1],
    true,
  ],
  [
    'staff of an account who invoice for a fleet',
    { viewAllAuthorizations: 'true', editAuthorizationByPA: '1', editServiceToInvoiceByFleet: '29' },
    'all',
    [1],
    true,
  ],
  [
    'permission to see all, denied',
    { viewAllAuthorizations: 'false', editAuthorizationByPA: 'all' },
    'all',
    'all',
    true,
  ],
])('finds the accounts to see, create for and edit: %s', (_, entries, seen, created, editsTheFirst) => {
  const held = grants(entries)
  const listed = (ids: ReturnType<typeof accountsSeen>) => (ids === 'all' ? 'all' : [...ids].sort())
  expect(listed(accountsSeen(held, ignore))).toEqual(seen)
  expect(listed(accountsToCreateFor(held, ignore))).toEqual(created)
  expect(isAmong(accountsToEdit(held, ignore), 1)).toBe(editsTheFirst)
})

it.each([
  ['all', null, true],
  ['some', 1, true],
  ['some', 2, false],
  ['some', null, false],
])('isAmong: in %s, %s is %s', (ids, id, expected) =>
  expect(isAmong(ids === 'all' ? 'all' : new Set([1]), id)).toBe(expected),
)

it.each<[string, Record<string, string>, unknown]>([
  ['a dispatcher', { dispatchServiceByFleet: '87' }, 'all'],
  ['an invoicing user', { editServiceToInvoiceByFleet: '87' }, 'all'],
  ['an editor of two accounts', { editAuthorizationByPA: '1,2' }, new Set([1, 2])],
  ['any other user', { taxiMap: 'true' }, new Set()],
])('%s may book for the expected accounts', (_, entries, ids) =>
  expect(accountsToBookFor(grants(entries), ignore)).toEqual(ids),
)
