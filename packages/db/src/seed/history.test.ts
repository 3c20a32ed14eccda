import { validatedErrorKeys } from '@parada/domain/booking/edit'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { finishProblems } from '@parada/domain/booking/finish'
import { mayDo } from '@parada/domain/booking/life'
import { customerTotal } from '@parada/domain/booking/price'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { selectBooking } from '../booking-fields.ts'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { seedDemo } from './seed.ts'

const count = 3_000
const now = new Date('2026-03-14T09:26:53Z')

type Line = {
  version: number
  at: number
  action: string
  after: Record<string, unknown>
  before: Record<string, unknown>
}
type Booking = BookingRecord & { tenantId: number; createdAt: number; lines: Line[] }

let database: TestDatabase
let owner: pg.Client
let bookings: Booking[]
const hashPassword = async (plain: string) => `hash of ${plain}`
const read = async (sql: string) => (await owner.query(sql)).rows

const statuses = (status: number) => bookings.filter((booking) => booking.status === status)
const share = (some: readonly unknown[]) => some.length / bookings.length

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  await seedDemo(database.ownerUrl, { now, history: count, hashPassword })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  // Parses these as numbers instead of text: no value here is too large for that.
  owner.setTypeParser(pg.types.builtins.INT8, Number)
  owner.setTypeParser(pg.types.builtins.NUMERIC, Number)
  await owner.connect()
  bookings = await read(`
    select ${selectBooking}, b.tenant_id as "tenantId", extract(epoch from b.created_at) * 1000 as "createdAt",
      (select json_agg(json_build_object('version', j.version, 'at', extract(epoch from j.at) * 1000, 'action', j.action,
         'before', j.before, 'after', j.after) order by j.id)
       from booking_journal j where j.tenant_id = b.tenant_id and j.id_booking = b.id) as lines
    from booking b where b.id < ${4_000 + count} order by b.id`)
}, 120_000)

afterAll(async () => {
  await owner.end()
  await database.drop()
})

describe('the history of the demo', () => {
  it('comes before the live bookings, with ids in the order in which the bookings were made', async () => {
    expect(bookings.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => 4_000 + index))
    expect(bookings.every(({ createdAt }, index) => createdAt >= (bookings[index - 1]?.createdAt ?? 0))).toBe(true)
    const [alive] = await read('select min(id) as first, count(*) as n from booking where status in (10, 20, -30)')
    expect(alive).toEqual({ first: 4_000 + count, n: 900 })
  })

  it.each([
    [30, 0.78, 0.86],
    [-20, 0.05, 0.1],
    [-40, 0.03, 0.08],
    [-10, 0.02, 0.05],
    [-60, 0.015, 0.04],
  ])('has its share of bookings with status %d', (status, least, most) => {
    expect(share(statuses(status))).toBeGreaterThan(least)
    expect(share(statuses(status))).toBeLessThan(most)
  })

  it('lies between a year ago and now', () => {
    const starts = bookings.map(({ timeBookingStart }) => timeBookingStart)
    expect(Math.min(...starts)).toBeGreaterThan(now.getTime() - 367 * 86_400_000)
    expect(
      Math.max(...bookings.flatMap(({ timeUpdated, lines }) => [timeUpdated, ...lines.map(({ at }) => at)])),
    ).toBeLessThanOrEqual(now.getTime())
  })

  it('spreads over tenants and hours like that of a real call centre', async () => {
    const tenants = [1, 2, 3].map((tenant) => share(bookings.filter(({ tenantId }) => tenantId === tenant)))
    for (const [index, wanted] of [0.6, 0.25, 0.15].entries()) expect(tenants[index]).toBeCloseTo(wanted, 1)
    const [hours] = await read(`
      select count(*) filter (where hour = 8) as morning, count(*) filter (where hour = 3) as night
      from (select extract(hour from time_booking_start at time zone 'Europe/Madrid') as hour from booking
            where id < ${4_000 + count} and extract(isodow from time_booking_start) < 6) b`)
    expect(hours.morning).toBeGreaterThan(5 * hours.night)
  })

  it('finishes rides at times that the rules allow, with prices unless one is marked as missing', () => {
    const wrong = statuses(30).filter((booking) => {
      const { timeBookingStart: start, timeBookingArrival, timeBookingFinish, asap, validatedErrors } = booking
      const times = { start, arrival: timeBookingArrival ?? Number.NaN, finish: timeBookingFinish ?? Number.NaN, asap }
      const isPriced = booking.priceSupplierTotal !== null && booking.priceCustomerTotal !== null
      return finishProblems(times).length > 0 || isPriced === validatedErrors.includes('priceMissing')
    })
    expect(wrong).toEqual([])
  })

  it('computes the customer price with the booking’s multiplier', () => {
    const priced = statuses(30).filter(({ priceCustomerType }) => priceCustomerType === 3)
    expect(priced.length).toBeGreaterThan(20)
    for (const { priceSupplierTotal, priceCustomerTotal, priceCustomerMultiplier } of priced)
      if (priceSupplierTotal !== null)
        expect(priceCustomerTotal).toBe(customerTotal(priceSupplierTotal, priceCustomerMultiplier))
  })

  it('records in the journal how each booking reached its state', () => {
    for (const { lines, ...booking } of bookings) {
      expect(lines.map(({ version }) => version)).toEqual(lines.map((_, index) => index + 1))
      expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => a - b))
      expect(booking).toMatchObject(Object.assign({}, ...lines.map(({ after }) => after)))
      expect([lines.length, lines[0]?.at, lines.at(-1)?.at]).toEqual([
        booking.version,
        booking.createdAt,
        booking.timeUpdated,
      ])
      for (const [index, { before }] of lines.entries())
        expect(Object.assign({}, ...lines.slice(0, index).map(({ after }) => after))).toMatchObject(before)
    }
  }, 60_000)

  it('changes a status only as the life cycle of a booking allows', () => {
    const actions = ['confirm', 'dispatch', 'accept', 'unconfirm', 'redispatch', 'finish', 'replace', 'edit'] as const
    for (const { id, lines } of bookings) {
      let status: unknown = null
      for (const { action, after } of lines) {
        const known = actions.find((one) => one === action)
        if (known) expect(mayDo(known, status as number), `${id} ${action} at ${status}`).toBe(true)
        status = after.status ?? status
      }
    }
  })

  it('continues each booking that was handed over or replaced with another one', () => {
    const successors = new Map(
      bookings.filter(({ idPrevious }) => idPrevious).map((booking) => [booking.idPrevious, booking]),
    )
    const turned = bookings.filter(({ status }) => status === -10 || status === -60)
    expect([...successors.keys()].sort()).toEqual(turned.map(({ id }) => id).sort())
    for (const { id, idFleet, status, phoneNumberPassenger } of turned) {
      const next = successors.get(id)
      expect(next?.phoneNumberPassenger).toBe(phoneNumberPassenger)
      if (status === -10) expect(next?.idFleet).not.toBe(idFleet)
    }
  })

  it('is mostly validated, and has every kind of validation error', () => {
    const ended = bookings.filter(({ status }) => status !== -10)
    const kinds = new Set(ended.flatMap(({ validatedErrors }) => validatedErrors))
    expect([...kinds].sort()).toEqual([...validatedErrorKeys].sort())
    expect(ended.every(({ validated, validatedErrors }) => validated === (validatedErrors.length === 0))).toBe(true)
    const old = ended.filter(({ timeBookingStart }) => timeBookingStart < now.getTime() - 60 * 86_400_000)
    expect(old.filter(({ validated }) => validated).length / old.length).toBeGreaterThan(0.97)
  })

  it('gives callers places that they go to again and again', async () => {
    const [usual] = await read(`
      select avg(share) as share from (
        select max(n) / sum(n) as share from (
          select id_caller, p, count(*) as n from booking b,
            lateral (values (origin ->> 'addressField'), (destination ->> 'addressField')) places (p)
          where id < ${4_000 + count} and id_caller is not null group by id_caller, p) used
        group by id_caller having sum(n) >= 6) callers`)
    expect(usual.share).toBeGreaterThan(0.3)
  })

  it('links over a fifth of the bookings to authorizations of their payment account', async () => {
    const linked = bookings.filter(({ idAuthorization }) => idAuthorization !== null)
    expect(share(linked)).toBeGreaterThan(0.2)
    expect(
      await read(`select b.id from booking b join customer_authorization a on a.tenant_id = b.tenant_id and a.id = b.id_authorization
        where (a.id_payment_account, a.subscriber_code, a.user_number)
          is distinct from (b.id_payment_account, b.subscriber_code, b.user_number)`),
    ).toEqual([])
  })

  it('has ratings, messages and trajectories', async () => {
    const [n] =
      await read(`select (select count(*) from rating) as ratings, (select count(*) from booking_message) as messages,
      (select count(*) from trajectory) as paths, (select count(*) from booking where status_dispatch = 3000) as drawn`)
    expect(n.ratings / statuses(30).length).toBeCloseTo(1 / 3, 1)
    expect(n.messages).toBeGreaterThan(count * 0.08)
    expect(n.paths).toBe(n.drawn)
  })
})
