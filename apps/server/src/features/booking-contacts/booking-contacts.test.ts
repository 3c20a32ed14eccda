import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Delivery } from '@parada/contract/calls/booking-contacts'
import type { StoredMessage } from '@parada/contract/calls/messages'
import type { Rating } from '@parada/contract/calls/ratings'
import { journalOf } from '@parada/db/queries/booking-changes'
import { changeOrder, putOrder } from '@parada/db/queries/supplier-orders'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailer } from '../../deliveries/mail.ts'
import { startOutboxWorker } from '../../deliveries/outbox-worker.ts'
import { pdfTexts } from '../../deliveries/testing-pdf.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let token: string
let idBooking: number

beforeAll(async () => {
  server = await testServer()
  token = await server.signInAs('everything')
  idBooking = await server.database.inTenant(1, async (tx) => {
    const { id } = await tx
      .selectFrom('booking')
      .select('id')
      .where('status', '=', 20)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return id
  })
})
afterAll(() => server.stop())

const booking = {
  status: 20,
  status_email: 0,
  validated: false,
  passenger_name: 'Lucía Ibáñez',
  phone_number_passenger: '600 000 001',
  email_passenger: 'lucia@demo.example',
  price_customer_total: 24.6,
  toll_customer: 4.6,
}
const set = (change: Partial<typeof booking>) =>
  server.database.inTenant(1, (tx) =>
    tx
      .updateTable('booking')
      .set({ ...booking, ...change })
      .where('id', '=', idBooking)
      .execute(),
  )
beforeEach(async () => {
  await server.database.inTenant(1, async (tx) => {
    await tx.deleteFrom('delivery').execute()
    await tx.deleteFrom('outbox').execute()
  })
  await set({})
})

type Extras = { messages: StoredMessage[]; rating: Rating | null; deliveries: Delivery[] }
const path = (call: string) => `/api/services/demo/${idBooking}/${call}`
const post = (call: string, body?: unknown, as = token) =>
  server.ask<{ delivery: Delivery }>(path(call), { method: 'POST', token: as, ...(body !== undefined && { body }) })
const extras = (as = token) => server.ask<Extras>(path('extras'), { token: as })
const deliveries = async () => (await extras()).response?.deliveries ?? []
const leaving = (kind: string) =>
  server.database.inTenant(1, async (tx) => {
    const rows = await tx.selectFrom('outbox').select('payload').where('kind', '=', kind).orderBy('id').execute()
    return rows.map(({ payload }) => payload)
  })
const lastInJournal = () => server.database.inTenant(1, async (tx) => (await journalOf(tx, 1, idBooking)).at(-1))

describe('the extras of a booking', () => {
  it('include its messages and its rating (B-180)', async () => {
    await server.ask('/api/messages/demo/', {
      method: 'POST',
      token,
      body: { idService: idBooking, message: 'Primero' },
    })
    const { status, meta, response } = await extras()
    expect([status, meta.code, response?.rating]).toEqual([200, 200, null])
    expect(response?.messages.at(-1)).toMatchObject({
      idService: idBooking,
      message: 'Primero',
      at: expect.any(Number),
    })
    await set({ status: 30 })
    expect((await extras()).response?.rating).toMatchObject({ idBooking, score: null, toImprove: [] })
  })

  it('include each delivery about it and its outcome', async () => {
    await post('sendSmsCustomer', { text: 'Su taxi espera' })
    await server.database.inTenant(1, async (tx) => {
      await tx.updateTable('delivery').set({ state: 'failed', last_error: 'No such number', attempts: 8 }).execute()
    })
    expect(await deliveries()).toMatchObject([
      {
        channel: 'sms',
        template: 'text',
        recipient: '+34600000001',
        state: 'failed',
        attempts: 8,
        lastError: 'No such number',
      },
    ])
  })

  it('are for users who may see the booking', async () => {
    expect((await extras(await server.signInAs('newcomer'))).status).toBe(403)
    expect((await server.ask('/api/services/demo/999999999/extras', { token })).status).toBe(404)
  })
})

describe('an SMS to the passenger', () => {
  it('is put in the outbox with its text trimmed (B-178, L-248)', async () => {
    const { status, meta, response } = await post('sendSmsCustomer', { text: '  Su taxi espera  ' })
    expect([status, meta.code]).toEqual([200, 200])
    expect(response?.delivery).toMatchObject({ channel: 'sms', recipient: '+34600000001', state: 'waiting' })
    expect(await leaving('sms')).toEqual([{ to: '+34600000001', text: 'Su taxi espera' }])
    expect((await leaving('event')).length).toBe(1)
  })

  it.each([
    ['an empty text', { text: '' }, {}, 'text'],
    ['blanks', { text: ' \n ' }, {}, 'text'],
    ['no text', {}, {}, 'text'],
    ['a text that is too long', { text: 'x'.repeat(641) }, {}, 'text'],
    ['a passenger with a landline', { text: 'x' }, { phone_number_passenger: '912345678' }, 'phoneNumberPassenger'],
    ['a passenger without a number', { text: 'x' }, { phone_number_passenger: '' }, 'phoneNumberPassenger'],
  ])('is rejected for %s, naming the field, and nothing is sent', async (_, body, change, field) => {
    await set(change)
    const { status, meta } = await post('sendSmsCustomer', body)
    expect([status, meta.field, await leaving('sms')]).toEqual([400, field, []])
  })

  it.each([
    ['all', 200],
    ['1', 200],
    ['2', 403],
    ['false', 403],
  ])('with sendSMSByWhiteLabel %s returns %i', async (value, expected) => {
    const own = await server.signInWith({ editServiceByFleet: 'all', sendSMSByWhiteLabel: value })
    expect((await post('sendSmsCustomer', { text: 'x' }, own)).status).toBe(expected)
  })
})

describe('a note to the driver', () => {
  it('returns 204 and is stored for the fleet and the staff (B-179)', async () => {
    const { status, meta, response } = await post('createNotesToDriver', { text: ' Puerta trasera ' })
    expect([status, meta.code, response]).toEqual([200, 204, undefined])
    expect((await extras()).response?.messages.at(-1)).toMatchObject({
      message: 'Puerta trasera',
      sender: 80,
      readers: '70,80,90',
      type: 22,
      code: 175,
    })
  })

  it('reaches the fleet that has the order', async () => {
    const { idFleet } = await server.database.inTenant(1, async (tx) => {
      const found = await tx
        .selectFrom('booking')
        .select('id_fleet')
        .where('id', '=', idBooking)
        .executeTakeFirstOrThrow()
      return { idFleet: found.id_fleet as number }
    })
    const id = crypto.randomUUID()
    await server.database.inTenant(1, async (tx) => {
      await tx.deleteFrom('supplier_order').where('id_booking', '=', idBooking).execute()
      putOrder(tx, 1, { id, idBooking, idFleet, dueAt: Date.now() })
      await changeOrder(tx, id, { state: 'sent', attempts: 1 })
    })
    await post('createNotesToDriver', { text: 'Puerta trasera' })
    expect(await leaving('order')).toMatchObject([
      { what: 'order', idOrder: id, idFleet },
      { what: 'note', idOrder: id, idFleet, text: 'Puerta trasera' },
    ])
  })

  it.each(['', '  ', 'x'.repeat(257)])('is rejected with the text "%s"', async (text) => {
    const { status, meta } = await post('createNotesToDriver', { text })
    expect([status, meta.field]).toEqual([400, 'text'])
  })
})

describe('the receipt', () => {
  it('is refused for a booking that has not been validated (B-060)', async () => {
    const { status, meta } = await post('sendReceipt')
    expect([status, meta.errorMessage]).toEqual([400, 'Error service not validated send receipt'])
    expect(await leaving('mail')).toEqual([])
  })

  it('of a validated booking is mailed as a PDF, shown on the booking and recorded in its journal (B-169)', async () => {
    await set({ status: 30, validated: true })
    const { status, meta } = await post('sendReceipt')
    expect([status, meta.code]).toEqual([200, 204])
    expect(await lastInJournal()).toMatchObject({ action: 'sendReceipt', after: { statusEmail: 3 } })

    const worker = startOutboxWorker(server.database, { mail: mailer(server.config) }, pino({ level: 'silent' }))
    await expect.poll(async () => (await deliveries())[0]?.state, { timeout: 15_000 }).toBe('sent')
    await worker.stop()
    expect(await deliveries()).toMatchObject([
      { channel: 'mail', template: 'receipt', recipient: 'lucia@demo.example' },
    ])

    const [name = ''] = await readdir(join(server.home, 'mail'))
    const mail = await readFile(join(server.home, 'mail', name), 'utf8')
    expect(mail).toContain('To: lucia@demo.example')
    expect(mail).toContain(`filename=recibo-${idBooking}.pdf`)
    const [, base64 = ''] = /Content-Type: application\/pdf.*?\n\n(.*?)\n--/s.exec(mail) ?? []
    const texts = pdfTexts(Buffer.from(base64, 'base64'))
    expect(texts).toEqual(expect.arrayContaining([`Recibo ${idBooking}`, 'Lucía Ibáñez', 'Total', '24,60 €', '4,60 €']))
  })

  it('needs an e-mail address', async () => {
    await set({ status: 30, validated: true, email_passenger: '' })
    const { status, meta } = await post('sendReceipt')
    expect([status, meta.field, await leaving('mail')]).toEqual([400, 'emailPassenger', []])
  })
})

describe('the passenger’s mail', () => {
  it('is sent again on every request (B-174)', async () => {
    const answers = [await post('resendEmailPassenger'), await post('resendEmailPassenger')]
    expect(answers.map(({ status, meta }) => [status, meta.code])).toEqual([
      [200, 204],
      [200, 204],
    ])
    expect(await leaving('mail')).toMatchObject([
      { to: 'lucia@demo.example', subject: expect.stringContaining('recogida confirmada') },
      { to: 'lucia@demo.example', subject: expect.stringContaining('recogida confirmada') },
    ])
    expect(await lastInJournal()).toMatchObject({ action: 'resendEmail', after: { statusEmail: 2 } })
  })

  it('needs an e-mail address', async () => {
    await set({ email_passenger: 'nobody' })
    const { status, meta } = await post('resendEmailPassenger')
    expect([status, meta.field]).toEqual([400, 'emailPassenger'])
  })
})

it.each(['sendReceipt', 'resendEmailPassenger', 'createNotesToDriver', 'sendSmsCustomer'])(
  '%s is limited to users who may edit the booking',
  async (call) => {
    await set({ status: 30, validated: true })
    const body = ['createNotesToDriver', 'sendSmsCustomer'].includes(call) ? { text: 'x' } : undefined
    const onlooker = await server.signInWith({ viewServiceByFleet: 'all', sendSMSByWhiteLabel: 'all' })
    expect((await post(call, body, onlooker)).status).toBeOneOf([403, 404])
    const stranger = await server.signInWith({ editServiceByFleet: '999999', sendSMSByWhiteLabel: 'all' })
    expect((await post(call, body, stranger)).status).toBe(404)
    expect([await leaving('mail'), await leaving('sms')]).toEqual([[], []])
  },
)
