import { type BookingChange, changeBooking, lockBooking, type Work } from '@parada/db/queries/booking-changes'
import { deliveriesOf } from '@parada/db/queries/deliveries'
import { cloneDatabase, type TestDatabase } from '@parada/db/testing/cluster'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { announced, authorizationMail, confirmToPassenger } from './announce.ts'

let database: TestDatabase
let idBooking: number

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
})
afterAll(() => database.drop())

const inWork = <T>(run: (work: Work, booking: BookingRecord) => Promise<T>) =>
  database.inTenant(1, async (tx) => {
    const work = { tx, tenant: { id: 1, subdomain: 'demo' }, by: { who: 'Ana Pérez' }, now: new Date() }
    return run(work, (await lockBooking(tx, 1, idBooking)) as BookingRecord)
  })
const change = (fields: BookingChange) => inWork((work, booking) => changeBooking(work, 'update', booking, fields))
const confirm = () => inWork(confirmToPassenger)
const written = () =>
  database.inTenant(1, async (tx) => {
    const deliveries = await deliveriesOf(tx, 1, idBooking)
    const leaving = await tx
      .selectFrom('outbox')
      .select(['kind', 'payload'])
      .where('kind', '!=', 'event')
      .orderBy('id')
      .execute()
    return { deliveries, leaving }
  })

beforeEach(async () => {
  idBooking = await database.inTenant(1, async (tx) => {
    await tx.deleteFrom('delivery').execute()
    await tx.deleteFrom('outbox').execute()
    const { id } = await tx
      .selectFrom('booking')
      .select('id')
      .where('status', '=', 10)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return id
  })
  await change({
    phoneNumberPassenger: '600 000 001',
    emailPassenger: ' lucia@demo.example ',
    status: 10,
    idAuthorization: null,
  })
})

it('notifies a passenger by mail and SMS, once for each state of the booking', async () => {
  await confirm()
  await confirm()
  await change({ status: 20, idSupplierTaxi: 207 })
  await confirm()
  await confirm()
  const { deliveries, leaving } = await written()
  expect(
    deliveries.map(({ channel, template, recipient, state, who }) => [channel, template, recipient, state, who]),
  ).toEqual([
    ['mail', 'request', 'lucia@demo.example', 'waiting', 'Ana Pérez'],
    ['sms', 'request', '+34600000001', 'waiting', 'Ana Pérez'],
    ['mail', 'confirmation', 'lucia@demo.example', 'waiting', 'Ana Pérez'],
    ['sms', 'confirmation', '+34600000001', 'waiting', 'Ana Pérez'],
  ])
  expect(leaving.map(({ kind, payload }) => [kind, (payload as { to: string }).to])).toEqual(
    deliveries.map(({ channel, recipient }) => [channel, recipient]),
  )
})

it('notifies a passenger when another taxi takes the booking', async () => {
  await change({ status: 20, idSupplierTaxi: 207 })
  await confirm()
  await change({ idSupplierTaxi: 208 })
  await confirm()
  const texts = (await written()).leaving.map(({ payload }) => (payload as { text: string }).text)
  expect(texts.filter((text) => text.includes('207')).length).toBe(2)
  expect(texts.filter((text) => text.includes('208')).length).toBe(2)
})

it.each([
  ['a landline and no address', { phoneNumberPassenger: '912345678', emailPassenger: '' }, []],
  ['an invalid address', { phoneNumberPassenger: '', emailPassenger: 'lucia' }, []],
  ['only a mobile', { emailPassenger: '' }, ['sms']],
  ['only an address', { phoneNumberPassenger: '' }, ['mail']],
])('sends what it can to a passenger with %s', async (_, fields, channels) => {
  await change(fields)
  await confirm()
  expect((await written()).deliveries.map(({ channel }) => channel)).toEqual(channels)
})

const authorizationIn = (locale: string) =>
  database.inTenant(1, async (tx) => {
    const { id } = await tx.selectFrom('payment_account').select('id').orderBy('id').executeTakeFirstOrThrow()
    return tx
      .insertInto('customer_authorization')
      .values({ tenant_id: 1, subscriber_code: 'ACME', user_number: locale, locale, id_payment_account: id })
      .returning('id')
      .executeTakeFirstOrThrow()
  })

it('writes in the authorization’s language, or else the tenant’s', async () => {
  const { id } = await authorizationIn('en_GB')
  await change({ idAuthorization: id })
  await confirm()
  expect((await written()).deliveries.map(({ locale }) => locale)).toEqual(['en', 'en'])
  await change({ idAuthorization: null, status: 20 })
  await confirm()
  expect((await written()).deliveries.slice(2).map(({ locale }) => locale)).toEqual(['es', 'es'])
})

it('mails an authorization and records the delivery', async () => {
  const { id } = await authorizationIn('es_ES')
  const authorization = { id, subscriberCode: 'ACME', userNumber: '77', firstName: 'Lucía', locale: 'en_GB' }
  const sent = await inWork((work) => authorizationMail(work, authorization, 'jefa@demo.example'))
  expect(sent).toMatchObject({
    template: 'authorization',
    recipient: 'jefa@demo.example',
    locale: 'en',
    state: 'waiting',
  })
  const { leaving } = await written()
  expect(leaving).toMatchObject([
    { kind: 'mail', payload: { to: 'jefa@demo.example', text: expect.stringContaining('ACME') } },
  ])
})

it('marks a booking whose passenger will get a mail', () => {
  expect(announced({ emailPassenger: 'lucia@demo.example' })).toEqual({ statusEmail: 1 })
  expect(announced({ emailPassenger: '' })).toEqual({})
})
