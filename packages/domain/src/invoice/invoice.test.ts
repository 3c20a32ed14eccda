import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceCode, invoicesOf, isTaxPercent, taxedLines } from './invoice.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

const service = fc.record({
  idBooking: fc.nat(),
  currency: fc.constantFrom('EUR', 'GBP', 'USD'),
  total: fc.integer({ min: 1, max: 99_999_999 }),
})
const services = fc.uniqueArray(service, { selector: ({ idBooking }) => idBooking, maxLength: 60 })
const percent = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100)

describe('an invoice', () => {
  it('neither loses nor gains a cent, whatever the prices and the tax rate', () =>
    fc.assert(
      fc.property(services, percent, (given, taxPercent) => {
        const invoices = invoicesOf(given, taxPercent)
        expect(sum(invoices.map(({ total }) => total))).toBe(sum(given.map(({ total }) => total)))
        for (const { lines, net, tax, total } of invoices) {
          expect(net + tax).toBe(total)
          expect(sum(lines.map((line) => line.total))).toBe(total)
          expect(sum(lines.map((line) => line.net))).toBe(net)
          expect(sum(lines.map((line) => line.tax))).toBe(tax)
          // The net total is rounded once, so it is at most half a cent off.
          expect(Math.abs(net - (total * 100) / (100 + taxPercent))).toBeLessThanOrEqual(0.5 + 1e-6)
          for (const line of lines) {
            expect(line.net + line.tax).toBe(line.total)
            expect(line.tax).toBeGreaterThanOrEqual(0)
            expect(Math.abs(line.net - (line.total * 100) / (100 + taxPercent))).toBeLessThan(1 + 1e-6)
          }
        }
      }),
    ))

  it('lists each service once, with the others of its currency and in order', () =>
    fc.assert(
      fc.property(services, percent, (given, taxPercent) => {
        const invoices = invoicesOf(given, taxPercent)
        const ids = invoices.flatMap(({ lines }) => lines.map(({ idBooking }) => idBooking))
        expect([...ids].sort()).toEqual(given.map(({ idBooking }) => idBooking).sort())
        for (const { currency, lines } of invoices)
          expect(lines.map(({ idBooking }) => idBooking)).toEqual(
            given.filter((one) => one.currency === currency).map(({ idBooking }) => idBooking),
          )
      }),
    ))

  it('gives leftover cents to the lines that lost most by rounding', () => {
    const { lines, net, tax, total } = taxedLines([{ total: 100 }, { total: 105 }, { total: 100 }], 10)
    expect([net, tax, total]).toEqual([277, 28, 305])
    expect(lines.map((line) => line.net)).toEqual([91, 95, 91])
  })

  it('is all net without tax', () =>
    expect(taxedLines([{ total: 1 }, { total: 12_345 }], 0)).toMatchObject({ net: 12_346, tax: 0, total: 12_346 }))
})

it.each([
  [10, true],
  [5.5, true],
  [0, true],
  [100, true],
  [10.125, false],
  [-1, false],
  [101, false],
])('accepts %d per cent as a tax rate: %s', (rate, isOne) => expect(isTaxPercent(rate)).toBe(isOne))

it('numbers invoices by year', () => expect(invoiceCode(2026, 42)).toBe('F2026-00042'))
