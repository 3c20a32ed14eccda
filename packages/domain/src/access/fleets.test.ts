import { expect, it } from 'vitest'
import { allFleets, fleetsOfAny } from './fleets.ts'
import { grantsOf } from './permissions.ts'

const grants = (values: Record<string, string>) =>
  grantsOf(Object.entries(values).map(([key1, value]) => ({ key1, value })))

it.each([
  ['joins the lists of all fleet permissions', { dispatchServiceByFleet: '1,2', editServiceByFleet: '2,3' }, [1, 2, 3]],
  ['leaves out permissions that are not about fleets', { viewTicketToInvoiceBySupplier: '7' }, []],
  ['is empty for somebody with no fleet', {}, []],
])('%s', (_, values, ids) => expect(allFleets(grants(values))).toEqual(new Set(ids)))

it.each([
  ['one list says all', { dispatchServiceByFleet: 'all', editServiceByFleet: '2' }],
  ['any fleet may be dispatched to', { dispatchServiceToAnyFleet: 'true' }],
  ['the wildcard is held', { '*': 'true' }],
])('reaches every fleet when %s', (_, values) => expect(allFleets(grants(values))).toBe('all'))

it('asks only the permissions it is given', () =>
  expect(
    fleetsOfAny(grants({ editServiceByFleet: '4', viewReportByFleet: '5' }), [
      'viewReportByFleet',
      'viewServiceByFleet',
    ]),
  ).toEqual(new Set([5])))
