import { expect, it } from 'vitest'
import { grantsOf } from '../access/permissions.ts'
import { finishParkingProblem, mayEditParking, mayFinishParking, parkingPriceProblems } from './parking.ts'

const grants = (given: Record<string, string>) =>
  grantsOf(Object.entries(given).map(([key1, value]) => ({ key1, value })))
const unread: string[] = []
const onProblem = (problem: string) => void unread.push(problem)

it.each([
  ['an active Qoob booking', 3, 1, undefined],
  ['an expired Qoob booking', 3, -1, undefined],
  ['a finished Qoob booking', 3, 30, 'problems.parkingEnded'],
  ['a cancelled Qoob booking', 3, -20, 'problems.parkingEnded'],
  ['a Parkimeter booking', 1, 1, 'problems.parkingNotQoob'],
  ['a Parkimeter V2 booking', 4, -1, 'problems.parkingNotQoob'],
])('decides whether %s can be finished from the desk', (_, protocol, status, problem) => {
  expect(finishParkingProblem({ protocol, status })).toBe(problem)
})

it.each([
  [{ finishQoob: 'true', viewParkingBookingByPA: 'all' }, null, true],
  [{ finishQoob: 'true', viewParkingBookingByPA: '101' }, 101, true],
  [{ finishQoob: 'true', viewParkingBookingByPA: '101' }, 102, false],
  [{ finishQoob: 'true', viewParkingBookingByPA: '101' }, null, false],
  [{ finishQoob: 'false', viewParkingBookingByPA: 'all' }, 101, false],
  [{ viewParkingBookingByPA: 'all' }, 101, false],
  [{ finishQoob: 'true' }, 101, false],
])('with %j a booking of account %s may be finished: %s', (given, idPaymentAccount, may) => {
  expect(mayFinishParking(grants(given), { idPaymentAccount }, onProblem)).toBe(may)
})

it.each([
  ['all', 101, true],
  ['all', null, true],
  ['{"paymentAccounts":[{"id":101}]}', 101, true],
  ['{"paymentAccounts":[{"id":101}]}', 102, false],
  ['[101, 102]', 102, true],
  ['[{"id":"101"}]', 101, true],
  ['{"paymentAccounts":"all"}', 101, false],
  ['{', 101, false],
])('viewPTIDetailByPA %s allows editing a parking of account %s: %s', (value, idPaymentAccount, may) => {
  expect(mayEditParking(grants({ viewPTIDetailByPA: value }), { idPaymentAccount }, onProblem)).toBe(may)
})

it('reports a permission that cannot be read', () => {
  unread.length = 0
  mayEditParking(grants({ viewPTIDetailByPA: '{' }), { idPaymentAccount: 1 }, onProblem)
  expect(unread).toEqual(['viewPTIDetailByPA does not hold a list of payment accounts'])
})

it.each([
  [null, undefined],
  [0, undefined],
  [99_999, undefined],
  [-0.01, 'problems.priceNegative'],
  [99_999.01, 'problems.priceTooHigh'],
  [Number.NaN, 'problems.amountInvalid'],
])('checks a price of %s: %s', (price, problem) => {
  expect(parkingPriceProblems({ priceSupplier: price, priceCustomer: 1 })).toEqual({
    priceSupplier: problem,
    priceCustomer: undefined,
  })
})
