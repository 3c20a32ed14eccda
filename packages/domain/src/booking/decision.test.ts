import { describe, expect, it } from 'vitest'
import { bookingStatus } from '../codes.ts'
import { decide } from './decision.ts'

const ride = {
  id: 1,
  status: bookingStatus.finished,
  validated: false,
  validatedErrors: ['priceTooLow'],
  priceSupplierTotal: 4,
  priceCustomerTotal: 5,
  priceSupplierType: 1,
  priceCustomerType: 1,
  priceCustomerMultiplier: 25,
  cancelledWithCharge: false,
  keyValidationReason: '',
  additionalReason: '',
}

describe('a decision on all bookings with the same error', () => {
  it('accepts the price as it is, and validates bookings without other errors', () => {
    expect(decide(ride, { cause: 'priceTooLow', decision: 'accept' }, 10)).toEqual({
      change: { ...ride, validated: true, validatedErrors: [], priceSupplierType: 4, priceCustomerType: 4 },
    })
    const twice = { ...ride, validatedErrors: ['priceTooLow', 'specialCustomer'] }
    expect(decide(twice, { cause: 'priceTooLow', decision: 'accept' }, 10)).toMatchObject({
      change: { validated: false, validatedErrors: ['specialCustomer'], priceSupplierTotal: 4 },
    })
  })

  it('sets the expected price, derives the customer’s, and clears all price errors', () =>
    expect(
      decide(
        { ...ride, validatedErrors: ['priceTooLow', 'priceOutOfRange'] },
        { cause: 'priceTooLow', decision: 'expected' },
        10,
      ),
    ).toMatchObject({
      change: { priceSupplierTotal: 10, priceCustomerTotal: 12.5, validated: true, validatedErrors: [] },
    }))

  it('refuses bookings that need individual review', () => {
    const asked = { cause: 'priceTooLow', decision: 'expected' } as const
    expect(decide(ride, asked, null)).toEqual({ problem: 'problems.noExpectedPrice' })
    expect(decide({ ...ride, status: bookingStatus.cancelledByUser }, asked, 10)).toEqual({
      problem: 'problems.actionNotAllowed',
    })
    expect(decide(ride, { cause: 'cancelledByUser', decision: 'expected' }, 10)).toEqual({
      problem: 'problems.actionNotAllowed',
    })
    expect(decide(ride, asked, 400)).toEqual({ problem: 'problems.validationReasonRequired' })
  })

  it('accepts a price that is too high only with a reason', () => {
    const high = { ...ride, validatedErrors: ['priceTooHigh'] }
    const asked = { cause: 'priceTooHigh', decision: 'accept' } as const
    expect(decide(high, asked, 10)).toEqual({ problem: 'problems.validationReasonRequired' })
    expect(decide(high, { ...asked, reason: ' Strike, roads closed ' }, 10)).toMatchObject({
      change: { validated: true, keyValidationReason: 'other', additionalReason: 'Strike, roads closed' },
    })
  })
})
