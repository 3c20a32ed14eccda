import { describe, expect, it } from 'vitest'
import { estimate } from './estimate.ts'
import { airport, atAirport, centre, rideWith, suburb, tariffWith } from './testing.ts'
import { type Checks, deviationOf, type EndedBooking, validateFinished } from './validate.ts'

// 16.50 by the meter and 1.35 of toll.
const toll = { name: 'R-5', from: suburb, to: null, bothWays: true, price: 1.35 }
const expected = estimate(tariffWith({ tolls: [toll] }), rideWith())
const fixedRoutes = [{ name: 'Airport run', from: centre, to: airport, bothWays: true, price: 33 }]
const fixed = estimate(tariffWith({ fixedRoutes }), rideWith({ destination: atAirport }))

const plain: EndedBooking = { status: 30, clientType: 'normal', priceSupplierTotal: 18, toll: 1.35 }
const checks: Checks = { expected, min: 5, max: 60 }

describe('a finished booking', () => {
  it.each([
    ['is validated when its price is as expected', {}, checks, []],
    ['may cost the least of the fleet’s range', { priceSupplierTotal: 12 }, { ...checks, min: 12, max: 12 }, []],
    [
      'is out of the fleet’s range below it',
      { priceSupplierTotal: 11.99 },
      { ...checks, min: 12 },
      ['priceOutOfRange'],
    ],
    ['is out of the fleet’s range above it', { priceSupplierTotal: 18 }, { ...checks, max: 17 }, ['priceOutOfRange']],
    ['is too cheap below 60 % and the slack', { priceSupplierTotal: 7.7 }, checks, ['priceTooLow']],
    ['may be cheap down to there', { priceSupplierTotal: 7.71 }, checks, []],
    ['is too dear above 150 % and the slack', { priceSupplierTotal: 29.78 }, checks, ['priceTooHigh']],
    ['may be dear up to there', { priceSupplierTotal: 29.77 }, checks, []],
    ['has too high a toll by a cent', { toll: 1.36 }, checks, ['priceTollTooHigh']],
    ['may pay no toll', { toll: null }, checks, []],
    ['must have a price', { priceSupplierTotal: null }, checks, ['priceMissing']],
    ['is not for nothing', { priceSupplierTotal: 0 }, checks, ['priceMissing']],
    ['may cost its fixed price', { priceSupplierTotal: 33, toll: 4 }, { expected: fixed }, []],
    ['is above its fixed price by a cent', { priceSupplierTotal: 33.01 }, { expected: fixed }, ['fixedPriceSupplier']],
    [
      'may break several rules',
      { priceSupplierTotal: 99, toll: 9 },
      checks,
      ['priceOutOfRange', 'priceTooHigh', 'priceTollTooHigh'],
    ],
    ['is looked at when nothing could judge it', {}, {}, ['other']],
    ['is judged by the range where there is no tariff', {}, { min: 5, max: 60 }, []],
    [
      'that was cancelled with charge is not measured by its distance',
      { cancelledWithCharge: true, priceSupplierTotal: 1 },
      checks,
      [],
    ],
  ] satisfies [string, Partial<EndedBooking>, Checks, string[]][])('%s', (_, change, against, errors) => {
    const outcome = validateFinished({ ...plain, ...change }, against)
    expect(outcome).toEqual({ validatedErrors: errors, validated: errors.length === 0 })
  })

  it.each(['events', 'clinicaltrial', 'partners', 'Asistencia'])('of %s is looked at by a person', (clientType) =>
    expect(validateFinished({ ...plain, clientType }, checks).validatedErrors).toEqual(['specialCustomer']),
  )

  it.each(['normal', 'other', 'PYME', null])('of %s is not special', (clientType) =>
    expect(validateFinished({ ...plain, clientType }, checks).validated).toBe(true),
  )
})

it.each([
  ['the user', -20, 'cancelledByUser'],
  ['the call centre', -40, 'cancelledOrRejectedBySupplier'],
  ['being replaced', -60, 'other'],
])('a booking ended by %s says so and nothing of its price', (_, status, error) =>
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
])('a price of %s differs from one of %s by %s of it', (total, estimated, deviation) =>
  expect(deviationOf(total, estimated)).toBe(deviation),
)
