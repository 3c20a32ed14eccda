import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutes } from './duration.ts'
import {
  arrivalProblem,
  arrivalToTell,
  isLate,
  isUnassigned,
  type PromisedBooking,
  type PromiseState,
  priceToTell,
  promiseOf,
  promiseSms,
  waitingMinutes,
} from './promise.ts'

const now = Date.UTC(2026, 10, 15, 7, 0)
const at = (minute: number) => now + minutes(minute)

/** An arrival promised in ten minutes, with the taxi on its way. */
const promised: PromisedBooking = {
  status: 20,
  statusDispatch: 2000,
  timeBookingStartTimestamp: now,
  asap: true,
  promisedArrival: at(10),
}
const searching = { status: 10, statusDispatch: 949 }
const says = (etaMinutes: number | null, said = now) => ({ at: said, etaMinutes })

type Case = [string, Partial<PromisedBooking>, ReturnType<typeof says> | undefined, Partial<PromiseState>]

describe('an arrival', () => {
  const kept = { arrival: 'kept', lateMinutes: 0, isRising: false } as const
  const risk = { arrival: 'risk', isRising: true } as const
  const broken = { arrival: 'broken', isRising: true } as const
  const over = { arrival: 'broken', isRising: false } as const

  it.each<Case>([
    ['is kept when the taxi comes early', {}, says(9), { ...kept, due: at(10), expected: at(9) }],
    ['tolerates a delay of one minute', {}, says(11), { arrival: 'kept', lateMinutes: 1, isRising: false }],
    ['is at risk when the taxi reports a longer delay', {}, says(12), { ...risk, expected: at(12), lateMinutes: 2 }],
    ['counts the ETA from when the taxi reported it', {}, says(12, at(-3)), { ...kept, expected: at(9) }],
    ['is never expected in the past', {}, says(1, at(-9)), { ...kept, expected: now }],
    ['counts as kept when the taxi reports nothing', {}, undefined, { ...kept, expected: null }],
    ['is broken if no taxi came in time', { promisedArrival: at(-4) }, undefined, { ...broken, lateMinutes: 4 }],
    ['is as late as the taxi’s ETA', { promisedArrival: at(-4) }, says(3), { ...broken, lateMinutes: 7 }],
    ['is expected in 8 minutes while no taxi is found', searching, undefined, { ...kept, expected: at(8) }],
    [
      'is at risk when a taxi still to be found would be late',
      { ...searching, timeBookingStartTimestamp: at(-3), promisedArrival: at(6) },
      undefined,
      { ...risk, lateMinutes: 2 },
    ],
    [
      'is kept while the fleet may still answer',
      { ...searching, promisedArrival: at(2) },
      undefined,
      { arrival: 'kept', isRising: false },
    ],
    [
      'is at risk at once if the booking is with no fleet',
      { ...searching, statusDispatch: -9999, promisedArrival: at(2) },
      undefined,
      risk,
    ],
    [
      'of a scheduled booking is due at its start',
      { ...searching, asap: false, promisedArrival: null, timeBookingStartTimestamp: at(90) },
      undefined,
      { ...kept, due: at(90), expected: at(90) },
    ],
    [
      'of a scheduled booking without a taxi is at risk before its start',
      { ...searching, asap: false, promisedArrival: null, timeBookingStartTimestamp: at(5) },
      undefined,
      { ...risk, due: at(5), lateMinutes: 3 },
    ],
    [
      'without a promise is due 15 minutes after the request',
      { promisedArrival: null },
      says(40),
      { ...risk, due: at(15), lateMinutes: 25 },
    ],
    [
      'without a promise is broken after those 15 minutes',
      { ...searching, promisedArrival: null, timeBookingStartTimestamp: at(-17) },
      undefined,
      broken,
    ],
    [
      'is kept once the taxi has arrived in time',
      { timeServiceArrival: at(-1) },
      says(9),
      { ...kept, expected: at(-1) },
    ],
    [
      'is broken but no longer makes the booking rise once the taxi has arrived late',
      { promisedArrival: at(-9), timeServiceArrival: at(-2) },
      says(1),
      over,
    ],
    ['is not judged on board', { statusDispatch: 2500 }, says(60), { arrival: 'none', isRising: false }],
    [
      'does not make a cancelled booking rise',
      { status: -40, promisedArrival: at(-9) },
      undefined,
      { isRising: false },
    ],
  ])('%s', (_, change, position, state) =>
    expect(promiseOf({ ...promised, ...change }, { position, now })).toMatchObject(state),
  )
})

it('judges a promise by the tenant’s limit and the fleet’s usual answer time', () => {
  const asked = { ...promised, ...searching, promisedArrival: null, timeBookingStartTimestamp: at(-4) }
  const known = { now, asapLimitMinutes: 5 }
  expect(promiseOf(asked, known)).toMatchObject({ due: at(1), arrival: 'risk' })
  expect(promiseOf(asked, { ...known, usualAnswerMs: minutes(5) })).toMatchObject({ arrival: 'kept', isRising: false })
  expect(isLate(asked, { now: at(3), asapLimitMinutes: 5 })).toBe(true)
  expect(isLate(asked, { now: at(3) })).toBe(false)
})

it.each([
  ['as soon as possible', {}, 14],
  ['at a time of its own', { asap: false }, 0],
  ['on board', { statusDispatch: 2500 }, 0],
])('counts the minutes waited for a taxi %s', (_, change, waited) =>
  expect(waitingMinutes({ ...promised, timeBookingStartTimestamp: at(-14.5), ...change }, now)).toBe(waited),
)

describe('a price', () => {
  it.each([
    ['is kept if the estimate is the same', { promisedPrice: 12, priceEstimated: 12 }, 'kept', false],
    ['is kept within a cent', { promisedPrice: 12, priceEstimated: 12.01 }, 'kept', false],
    ['is at risk if the estimate is higher', { promisedPrice: 12, priceEstimated: 12.02 }, 'risk', true],
    [
      'is at risk if the settled price is higher',
      { promisedPrice: 12, priceEstimated: 9, priceCustomerTotal: 14 },
      'risk',
      true,
    ],
    ['is not judged if none was promised', { promisedPrice: null, priceEstimated: 12 }, 'none', false],
    ['is not judged without an estimate', { promisedPrice: 12, priceEstimated: null }, 'none', false],
    [
      'at risk does not make the booking rise once on board',
      { promisedPrice: 12, priceEstimated: 20, statusDispatch: 2500 },
      'risk',
      false,
    ],
  ] as const)('%s', (_, change, price, isRising) =>
    expect(promiseOf({ ...promised, ...change }, { now })).toMatchObject({ price, isRising }),
  )
})

it('a booking that rises has no expected arrival in the past, and the time to tell is never before the expected arrival', () => {
  const minute = fc.integer({ min: -600, max: 600 })
  fc.assert(
    fc.property(
      fc.record({
        promise: fc.option(minute),
        start: minute,
        eta: fc.option(fc.nat(90)),
        said: minute,
        asap: fc.boolean(),
      }),
      fc.constantFrom(10, 20, -30, 30, -40),
      fc.constantFrom(949, 1300, 2000, 2500, 3000, -8000, -9999, null),
      ({ promise, start, eta, said, asap }, status, statusDispatch) => {
        const booking = {
          ...{ status, statusDispatch, asap, timeBookingStartTimestamp: at(start) },
          promisedArrival: promise === null ? null : at(promise),
        }
        const state = promiseOf(booking, { position: says(eta, at(said)), now })
        expect(state.lateMinutes).toBeGreaterThanOrEqual(0)
        if (state.arrival === 'risk') expect(state.expected).toBeGreaterThan((state.due as number) + minutes(1))
        if (isLate(booking, { now })) expect(state).toMatchObject({ arrival: 'broken', isRising: true })
        if (state.expected !== null && state.isRising) expect(state.expected).toBeGreaterThanOrEqual(now)
        expect(arrivalToTell(state, now)).toBeGreaterThanOrEqual(state.expected ?? now)
        expect(arrivalToTell(state, now) % minutes(1)).toBe(0)
      },
    ),
  )
})

it.each([
  ['to come', 12, undefined],
  ['of a clock that goes wrong', -2, undefined],
  ['that is over', -3, 'problems.dateInPast'],
])('checks whether an arrival %s may be told', (_, minute, problem) =>
  expect(arrivalProblem(at(minute), now)).toBe(problem),
)

it('refuses a missing arrival', () => expect(arrivalProblem(undefined, now)).toBe('problems.timeRequired'))

it.each([
  ['dearer', { promisedPrice: 12, priceEstimated: 14 }, 14],
  ['settled dearer', { promisedPrice: 12, priceEstimated: 14, priceCustomerTotal: 15 }, 15],
  ['as it was told', { promisedPrice: 12, priceEstimated: 12 }, null],
  ['never told', { priceEstimated: 12 }, null],
])('gives the price to tell if it is %s', (_, change, told) =>
  expect(priceToTell({ ...promised, ...change })).toBe(told),
)

it.each([
  ['searching', 10, 949, true],
  ['locked', 10, -9999, true],
  ['let go', -30, null, true],
  ['committed', 10, 1300, false],
  ['confirmed by its fleet', 20, 2000, false],
  ['confirmed by a person', 20, -8000, false],
  ['finished', 30, 3000, false],
  ['in the wizard', 5, null, false],
])('a booking that is %s has no taxi yet at %i and %s: %s', (_, status, statusDispatch, unassigned) =>
  expect(isUnassigned({ status, statusDispatch })).toBe(unassigned),
)

describe('the prepared SMS', () => {
  const booking = { timeZone: 'Europe/Madrid', priceCustomerCurrency: 'EUR' }

  it.each([
    ['Spanish', 'es', {}, 'Su taxi llegará sobre las 08:12. Disculpe la espera.'],
    ['English', 'en', {}, 'Your taxi will arrive at about 08:12. Sorry for the wait.'],
    ['the house', 'es', { tenant: 'Taxi Demo' }, 'Taxi Demo: su taxi llegará sobre las 08:12. Disculpe la espera.'],
  ] as const)('is worded for %s', (_, locale, more, text) =>
    expect(promiseSms(booking, at(12), locale, more)).toBe(text),
  )

  it('uses the local time of the booking', () =>
    expect(promiseSms({ ...booking, timeZone: 'Atlantic/Canary' }, at(12), 'es')).toContain('07:12'))

  it('includes a changed price', () => {
    const plain = promiseSms(booking, at(12), 'es', { price: 14.5 }).replaceAll(/\s/g, ' ')
    expect(plain).toContain('El precio estimado es ahora de 14,50 €.')
  })
})
