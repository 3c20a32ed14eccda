import { expect, it } from 'vitest'
import { allFleets, fleetsOfAny } from './fleets.ts'
import { grantsOf } from './permissions.ts'

const grants = (values: Record<string, string>) =>
  grantsOf(Object.entries(values).map(([key1, value]) => ({ key1, value })))

it.each([
  [
    'combines the lists of all fleet permissions',
    { dispatchServiceByFleet: '1,2', editServiceByFleet: '2,3' },
    [1, 2, 3],
  ],
  ['leaves out permissions that are not about fleets', { viewTicketToInvoiceBySupplier: '7' }, []],
  ['is empty for a user without fleets', {}, []],
])('%s', (_, values, ids) => expect(allFleets(grants(values))).toEqual(new Set(ids)))

it.each([
  ['one list says all', { dispatchServiceByFleet: 'all', editServiceByFleet: '2' }],
  ['any fleet may be dispatched to', { dispatchServiceToAnyFleet: 'true' }],
  ['the wildcard is held', { '*': 'true' }],
])('covers every fleet when %s', (_, values) => expect(allFleets(grants(values))).toBe('all'))

it('checks only the given permissions', () =>
  expect(
    fleetsOfAny(grants({ editServiceByFleet: '4', viewReportByFleet: '5' }), [
      'viewReportByFleet',
      'viewServiceByFleet',
    ]),
  ).toEqual(new Set([5])))
