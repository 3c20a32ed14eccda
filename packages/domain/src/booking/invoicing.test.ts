import { describe, expect, it } from 'vitest'
import { bookingStatus } from '../codes.ts'
import { invoicingStatus, isToInvoice, modificationProblem, modificationStep } from './invoicing.ts'

describe('a request to change a service', () => {
  it.each([
    ['a duplicate', { reason: 0 }, undefined],
    ['a wrong price with the right one', { reason: 1, price: 0 }, undefined],
    ['a wrong price without the right one', { reason: 1 }, 'problems.amountInvalid'],
    ['a wrong price that is not a number', { reason: 1, price: Number.NaN }, 'problems.amountInvalid'],
    ['a wrong price below nothing', { reason: 1, price: -0.01 }, 'problems.priceNegative'],
    ['reason 2, which there is not', { reason: 2 }, 'problems.reasonRequired'],
    ['a ride that does not belong here', { reason: 3 }, undefined],
  ])('is checked: %s', (_, request, problem) => expect(modificationProblem(request)).toBe(problem))

  const service = { status: bookingStatus.finished, validated: true, statusInvoicing: invoicingStatus.free }

  it('is made for a free service and removed from a pending one', () => {
    expect(modificationStep(service)).toBe('request')
    expect(modificationStep({ ...service, statusInvoicing: invoicingStatus.pending })).toBe('remove')
  })

  it('is refused once the service is invoiced, and before it is validated', () => {
    expect(modificationStep({ ...service, statusInvoicing: invoicingStatus.invoiced })).toEqual({
      problem: 'problems.alreadyInvoiced',
    })
    expect(modificationStep({ ...service, validated: false })).toEqual({ problem: 'problems.notToInvoice' })
  })
})

it.each([
  [bookingStatus.finished, true, true],
  [bookingStatus.finished, false, false],
  [bookingStatus.cancelledByUser, true, false],
])('status %i with validated %s is a service to invoice: %s', (status, validated, is) =>
  expect(isToInvoice({ status, validated })).toBe(is),
)
