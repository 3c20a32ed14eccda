import { expect, it } from 'vitest'
import { minutes } from './booking/duration.ts'
import { needsExtraValidation } from './booking/edit.ts'
import { currencySymbol } from './booking/price.ts'
import { startProblem, startWindow } from './booking/start.ts'
import { codes } from './codes.ts'
import { callToastDuration, constants, hasOwnSound, messageCharactersLeft } from './constants.ts'

it.each([
  ['leaves 256 characters for an empty message (P-164)', '', 256],
  ['leaves none at 256 characters (P-164)', 'x'.repeat(256), 0],
  ['goes negative if a message is too long (P-164)', 'x'.repeat(257), -1],
])('%s', (_, message, left) => expect(messageCharactersLeft(message)).toBe(left))

it('defaults to payment method 11 and uses entry channel 20 (P-165)', () => {
  expect(constants.defaultPaymentMethod).toBe(11)
  expect(constants.entryChannel).toBe(20)
  expect(codes.paymentMethod[constants.defaultPaymentMethod]).toBe('cash')
  expect(codes.entryChannel[constants.entryChannel]).toBe('this product')
})

it('uses 2500 for client on board and 5 s as the dispatch timeout (P-166)', () => {
  expect(constants.CLIENT_ON_BOARD).toBe(2500)
  expect(constants.dispatchTimeoutMs).toBe(5_000)
})

it('has no global page size', () => expect(Object.keys(constants).filter((name) => /page/i.test(name))).toEqual([]))

it('has the other figures of document 1, section 9', () =>
  expect(constants).toMatchObject({
    sessionLengthMs: 3_600_000,
    callToastMs: 20_000,
    toastMs: 3_000,
    permissionsToastMs: 30_000,
    heartbeatMs: 20_000,
    compactMenuBelowPx: 768,
    resizeDebounceMs: 300,
  }))

it.each([
  [29, true],
  [87, true],
  [134, true],
  [140, true],
  [615, true],
  [625, true],
  [30, false],
  [null, false],
  [undefined, false],
])('fleet %s has its own sound: %s', (fleet, own) => expect(hasOwnSound(fleet)).toBe(own))

it.each([
  [undefined, 20_000],
  [null, 20_000],
  [0, 20_000],
  [-5, 20_000],
  [7_000, 7_000],
])('a call with duration %s is shown for %s ms', (duration, shown) => expect(callToastDuration(duration)).toBe(shown))

it('dispatch needs more than 15 minutes, starts lie between yesterday and 30 days ahead, 301 needs a reason, and prices are in euros (L-275)', () => {
  const now = Date.parse('2026-06-15T10:00:00Z')
  const problem = (start: number) => startProblem({ kind: 'dispatch-info', start, now, timeZone: 'Europe/Madrid' })
  expect(problem(now + minutes(15))).toBe('problems.dateTooEarly')
  expect(problem(now + minutes(15) + 1)).toBeUndefined()
  expect(startWindow('dispatch-info', now, 'Europe/Madrid')).toEqual({
    from: Date.parse('2026-06-13T22:00:00Z'),
    to: Date.parse('2026-07-15T22:00:00Z') - 1,
  })
  const asksWhy = (priceSupplierTotal: number) => needsExtraValidation({ priceSupplierTotal, priceCustomerTotal: 0 })
  expect([300.99, 301].map(asksWhy)).toEqual([false, true])
  expect(currencySymbol(null)).toBe('€')
})
