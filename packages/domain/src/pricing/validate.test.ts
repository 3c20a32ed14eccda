import { describe, expect, it } from 'vitest'
import { estimate } from './estimate.ts'
import { airport, atAirport, centre, rideWith, suburb, tariffWith } from './testing.ts'
import { type Checks, deviationOf, type EndedBooking, validateFinished } from './validate.ts'

// 16.50 by the meter plus a toll of 1.35.
const toll = { name: 'R-5', from: suburb, to: null, bothWays: true, price: 1.35 }
const expected = estimate(tariffWith({ tolls: [toll] }), rideWith())
const fixedRoutes = [{ name: 'Airport run', from: centre, to: airport, bothWays: true, price: 33 }]
const fixed = estimate(tariffWith({ fixedRoutes }), rideWith({ destination: atAirport }))

const plain: EndedBooking = { status: 30, clientType: 'normal', priceSupplierTotal: 18, toll: 1.35 }
const checks: Checks = { expected, min: 5, max: 60 }

describe('a finished booking', () => {
  it.each([
    ['is validated when its price is as expected', {}, checks, []],
    ['may cost exactly a limit of the fleet’s range', { priceSupplierTotal: 12 }, { ...checks, min: 12, max: 12 }, []],
    [
      'is out of range below the fleet’s minimum',
      { priceSupplierTotal: 11.99 },
      { ...checks, min: 12 },
      ['priceOutOfRange'],
    ],
    [
      'is out of range above the fleet’s maximum',
      { priceSupplierTotal: 18 },
      { ...checks, max: 17 },
      ['priceOutOfRange'],
    ],
    ['is too cheap below 60 % minus the tolerance', { priceSupplierTotal: 7.7 }, checks, ['priceTooLow']],
    ['is not too cheap at exactly that price', { priceSupplierTotal: 7.71 }, checks, []],
    ['is too expensive above 150 % plus the tolerance', { priceSupplierTotal: 29.78 }, checks, ['priceTooHigh']],
    ['is not too expensive just below that price', { priceSupplierTotal: 29.77 }, checks, []],
    ['has too high a toll if it is a cent more', { toll: 1.36 }, checks, ['priceTollTooHigh']],
    ['may have no toll', { toll: null }, checks, []],
    ['must have a price', { priceSupplierTotal: null }, checks, ['priceMissing']],
    ['may not cost zero', { priceSupplierTotal: 0 }, checks, ['priceMissing']],
    ['may cost its fixed price', { priceSupplierTotal: 33, toll: 4 }, { expected: fixed }, []],
    [
      'may not exceed its fixed price by a cent',
      { priceSupplierTotal: 33.01 },
      { expected: fixed },
      ['fixedPriceSupplier'],
    ],
    [
      'can fail several checks',
      { priceSupplierTotal: 99, toll: 9 },
      checks,
      ['priceOutOfRange', 'priceTooHigh', 'priceTollTooHigh'],
    ],
    ['needs review if nothing can check its price', {}, {}, ['other']],
    ['is checked against the range if there is no tariff', {}, { min: 5, max: 60 }, []],
    [
      'that was cancelled with charge is not checked against tariff or range',
      { cancelledWithCharge: true, priceSupplierTotal: 1 },
      checks,
      [],
    ],
  ] satisfies [string, Partial<EndedBooking>, Checks, string[]][])('%s', (_, change, against, errors) => {
    const outcome = validateFinished({ ...plain, ...change }, against)
    expect(outcome).toEqual({ validatedErrors: errors, validated: errors.length === 0 })
  })

  it.each(['events', 'clinicaltrial', 'partners', 'Asistencia'])(
    'of client type %s needs review by a person',
    (clientType) =>
      expect(validateFinished({ ...plain, clientType }, checks).validatedErrors).toEqual(['specialCustomer']),
  )

  it.each(['normal', 'other', 'PYME', null])('of client type %s is not special', (clientType) =>
    expect(validateFinished({ ...plain, clientType }, checks).validated).toBe(true),
  )
})

it.each([
  ['the user', -20, 'cancelledByUser'],
  ['the call centre', -40, 'cancelledOrRejectedBySupplier'],
  ['being replaced', -60, 'other'],
])('a booking ended by %s has that as its only error, whatever its price', (_, status, error) =>
  expect(validateFinished({ ...plain, status, priceSupplierTotal: null }, checks)).toEqual({
    validatedErrors: [error],
    validated: false,
  }),
)

it.each([
  [15, 12, 0.25],
  [9, 12, -0.25],
  [12, 12, 0],
  [null, 12, undefined],
  [Number.NaN, 12, undefined],
  [12, null, undefined],
  [12, 0, undefined],
])('a price of %s deviates from %s by %s', (total, estimated, deviation) =>
  expect(deviationOf(total, estimated)).toBe(deviation),
)
