import { expect, it } from 'vitest'
import { grantsOf } from '../access/permissions.ts'
import { accountsSeen, accountsToBookFor, accountsToCreateFor, accountsToEdit, isAmong } from './access.ts'

const ignore = () => {}
const grants = (entries: Record<string, string>) =>
  grantsOf(Object.entries(entries).map(([key1, value]) => ({ key1, value })))

it.each<[string, Record<string, string>, 'all' | number[], 'all' | number[], boolean]>([
  ['nothing', {}, [], [], false],
  ['the wildcard', { '*': 'true' }, 'all', 'all', true],
  ['editing some', { editAuthorizationByPA: '1,2' }, [1, 2], [1, 2], true],
  ['creating some', { createAuthorizationByPA: '1,3' }, [1, 3], [1, 3], false],
  ['both', { editAuthorizationByPA: '{"paymentAccounts":[2]}', createAuthorizationByPA: '3' }, [2, 3], [2, 3], false],
  ['seeing all', { viewAllAuthorizations: 'true' }, 'all', [], false],
  ['staff of an account', { viewAllAuthorizations: 'true', createAuthorizationByPA: '3' }, [3], [3], false],
  [
    'staff of an account, by its parkings',
    { viewAllAuthorizations: 'true', viewParkingBookingByPA: '4' },
    [4],
    [],
    false,
  ],
  ['a name that is no account', { viewAllAuthorizations: 'true', createAuthorizationByPA: 'x' }, [], [], false],
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
  ['seeing denied', { viewAllAuthorizations: 'false', editAuthorizationByPA: 'all' }, 'all', 'all', true],
])('%s sees, creates for and edits the accounts named', (_, entries, seen, created, editsTheFirst) => {
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
])('among %s, %s is %s', (ids, id, expected) =>
  expect(isAmong(ids === 'all' ? 'all' : new Set([1]), id)).toBe(expected),
)

it.each<[string, Record<string, string>, unknown]>([
  ['whoever dispatches', { dispatchServiceByFleet: '87' }, 'all'],
  ['whoever invoices', { editServiceToInvoiceByFleet: '87' }, 'all'],
  ['an editor of two accounts', { editAuthorizationByPA: '1,2' }, new Set([1, 2])],
  ['nobody else', { taxiMap: 'true' }, new Set()],
])('%s may book for these accounts', (_, entries, ids) =>
  expect(accountsToBookFor(grants(entries), ignore)).toEqual(ids),
)
