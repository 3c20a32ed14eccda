import { theHouse } from '@parada/db/queries/booking-changes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, hours, openDesk } from '../testing/desk.ts'
import { whoWaits } from '../testing/waiting.ts'
import { sendByHand } from './quotas.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type Limits = Partial<Record<'booking' | 'user' | 'tenant', number>>
const limit = (quotas: { sms?: Limits; mail?: Limits }) =>
  desk.rows(
    `update tenant set front_config = front_config || jsonb_build_object('messageQuotas', $1::jsonb) where id = 1`,
    [JSON.stringify(quotas)],
  )
beforeEach(() => limit({}))
beforeEach(() => desk.rows('delete from message_count'))

const sms = (id: number, as: 'operator' | 'everything' = 'operator', text = 'Su taxi llega') =>
  desk.ask('POST', `/services/demo/${id}/sendSmsCustomer`, { text }, as)
const count = async (table: string, where: string) =>
  Number((await desk.rows<{ n: string }>(`select count(*) as n from ${table} where ${where}`))[0]?.n)
const smsTo = (id: number) => count('delivery', `channel = 'sms' and template = 'text' and id_booking = ${id}`)
const alarms = async () =>
  (
    await desk.rows<{ message: string }>(
      `select payload #>> '{message,notification,message}' as message from outbox
       where kind = 'event' and payload ->> 'destination' = '/topic/parada.demo.everybody'
         and payload #> '{message,notification}' is not null order by id`,
    )
  ).map(({ message }) => message)
const statusesOf = async (sent: Promise<{ status: number }>[]) => (await Promise.all(sent)).map(({ status }) => status)
const tomorrow = expect.stringMatching(/^\d\d\/\d\d\/\d{4} 00:00$/)

describe('an SMS sent by hand', () => {
  it.each([
    ['booking', 'problems.smsQuotaBooking'],
    ['user', 'problems.smsQuotaUser'],
    ['tenant', 'problems.smsQuotaTenant'],
  ] as const)('beyond the quota of its %s is refused, with the time when the quota resets', async (scope, problem) => {
    const { id } = await desk.book()
    await desk.rows('delete from message_count')
    await limit({ sms: { [scope]: 2 } })
    expect([(await sms(id)).status, (await sms(id)).status]).toEqual([200, 200])
    const before = await desk.written()
    const refused = await sms(id)
    expect(refused.meta).toMatchObject({ code: 429, problem, values: { limit: 2, time: tomorrow } })
    expect(refused.meta.errorMessage).toMatch(/limit of 2 SMS a day.* from \d\d\/\d\d\/\d{4} 00:00\.$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect([await smsTo(id), await desk.written()]).toEqual([2, before])
  })

  it('for another booking, user or day has its own quota', async () => {
    const [one, other] = [await desk.book(), await desk.book()]
    await limit({ sms: { booking: 1 } })
    await desk.rows('delete from message_count')
    expect([(await sms(one.id)).status, (await sms(other.id)).status, (await sms(one.id)).status]).toEqual([
      200, 200, 429,
    ])
    await limit({ sms: { user: 2 } })
    expect([(await sms(one.id)).status, (await sms(one.id, 'everything')).status]).toEqual([429, 200])
    const next = await desk.at(desk.now() + hours(24), () => sms(one.id))
    expect(next.status).toBe(200)
  })

  it('cannot exceed the limit by being sent at the same time as others', async () => {
    const bookings = [await desk.book(), await desk.book(), await desk.book()]
    await desk.rows('delete from message_count')
    await limit({ sms: { tenant: 7 } })
    const before = await count('delivery', `channel = 'sms' and template = 'text'`)
    const sent = Array.from({ length: 24 }, (_, at) =>
      sms(bookings[at % 3]?.id ?? 0, at % 2 ? 'operator' : 'everything'),
    )
    const statuses = await statusesOf(sent)
    expect(statuses.toSorted()).toEqual([...Array(7).fill(200), ...Array(17).fill(429)])
    expect(await count('delivery', `channel = 'sms' and template = 'text'`)).toBe(before + 7)
    expect(await desk.rows(`select sent from message_count where scope = 'tenant'`)).toEqual([{ sent: 7 }])
  })

  it('and a mail do not deadlock with a mail and an SMS in the opposite order', async () => {
    const [one, other] = [await desk.book(), await desk.book()]
    const { database } = desk.server
    const tenant = { id: 1, subdomain: 'demo' }
    const sendBoth = (idBooking: number, first: 'mail' | 'sms', between: () => Promise<void>) =>
      database.inTenant(tenant.id, async (tx) => {
        const work = { tx, tenant, by: theHouse, now: new Date() }
        const about = { idBooking, template: 'text', locale: 'es' as const, who: '' }
        const send = {
          mail: () => sendByHand(work, 'mail', { to: 'ana@correo.example', subject: 'x', text: 'x' }, about),
          sms: () => sendByHand(work, 'sms', { to: '+34600000001', text: 'x' }, about),
        }
        await send[first]()
        await between()
        await send[first === 'mail' ? 'sms' : 'mail']()
      })
    const isOneWaiting = async () => (await desk.rows(whoWaits())).length > 0
    const both = Promise.withResolvers<void>()
    const begun: string[] = []
    /** Continues once the other has also begun, or is waiting for a lock. */
    const meet = (who: string) => async () => {
      begun.push(who)
      if (begun.length === 2) both.resolve()
      else await Promise.race([both.promise, expect.poll(isOneWaiting).toBe(true)])
    }
    await Promise.all([sendBoth(one.id, 'mail', meet('one')), sendBoth(other.id, 'sms', meet('other'))])
    for (const { id } of [one, other])
      expect(await count('delivery', `id_booking = ${id} and template = 'text'`)).toBe(2)
  })

  it('that is refused for another reason is not counted', async () => {
    const { id } = await desk.book({ phoneNumberPassenger: '910000000' })
    await desk.rows('delete from message_count')
    expect((await sms(id)).status).toBe(400)
    expect(await count('message_count', 'sent > 0')).toBe(0)
  })
})

describe('a mail sent by hand', () => {
  it.each([
    ['booking', 'problems.mailQuotaBooking'],
    ['user', 'problems.mailQuotaUser'],
    ['tenant', 'problems.mailQuotaTenant'],
  ] as const)('beyond the quota of its %s is refused, and changes nothing', async (scope, problem) => {
    const { id } = await desk.book({ emailPassenger: 'ana@correo.example' })
    await desk.rows('delete from message_count')
    await limit({ mail: { [scope]: 1 } })
    const again = () => desk.ask('POST', `/services/demo/${id}/resendEmailPassenger`)
    expect((await again()).status).toBe(200)
    const before = await desk.written()
    expect((await again()).meta).toMatchObject({ code: 429, problem, values: { limit: 1, time: tomorrow } })
    expect(await desk.written()).toBe(before)
  })

  it('to the holder of an authorization counts for the authorization and for its sender', async () => {
    const [{ id } = { id: 0 }] = await desk.rows<{ id: number }>(
      'select min(id)::int as id from customer_authorization where tenant_id = 1 and id_payment_account = 101',
    )
    const send = () =>
      desk.ask('POST', '/authorizations/demo/sendEmail', { emailTo: 'ana@correo.example', idAuthorization: id })
    await limit({ mail: { booking: 1 } })
    expect([(await send()).status, (await send()).meta.problem]).toEqual([200, 'problems.mailQuotaAuthorization'])
    await limit({ mail: { user: 1 } })
    expect((await send()).meta.problem).toBe('problems.mailQuotaUser')
  })
})

describe('an automatic message', () => {
  it('is dropped and noted in the journal when the quota is used up, and the booking goes on', async () => {
    await limit({ sms: { tenant: 1 }, mail: { tenant: 1 } })
    const passenger = { emailPassenger: 'ana@correo.example', phoneNumberPassenger: '600000001' }
    const first = await desk.book(passenger)
    const second = await desk.book(passenger)
    expect([first.status, second.status]).toEqual([10, 10])
    const sent = (id: number) => count('delivery', `id_booking = ${id} and template = 'request'`)
    expect([await sent(first.id), await sent(second.id)]).toEqual([2, 0])
    const actions = async (id: number) => (await desk.journal(id)).map(({ action }) => action)
    expect(await actions(first.id)).not.toContain('smsDropped')
    expect((await actions(second.id)).toSorted()).toEqual(expect.arrayContaining(['mailDropped', 'smsDropped']))
  })

  it('does not count towards the operator’s quota', async () => {
    await limit({ sms: { user: 1 } })
    const booked = [await desk.book(), await desk.book(), await desk.book()]
    for (const { id } of booked) expect(await count('delivery', `id_booking = ${id} and channel = 'sms'`)).toBe(1)
    expect((await sms(booked[0]?.id ?? 0)).status).toBe(200)
  })
})

describe('unreadable limits', () => {
  const setLimits = (limits: unknown) =>
    desk.rows(
      `update tenant set front_config = front_config || jsonb_build_object('messageQuotas', $1::jsonb) where id = 1`,
      [JSON.stringify(limits)],
    )
  it.each([
    ['nothing', null],
    ['words', { sms: { tenant: 'many' }, mail: { tenant: 'many' } }],
    ['more than can be counted', { sms: { tenant: 3_000_000_000 }, mail: { tenant: 3_000_000_000 } }],
  ])('do not hold back bookings or messages: %s', async (_, limits) => {
    await setLimits(limits)
    const booked = await desk.book({ emailPassenger: 'ana@correo.example', phoneNumberPassenger: '600000001' })
    expect(booked.status).toBe(10)
    expect(await count('delivery', `id_booking = ${booked.id} and template = 'request'`)).toBe(2)
  })
})

describe('the quota alarm', () => {
  it('is raised once at four fifths of the tenant’s daily quota, and once when it is used up', async () => {
    const bookings = [await desk.book(), await desk.book()]
    await desk.rows('delete from message_count')
    await limit({ sms: { tenant: 10 } })
    const before = (await alarms()).length
    const told: number[] = []
    for (let at = 0; at < 12; at++) {
      await sms(bookings[at % 2]?.id ?? 0)
      told.push((await alarms()).length - before)
    }
    expect(told).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2])
    const [nearly, usedUp] = (await alarms()).slice(before)
    expect(nearly).toMatch(/8 .*10 SMS/)
    expect(usedUp).toMatch(/10 SMS.*00:00/)
  })

  it('appears in the metrics', async () => {
    const { id } = await desk.book()
    await desk.rows('delete from message_count')
    await limit({ sms: { tenant: 1 } })
    await sms(id)
    const { body } = await desk.server.app.inject('/metrics')
    expect(body).toMatch(/^parada_messages_today\{tenant="demo",channel="sms"\} 1$/m)
    expect(body).toMatch(/^parada_message_quota_alarm\{tenant="demo",channel="sms"\} 2$/m)
  })
})
