import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingStatus } from '../codes.ts'
import {
  applyEdit,
  asksConfirmation,
  editTargets,
  extraValidationProblem,
  hasPriceWarning,
  needsExtraValidation,
  removeErrors,
  validatedErrorKeys,
} from './edit.ts'

const finished = {
  status: 30,
  priceSupplierTotal: 20,
  priceCustomerTotal: 22,
  priceSupplierType: 1,
  priceCustomerType: 3,
  priceCustomerMultiplier: 10,
  toll: 3,
  idSupplierTaxi: 77,
}

describe('the targets of an edit', () => {
  it.each([
    [30, [30, -40]],
    [-40, [30, -40]],
    [-20, [30, -20]],
    [5, [30, -20, -40, -60]],
    [10, [30, -20, -40, -60]],
    [20, [30, -20, -40, -60]],
    [-30, [30, -20, -40, -60]],
    [-10, [30, -20, -40, -60]],
    [-60, [30, -20, -40, -60]],
  ])('from %i are %j (L-064)', (status, targets) => expect(editTargets(status)).toEqual(targets))

  it('exclude every other status', () => {
    expect(applyEdit(finished, { status: -20 })).toEqual({ problem: 'problems.actionNotAllowed' })
    expect(applyEdit({ ...finished, status: 10 }, { status: 20 })).toEqual({ problem: 'problems.actionNotAllowed' })
  })
})

describe('an edit', () => {
  it('keeps a finished booking’s prices except those typed', () => {
    expect(applyEdit(finished, { status: 30 })).toEqual({ booking: finished })
    expect(applyEdit(finished, { status: 30, priceSupplierTotal: 25, toll: 0 })).toEqual({
      booking: { ...finished, priceSupplierTotal: 25, toll: 0 },
    })
  })

  it.each([
    [-20, 0],
    [-60, 0],
    [-40, null],
  ])('to %i clears prices and toll (B-079, L-065)', (status, toll) =>
    expect(applyEdit({ ...finished, status: 10 }, { status })).toMatchObject({
      booking: { status, priceSupplierTotal: 0, priceCustomerTotal: 0, toll, cancelledWithCharge: false },
    }),
  )

  it.each([30, 10, -40])('from %i to -40 resets toll to null, both totals and the taxi to 0 (B-080)', (status) =>
    expect(applyEdit({ ...finished, status }, { status: -40 })).toMatchObject({
      booking: { status: -40, toll: null, priceSupplierTotal: 0, priceCustomerTotal: 0, idSupplierTaxi: 0 },
    }),
  )

  it.each([
    [10, -20],
    [10, -40],
    [-20, -20],
    [30, -40],
  ])(
    'from %i to %i with a supplier price finishes the booking as cancelled with charge (B-081, L-066)',
    (from, status) =>
      expect(
        applyEdit({ ...finished, status: from }, { status, priceSupplierTotal: 8, priceCustomerTotal: 9, toll: 0 }),
      ).toMatchObject({
        booking: {
          status: 30,
          cancelledWithCharge: true,
          priceSupplierType: 4,
          priceCustomerType: 4,
          priceSupplierTotal: 8,
          priceCustomerTotal: 9,
          toll: 0,
          idSupplierTaxi: 77,
        },
      }),
  )

  it('charges the customer by the multiplier when only the supplier price was typed', () =>
    expect(applyEdit({ ...finished, status: 10 }, { status: -40, priceSupplierTotal: 8 })).toMatchObject({
      booking: { status: 30, priceCustomerTotal: 8.8 },
    }))

  it('does not charge for a replaced booking', () =>
    expect(applyEdit({ ...finished, status: 10 }, { status: -60, priceSupplierTotal: 8 })).toMatchObject({
      booking: { status: -60, priceSupplierTotal: 0 },
    }))

  it('removes an earlier charge', () =>
    expect(applyEdit({ ...finished, cancelledWithCharge: true }, { status: -40 })).toMatchObject({
      booking: { status: -40, cancelledWithCharge: false },
    }))

  it.each(['priceSupplierTotal', 'priceCustomerTotal', 'toll'])('is refused with a negative %s', (field) =>
    expect(applyEdit(finished, { status: 30, [field]: -0.01 })).toEqual({ problem: 'problems.priceNegative' }),
  )

  const amount = fc.option(fc.double({ min: -50, max: 500, noNaN: true }), { nil: undefined })

  it('never leaves negative amounts, whatever the order of edits', () => {
    const edit = fc.record({
      status: fc.constantFrom(...Object.values(bookingStatus)),
      priceSupplierTotal: amount,
      priceCustomerTotal: amount,
      toll: amount,
    })
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(bookingStatus)), fc.array(edit), (status, edits) => {
        let booking = { ...finished, status: status as number }
        for (const one of edits) {
          const outcome = applyEdit(booking, one)
          if ('booking' in outcome) booking = outcome.booking
          for (const money of [booking.priceSupplierTotal, booking.priceCustomerTotal, booking.toll ?? 0])
            expect(money).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('ticked errors', () => {
  const faulty = { status: 30, validated: false, validatedErrors: ['priceTooLow', 'other'], priceCustomerType: 3 }

  it.each([
    [
      'are removed, and remaining errors keep the booking unvalidated (B-082, L-067)',
      ['other'],
      ['priceTooLow'],
      false,
    ],
    ['validate the booking once none is left (B-082, L-067)', ['other', 'priceTooLow'], [], true],
    ['that the booking does not have change nothing', ['priceMissing'], ['priceTooLow', 'other'], false],
  ])('%s', (_, ticked, validatedErrors, validated) =>
    expect(removeErrors(faulty, ticked)).toMatchObject({ validatedErrors, validated }),
  )

  it.each([
    [
      'set both price types to 4 when a finished booking becomes validated (B-083, L-067)',
      30,
      faulty.validatedErrors,
      4,
    ],
    ['keep the price types while an error is left (B-083, L-067)', 30, ['other'], 3],
    ['keep the price types of a booking that is not finished (B-083, L-067)', -40, faulty.validatedErrors, 3],
  ])('%s', (_, status, ticked, type) =>
    expect(removeErrors({ ...faulty, status, priceSupplierType: 3 }, ticked)).toMatchObject({
      priceSupplierType: type,
      priceCustomerType: type,
    }),
  )

  it('leave a booking without errors unchanged', () => {
    const plain = { status: 30, validated: false, validatedErrors: [] }
    expect(removeErrors(plain, ['other'])).toBe(plain)
  })
})

describe('the extra validation', () => {
  const reasons = { keyValidationReason: 'other', additionalReason: 'Agreed with the customer' }
  it.each([
    ['is not needed below 301 (B-084)', { priceSupplierTotal: 300.99, priceCustomerTotal: 300.99 }, false],
    ['is needed from a supplier total of 301 (B-084)', { priceSupplierTotal: 301, priceCustomerTotal: 0 }, true],
    ['is needed from a customer total of 301 (B-084)', { priceSupplierTotal: null, priceCustomerTotal: 301 }, true],
  ])('%s', (_, totals, needed) => {
    const problem = needed ? 'problems.validationReasonRequired' : undefined
    expect(needsExtraValidation(totals)).toBe(needed)
    expect(extraValidationProblem(totals)).toBe(problem)
    expect(extraValidationProblem({ ...totals, ...reasons, additionalReason: ' ' })).toBe(problem)
    expect(extraValidationProblem({ ...totals, ...reasons, keyValidationReason: null })).toBe(problem)
    expect(extraValidationProblem({ ...totals, ...reasons })).toBeUndefined()
  })
})

it.each([
  [10, 9.99, true],
  [10, 10, false],
  [10, 11, false],
  [10, null, true],
  [null, null, false],
])(
  'a supplier price of %s and a customer price of %s need confirmation: %s',
  (priceSupplierTotal, priceCustomerTotal, asks) =>
    expect(asksConfirmation({ priceSupplierTotal, priceCustomerTotal })).toBe(asks),
)

it('five of the validated errors warn about the price', () => {
  const warning = ['priceTooLow', 'priceTooHigh', 'priceTollTooHigh', 'priceOutOfRange', 'priceMissing']
  expect(validatedErrorKeys.filter((key) => hasPriceWarning([key]))).toEqual(warning)
  expect(hasPriceWarning(['other', 'priceMissing'])).toBe(true)
  expect(hasPriceWarning([])).toBe(false)
  expect(hasPriceWarning(null)).toBe(false)
})
