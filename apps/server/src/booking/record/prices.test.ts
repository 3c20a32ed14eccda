import { lockBooking, theHouse, type Work } from '@parada/db/queries/booking-changes'
import { findPriceDetails } from '@parada/db/queries/price-details'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { rideDistanceMetres } from '@parada/domain/places/geo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wayBetween } from '../../roads/way-between.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { estimatePrice, keepEstimate, settlePrice } from './prices.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const tenant = { id: 1, subdomain: 'demo' }
// The seed has tariffs for the years around now; this is noon on a Wednesday in March.
const year = new Date().getUTCFullYear()
const start = Date.UTC(year, 2, 1 + ((10 - new Date(Date.UTC(year, 2, 1)).getUTCDay()) % 7), 11)
const minute = 60_000

/** Rolls back what was written, so that each test starts from the seed. */
class Undo extends Error {}
const inWork = async <T>(run: (work: Work, booking: BookingRecord) => Promise<T>, by = theHouse) => {
  let result: T | undefined
  await server.database
    .inTenant(tenant.id, async (tx) => {
      const [found] = await tx.selectFrom('booking').select('id').orderBy('id').limit(1).execute()
      const booking = await lockBooking(tx, tenant.id, found?.id ?? 0)
      if (!booking) throw new Error('No booking')
      const ride = {
        ...booking,
        idFleet: 29,
        origin: { addressField: 'Puerta del Sol', lat: 40.4169, lon: -3.7035 },
        destination: { addressField: 'Getafe', lat: 40.3083, lon: -3.7327 },
        stops: '',
        timeBookingStart: start,
        idPaymentAccount: null,
      }
      result = await run({ tx, tenant, by, now: new Date(start) }, ride)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  return result as T
}

const finished = (booking: BookingRecord, change: Partial<BookingRecord> = {}): BookingRecord => ({
  ...booking,
  status: 30,
  timeServiceArrival: start,
  timeBookingArrival: start,
  timeBookingFinish: start + 30 * minute,
  ...change,
})

it('stores the estimate with the booking, and its price lines separately', async () => {
  const [change, details] = await inWork(async (work, booking) => [
    await keepEstimate(work, booking),
    await findPriceDetails(work.tx, 1, booking.id),
  ])
  expect(change).toMatchObject({ priceCustomerType: 1, priceCustomerCurrency: 'EUR' })
  expect(change?.distanceMeters).toBeGreaterThan(15_000)
  expect(change).not.toHaveProperty('priceSupplierTotal')
  expect(details?.estimationDetailsSupplier?.estimatedPrice).toBeGreaterThan(20)
  expect(details?.totalDetailsSupplier).toBeNull()
})

it('settles a finished booking of protocol 1 by the tariff and stores the price lines', async () => {
  const [change, details] = await inWork(async (work, booking) => [
    await settlePrice(work, finished(booking)),
    await findPriceDetails(work.tx, 1, booking.id),
  ])
  expect(change).toMatchObject({ priceSupplierType: 3, toll: 0, validated: true, validatedErrors: [] })
  expect(change?.priceSupplierTotal).toBeGreaterThan(20)
  expect(change?.priceCustomerTotal).toBe(change?.priceSupplierTotal)
  expect(details?.totalDetailsSupplier?.realPrice).toBe(change?.priceSupplierTotal)
  expect(details?.totalDetailsSupplier?.estimationLines.find(({ concept }) => concept === 'time')?.quantity).toBe(30)
})

it.each([
  ['a price as expected', { priceSupplierTotal: 25 }, []],
  ['a price far too low', { priceSupplierTotal: 8 }, ['priceTooLow']],
  ['a price far too high', { priceSupplierTotal: 58 }, ['priceTooHigh']],
  ['a price out of the fleet’s range', { priceSupplierTotal: 300 }, ['priceOutOfRange', 'priceTooHigh']],
  ['a toll where there is none', { priceSupplierTotal: 25, toll: 3 }, ['priceTollTooHigh']],
  ['a price of the other protocol that never came', { idFleet: 31 }, ['priceMissing']],
  ['a special customer', { priceSupplierTotal: 25, clientType: 'events' }, ['specialCustomer']],
  ['a cancelled ride', { status: -20 }, ['cancelledByUser']],
  [
    'more than the fixed price',
    { priceSupplierTotal: 40, destination: { addressField: 'Barajas T4', lat: 40.4917, lon: -3.5934 } },
    ['fixedPriceSupplier'],
  ],
] satisfies [string, Partial<BookingRecord>, string[]][])('validates %s', async (_, change, errors) => {
  const settled = await inWork((work, booking) => settlePrice(work, finished(booking, change)))
  expect(settled).toMatchObject({ validatedErrors: errors, validated: errors.length === 0 })
})

it('records who set the price', async () => {
  const typeBy = async (by: Work['by']) =>
    (await inWork((work, booking) => settlePrice(work, finished(booking, { priceSupplierTotal: 25 })), by))
      .priceSupplierType
  expect(await typeBy({ idUser: 101, who: 'Ana' })).toBe(4)
  expect(await typeBy({ idFleet: 29, who: 'Fleet' })).toBe(1)
})

it('prices several fleets at once and leaves out an unknown one', async () => {
  const prices = await inWork((work, { origin, destination }) =>
    estimatePrice(work, { idFleets: [31, 987_654, 29], origin, destination, start }),
  )
  expect(prices.map(({ idFleet }) => idFleet)).toEqual([31, 29])
})

it('estimates along the streets where they are known, and by the straight line times 1.6 elsewhere', async () => {
  const [origin, destination] = [
    { lat: 36.5292, lon: -6.2951 },
    { lat: 36.5068, lon: -6.2745 },
  ]
  const [way, price, kept] = await inWork(async (work, booking) => [
    await wayBetween([origin, destination]),
    (await estimatePrice(work, { idFleets: [29], origin, destination, start }))[0],
    await keepEstimate(work, {
      ...booking,
      idFleet: null,
      origin: { addressField: 'Catedral', ...origin },
      destination: { addressField: 'Cortadura', ...destination },
    }),
  ])
  expect(way.source).toBe('streets')
  expect(price?.distanceMeters).toBe(way.metres)
  expect(kept.distanceMeters).toBe(way.metres)
  expect(price?.estimatedMinTimeMinutes).toBeLessThanOrEqual((way.seconds / 60) * 1.4)
  expect(price?.estimatedMaxTimeMinutes).toBeGreaterThanOrEqual(way.seconds / 60)
  const elsewhere = await inWork((work, booking) => keepEstimate(work, booking))
  expect(elsewhere.distanceMeters).toBe(
    rideDistanceMetres({ lat: 40.4169, lon: -3.7035 }, { lat: 40.3083, lon: -3.7327 }),
  )
})
