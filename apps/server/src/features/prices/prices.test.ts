import type { FleetPrice, PriceDetails } from '@parada/contract/calls/prices'
import { putPriceDetails } from '@parada/db/queries/price-details'
import { estimate, type PriceBlock } from '@parada/domain/pricing/estimate'
import { sumOf } from '@parada/domain/pricing/money'
import { rideWith, tariffWith } from '@parada/domain/pricing/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let tokens: Record<'everything' | 'operator' | 'dispatcher' | 'newcomer', string>
beforeAll(async () => {
  server = await testServer()
  tokens = {
    everything: await server.signInAs('everything'),
    operator: await server.signInAs('operator'),
    dispatcher: await server.signInAs('dispatcher'),
    newcomer: await server.signInAs('newcomer'),
  }
})
afterAll(() => server.stop())

const sol = { addressField: 'Puerta del Sol', lat: 40.4169, lon: -3.7035 }
const getafe = { addressField: 'Getafe', lat: 40.3083, lon: -3.7327 }
const barajas = { addressField: 'Barajas T4', lat: 40.4917, lon: -3.5934 }

// The seed has tariffs and holidays for the years around the current one.
const year = new Date().getUTCFullYear()
const firstOfMarch = new Date(Date.UTC(year, 2, 1))
const wednesday = 1 + ((10 - firstOfMarch.getUTCDay()) % 7)
/** A Wednesday in March, before the clocks change in Madrid. */
const onWednesday = (hour: number, weeksLater = 0) => Date.UTC(year, 2, wednesday + 7 * weeksLater, hour - 1)
const noon = onWednesday(12)

type Answer = { price: FleetPrice; prices: FleetPrice[] }
const ask = (booking: object, who: keyof typeof tokens = 'everything') =>
  server.ask<Answer>('/api/services/demo/priceEngine', {
    method: 'POST',
    token: tokens[who],
    body: { booking: { origin: sol, destination: getafe, idFleet: 29, timeBookingStart: noon, ...booking } },
  })
const priceOf = async (booking: object = {}) => {
  const { response } = await ask(booking)
  if (!response) throw new Error('No price')
  return response.price
}

const totalOf = ({ estimationLines, tollLines, minimumLine }: PriceBlock) =>
  sumOf([...estimationLines, ...tollLines, ...(minimumLine ? [minimumLine] : [])]) / 100

describe('the price engine', () => {
  it('returns the price for the booking being built (B-160)', async () => {
    const { status, meta, response } = await ask({ priceCustomerType: 3, priceCustomerMultiplier: 10 })
    expect([status, meta.code]).toEqual([200, 200])
    const { price, prices } = response as Answer
    expect(prices).toEqual([price])
    expect(price).toMatchObject({ idFleet: 29, currency: 'EUR', priceCustomerType: 3, priceCustomerMultiplier: 10 })
    expect(price.distanceMeters).toBeGreaterThan(15_000)
    expect(price.distanceMeters).toBeLessThan(25_000)
    const { estimationDetailsSupplier: supplier, estimationDetailsCustomer: customer } = price.details
    expect(supplier?.estimationLines.map(({ concept }) => concept)).toEqual(['flagFall', 'distance', 'time'])
    expect(price.priceSupplierTotal).toBe(totalOf(supplier as PriceBlock))
    expect(price.priceCustomerTotal).toBe(totalOf(customer as PriceBlock))
    expect(price.priceCustomerTotal).toBeCloseTo((price.priceSupplierTotal ?? 0) * 1.1, 2)
    expect(price.estimatedMinPrice).toBeLessThan(price.priceSupplierTotal ?? 0)
    expect(price.estimatedMaxPrice).toBeGreaterThan(price.priceSupplierTotal ?? 0)
    expect(price.estimatedMinTimeMinutes).toBeLessThan(price.estimatedMaxTimeMinutes)
  })

  it('prices each filtered fleet, in their order', async () => {
    const { response } = await ask({ idFleet: 31, fleetsFiltered: '87,31,29' })
    expect(response?.prices.map(({ idFleet }) => idFleet)).toEqual([87, 31, 29])
    expect(response?.price.idFleet).toBe(31)
  })

  it('charges more at night, on a holiday and with a stop on the way', async () => {
    const at = (timeBookingStart: number) => priceOf({ timeBookingStart })
    const ordinary = (await priceOf()).priceSupplierTotal ?? 0
    expect((await at(onWednesday(23))).priceSupplierTotal).toBeGreaterThan(ordinary)
    expect((await at(Date.UTC(year, 11, 8, 11))).priceSupplierTotal).toBeGreaterThan(ordinary)
    expect((await at(onWednesday(12, 1))).priceSupplierTotal).toBe(ordinary)
    expect((await priceOf({ stops: '40.35,-3.9' })).priceSupplierTotal).toBeGreaterThan(ordinary)
  })

  it('prices a ride as soon as possible at the current time', async () => {
    const atOnce = await priceOf({ asap: true, timeBookingStart: onWednesday(23) })
    const now = await priceOf({ timeBookingStart: server.clock.now.getTime() })
    expect(atOnce).toEqual(now)
  })

  it('applies the fixed price to the airport and the tariff of the airport zone', async () => {
    const run = await priceOf({ destination: barajas })
    expect([run.priceSupplierTotal, run.estimatedMinPrice, run.estimatedMaxPrice]).toEqual([33, 33, 33])
    const near = { ...barajas, lat: 40.484, lon: -3.59 }
    const short = await priceOf({ origin: barajas, destination: near })
    const lines = short.details.estimationDetailsSupplier
    expect(totalOf(lines as PriceBlock)).toBe(
      20 + (lines?.estimationLines.find(({ concept }) => concept === 'airport')?.amount ?? 0),
    )
  })

  it.each([
    ['supplier', { priceCustomerType: 1, priceCustomerMultiplier: 50 }, (supplier: number) => supplier],
    ['operator', { priceCustomerType: 4, priceCustomerTotal: 12.34 }, () => 12.34],
    ['limited', { priceCustomerType: 5 }, (supplier: number) => supplier],
  ])('applies the customer price type %s', async (_, change, expected) => {
    const price = await priceOf(change)
    expect(price.priceCustomerTotal).toBe(expected(price.priceSupplierTotal ?? 0))
  })

  it('uses the multiplier of the payment account', async () => {
    const price = await priceOf({ priceCustomerType: 3, idPaymentAccount: 101 })
    expect(price.priceCustomerMultiplier).toBe(10)
    expect(price.priceCustomerTotal).toBeGreaterThan(price.priceSupplierTotal ?? 0)
  })

  it('has no price without a destination', async () => {
    const none = {
      priceSupplierTotal: null,
      priceCustomerTotal: null,
      estimatedMinPrice: null,
      estimatedMaxPrice: null,
    }
    const price = await priceOf({ destination: null })
    expect(price).toMatchObject({ ...none, distanceMeters: 0 })
    expect(price.details).toEqual({ estimationDetailsCustomer: null, estimationDetailsSupplier: null })
  })

  it('has no price but the fleet’s range if the fleet has no tariff', async () => {
    await server.database.inTenant(1, (tx) => tx.deleteFrom('tariff').where('id_fleet', '=', 134).execute())
    const price = await priceOf({ idFleet: 134 })
    expect(price).toMatchObject({ priceSupplierTotal: null, priceCustomerTotal: null, estimatedMinPrice: 4 })
    expect(price.details).toEqual({ estimationDetailsCustomer: null, estimationDetailsSupplier: null })
  })

  it('hides the customer’s price from users who may not see it', async () => {
    const { status, response } = await ask({}, 'operator')
    expect(status).toBe(200)
    expect(JSON.stringify(response)).not.toMatch(/priceCustomerTotal|priceCustomerMultiplier|DetailsCustomer/)
  })

  it.each([
    ['no origin', { origin: null }, 'booking.origin'],
    ['an origin without coordinates', { origin: { addressField: 'Sol' } }, 'origin'],
    ['no fleet', { idFleet: null }, 'idFleet'],
    ['a fleet that does not exist', { idFleet: 987_654 }, 'idFleet'],
    ['a filtered fleet that does not exist', { fleetsFiltered: '29,987654' }, 'fleetsFiltered'],
    ['half a stop', { stops: '40.4' }, 'stops'],
    ['an account that does not exist', { idPaymentAccount: 987_654 }, 'idPaymentAccount'],
    ['an unknown customer type', { priceCustomerType: 2 }, 'booking.priceCustomerType'],
    ['a start beyond the calendar', { timeBookingStart: 8.64e15 }, 'booking.timeBookingStart'],
    ['a negative price', { priceCustomerTotal: -1 }, 'booking.priceCustomerTotal'],
  ])('rejects %s, naming the field', async (_, change, field) => {
    const { status, meta } = await ask(change)
    expect([status, meta.field]).toEqual([400, field])
  })

  it('is closed to users who may not send bookings to the fleet', async () => {
    expect((await ask({}, 'newcomer')).status).toBe(403)
    expect((await ask({ idFleet: 29 }, 'dispatcher')).status).toBe(200)
    expect((await ask({ idFleet: 134 }, 'dispatcher')).status).toBe(403)
  })
})

describe('price details', () => {
  const block = estimate(tariffWith(), rideWith())
  const real = { ...block, realPrice: 18 }
  const details = {
    estimationDetailsCustomer: block,
    estimationDetailsSupplier: block,
    totalDetailsCustomer: real,
    totalDetailsSupplier: real,
  }
  const detailsOf = (id: number, who: keyof typeof tokens = 'everything') =>
    server.ask<PriceDetails>(`/api/service-price-details/demo/${id}`, { token: tokens[who] })
  const bookingOf = async (fleet: number) => {
    const [booking] = await server.database.inTenant(1, (tx) =>
      tx.selectFrom('booking').select('id').where('id_fleet', '=', fleet).orderBy('id').limit(1).execute(),
    )
    return booking?.id ?? 0
  }

  /** The seed's bookings come with estimates, which are removed here. */
  const withoutDetails = async (fleet: number) => {
    const id = await bookingOf(fleet)
    await server.database.inTenant(1, (tx) => tx.deleteFrom('price_detail').where('id_booking', '=', id).execute())
    return id
  }

  it('include the estimates of the demo’s bookings', async () => {
    const { meta, response } = await detailsOf(await bookingOf(29))
    expect(meta.code).toBe(200)
    expect(response?.estimationDetailsSupplier?.estimatedPrice).toBeGreaterThan(2.5)
    expect(response?.totalDetailsSupplier).toBeNull()
  })

  it('O2-52 are returned as meta code 204 without a response when there are none (L-244)', async () => {
    const { status, meta, response } = await detailsOf(await withoutDetails(31))
    expect([status, meta, response]).toEqual([200, { code: 204 }, undefined])
  })

  it('O3-54 have four blocks with the fields of document 3 (L-244, L-239)', async () => {
    const id = await bookingOf(29)
    await server.database.inTenant(1, async (tx) => putPriceDetails(tx, 1, id, details))
    const { status, meta, response } = await detailsOf(id)
    expect([status, meta.code, response]).toEqual([200, 200, details])
    for (const answered of Object.values(response ?? {}))
      expect(Object.keys(answered ?? {}).sort()).toEqual([
        'estimatedPrice',
        'estimationLines',
        'minimumLine',
        'realPrice',
        'tollLines',
        'totalLine',
      ])
  })

  it('keep the estimate when the total comes later', async () => {
    const id = await withoutDetails(87)
    await server.database.inTenant(1, async (tx) => {
      putPriceDetails(tx, 1, id, { estimationDetailsSupplier: block })
      putPriceDetails(tx, 1, id, { totalDetailsSupplier: real })
    })
    expect((await detailsOf(id)).response).toEqual({
      estimationDetailsCustomer: null,
      estimationDetailsSupplier: block,
      totalDetailsCustomer: null,
      totalDetailsSupplier: real,
    })
  })

  it('leave out the customer’s blocks for users who may not see the customer’s price', async () => {
    const { response } = await detailsOf(await bookingOf(29), 'operator')
    expect(response).toEqual({ estimationDetailsSupplier: block, totalDetailsSupplier: real })
  })

  it('return 404 for an unknown booking or one of a fleet that the user does not see', async () => {
    expect((await detailsOf(await bookingOf(52), 'dispatcher')).status).toBe(404)
    expect((await detailsOf(987_654)).status).toBe(404)
  })
})
