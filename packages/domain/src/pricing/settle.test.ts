import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumOf } from './money.ts'
import { type PricedFleet, type SettledBooking, type Settlement, settle } from './settle.ts'
import { rideWith, suburb, tariffWith } from './testing.ts'

const toll = { name: 'R-5', from: suburb, to: null, bothWays: true, price: 1.35 }
const tariff = tariffWith({ tolls: [toll] })

const bookingWith = (change: Partial<SettledBooking> = {}): SettledBooking => ({
  status: 30,
  clientType: 'normal',
  priceSupplierTotal: null,
  priceCustomerTotal: null,
  priceSupplierType: null,
  priceCustomerType: null,
  priceCustomerMultiplier: null,
  toll: null,
  tollSupplier: null,
  tollCustomer: null,
  promisedPrice: null,
  ...change,
})

const fleetWith = (change: Partial<PricedFleet> = {}): PricedFleet => ({
  priceProtocol: 1,
  priceCustomerType: 3,
  estimatedMinPrice: null,
  estimatedMaxPrice: null,
  ...change,
})

type Change = Partial<Omit<Settlement, 'booking' | 'fleet'>> & {
  booking?: Partial<SettledBooking>
  fleet?: Partial<PricedFleet>
}
const settled = ({ booking, fleet, ...change }: Change) =>
  settle({
    booking: bookingWith(booking),
    fleet: fleetWith(fleet),
    tariff,
    planned: rideWith(),
    driven: rideWith(),
    multiplierPercent: 10,
    isByOperator: false,
    ...change,
  })

const prices = (change: Change) => {
  const { change: found } = settled(change)
  return 'priceSupplierTotal' in found
    ? [found.priceSupplierTotal, found.priceSupplierType, found.priceCustomerTotal, found.toll, found.validatedErrors]
    : found.validatedErrors
}

describe('settling', () => {
  it.each([
    ['uses our tariff’s price for protocol 1 (B-112)', {}, [17.85, 3, 19.64, 1.35, []]],
    [
      'waits for the supplier’s price for protocol 2 (B-112)',
      { fleet: { priceProtocol: 2 } },
      [null, null, null, null, ['priceMissing']],
    ],
    ['keeps the price reported by the supplier', { booking: { priceSupplierTotal: 20 } }, [20, 1, 22, null, []]],
    [
      'marks a price typed by an operator',
      { booking: { priceSupplierTotal: 20 }, isByOperator: true },
      [20, 4, 22, null, []],
    ],
    [
      'keeps a price type already set',
      { booking: { priceSupplierTotal: 20, priceSupplierType: 5 } },
      [20, 5, 22, null, []],
    ],
    ['replaces the tariff’s toll with the toll actually paid', { booking: { toll: 1 } }, [17.5, 3, 19.25, 1, []]],
    ['prices the ride as it was driven', { driven: rideWith({ minutes: 30 }) }, [18.85, 3, 20.74, 1.35, []]],
    ['prefers the booking’s multiplier', { booking: { priceCustomerMultiplier: 50 } }, [17.85, 3, 26.78, 1.35, []]],
    ['prefers the booking’s customer type', { booking: { priceCustomerType: 1 } }, [17.85, 3, 17.85, 1.35, []]],
    [
      'keeps the customer price that the operator typed',
      { booking: { priceCustomerType: 4, priceCustomerTotal: 9 } },
      [17.85, 3, 9, 1.35, []],
    ],
    [
      'limits a limited price to the promised one',
      { booking: { priceCustomerType: 5, promisedPrice: 18 } },
      [17.85, 3, 18, 1.35, []],
    ],
    [
      'limits a limited price without a promise to the upper end of the estimate',
      { booking: { priceCustomerType: 5, priceSupplierTotal: 28 } },
      [28, 1, 23.49, null, []],
    ],
    [
      'finds no price without a tariff',
      { tariff: undefined, fleet: { estimatedMaxPrice: 60 } },
      [null, null, null, null, ['priceMissing']],
    ],
    [
      'does not guess a price without destination or distance',
      { driven: rideWith({ destination: null, distanceMetres: null }) },
      [null, null, null, null, ['priceMissing']],
    ],
    ['leaves a cancelled booking’s prices unchanged', { booking: { status: -20 } }, ['cancelledByUser']],
  ] satisfies [string, Change, unknown][])('%s', (_, change, expected) => expect(prices(change)).toEqual(expected))

  it('writes four blocks: estimate and total, for customer and supplier', () => {
    const { details } = settled({ booking: { priceSupplierTotal: 20 }, driven: rideWith({ minutes: 25 }) })
    expect(details?.estimationDetailsSupplier).toMatchObject({ estimatedPrice: 17.85, realPrice: null })
    expect(details?.estimationDetailsCustomer).toMatchObject({ estimatedPrice: 19.64, realPrice: null })
    expect(details?.totalDetailsSupplier).toMatchObject({ estimatedPrice: 17.85, realPrice: 20 })
    expect(details?.totalDetailsSupplier?.estimationLines.at(-1)).toMatchObject({ concept: 'difference', amount: 1.65 })
    expect(details?.totalDetailsCustomer).toMatchObject({
      estimatedPrice: 19.64,
      realPrice: 22,
      totalLine: { amount: 22 },
    })
  })

  it('writes the supplier’s price as one line if there is no tariff', () => {
    const { details } = settled({ tariff: undefined, booking: { priceSupplierTotal: 20, toll: 2 } })
    expect(details?.totalDetailsSupplier).toMatchObject({
      estimationLines: [{ concept: 'supplier', amount: 18 }],
      tollLines: [{ concept: 'toll', amount: 2 }],
      realPrice: 20,
    })
    expect(details?.estimationDetailsSupplier).toBeUndefined()
  })

  it.each([
    ['a cancelled booking', { booking: { status: -40 } }],
    ['an unknown price', { tariff: undefined }],
  ] satisfies [string, Change][])('writes no blocks for %s', (_, change) =>
    expect(settled(change).details).toBeUndefined(),
  )

  const cents = fc.option(fc.integer({ min: 0, max: 60_000 }).map((value) => value / 100))
  it('never results in a negative price, and every block adds up to its total', () => {
    fc.assert(
      fc.property(
        fc.record({ priceSupplierTotal: cents, priceCustomerTotal: cents, toll: cents, promisedPrice: cents }),
        fc.constantFrom(1, 3, 4, 5, null),
        fc.constantFrom(1, 2),
        fc.option(fc.integer({ min: -200, max: 200 })),
        fc.boolean(),
        (booking, priceCustomerType, priceProtocol, multiplierPercent, hasTariff) => {
          const { change, details } = settled({
            booking: { ...booking, priceCustomerType },
            fleet: { priceProtocol },
            multiplierPercent,
            tariff: hasTariff ? tariff : undefined,
          })
          for (const value of Object.values(change))
            if (typeof value === 'number' && value !== multiplierPercent) expect(value).toBeGreaterThanOrEqual(0)
          expect(change.validated).toBe(change.validatedErrors.length === 0)
          for (const block of Object.values(details ?? {})) {
            if (!block) continue
            const lines = [
              ...block.estimationLines,
              ...block.tollLines,
              ...(block.minimumLine ? [block.minimumLine] : []),
            ]
            expect(sumOf(lines)).toBe(Math.round(block.totalLine.amount * 100))
            expect(block.totalLine.amount).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })
})
