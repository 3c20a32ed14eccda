import { Booking } from '@parada/contract/booking'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Desk, openDesk, sol } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

const values = fc.constantFrom<unknown>(
  ...[null, '', ' ', 'x', 'x'.repeat(2_000), '29,31', '0', true, false],
  ...[-1, 0, 1, 0.005, 29, 101, 99_999_999, -99_999_999, 2 ** 31 - 1, -(2 ** 31), Number.MAX_SAFE_INTEGER, 8.64e15],
  ...[[], ['x'], [{ id: 1, value: 'x' }], {}, sol, { ...sol, lat: 90, lon: 180, idPoi: Number.MAX_SAFE_INTEGER }],
)

/** Replaces one to three fields of a valid request with arbitrary values, allowed by their type or not. */
const changes = fc.dictionary(fc.constantFrom(...Object.keys(Booking.shape)), values, { minKeys: 1, maxKeys: 3 })

const calls: Readonly<Record<string, (change: object) => Promise<{ status: number; meta: object }>>> = {
  create: (change) => desk.act('create', desk.draft({ ...change })),
  confirm: async (change) => {
    const { id } = await desk.create()
    return desk.act('confirm', { idFleet: 29, phoneNumberPassenger: '600000001', ...change, id })
  },
  dispatch: async (change) => desk.act('dispatch', { ...change, id: (await desk.book()).id }),
  redispatch: async (change) =>
    desk.act('redispatch', { ...change, id: (await desk.book({ fleetsFiltered: '29,31' })).id }),
  'update of a live booking': async (change) => {
    const { id, version } = await desk.book()
    return desk.put(`/services/demo/${id}`, { booking: { ...change, version } }, 'everything')
  },
  'update of a finished booking': async (change) => {
    const { id, version } = await desk.book()
    await desk.become(id, { status: 30 })
    return desk.put(`/services/demo/${id}`, { booking: { status: 30, ...change, version } }, 'everything')
  },
  finish: async (change) => {
    const { id, version } = await desk.book({ timeBookingStart: desk.now(), asap: true })
    return desk.put(`/bookings/demo/${id}/finish`, { booking: { ...change, version } }, 'everything')
  },
  dispatchInfo: async (change) => {
    const { version: _, ...info } = change as Record<string, unknown>
    return desk.put(`/services/demo/${(await desk.book()).id}/dispatchInfo`, info)
  },
}

it.each(Object.entries(calls))(
  '%s never fails on any value of any field, and a refusal names the field',
  async (_, ask) => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const { status, meta } = await ask(change)
        expect(status).toBeLessThan(500)
        if (status === 400) expect(meta).toMatchObject({ field: expect.any(String) })
      }),
      { numRuns: 60, seed: 20_261_115 },
    )
  },
)

it('no amount is stored as negative, whatever was sent', async () => {
  const [found] = await desk.rows<{ n: string }>(
    `select count(*) as n from booking where least(price_supplier_total, price_customer_total, toll, toll_customer,
       toll_supplier, promised_price) < 0`,
  )
  expect(Number(found?.n)).toBe(0)
})
