import { afterAll, beforeAll, expect, it } from 'vitest'
import { atocha, type Desk, hours, openDesk, sol } from '../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

const key = (text: string) => ({ 'idempotency-key': text })
const count = async () => Number((await desk.rows<{ n: string }>('select count(*) as n from booking'))[0]?.n)

it('the same key gives the same response and creates nothing new', async () => {
  const draft = desk.draft()
  const before = await count()
  const first = await desk.act('create', draft, { headers: key('once') })
  const written = await desk.written()
  const again = await desk.act('create', draft, { headers: key('once') })
  expect(again.response).toEqual(first.response)
  expect(again.meta).toEqual(first.meta)
  expect(await desk.written()).toBe(written)
  expect(await count()).toBe(before + 1)
})

it('requests repeated while the first is under way create one booking', async () => {
  const draft = desk.draft()
  const before = await count()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => desk.act('create', draft, { headers: key('crowd') })),
  )
  expect(new Set(answers.map(({ response }) => response?.booking.id)).size).toBe(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await count()).toBe(before + 1)
})

it('a key used for another request is rejected', async () => {
  await desk.act('create', desk.draft(), { headers: key('mine') })
  const before = await desk.written()
  const other = await desk.act('create', desk.draft({ notes: 'Another one' }), { headers: key('mine') })
  expect(other.meta).toMatchObject({ code: 400, field: 'Idempotency-Key' })
  const elsewhere = await desk.act('confirm', desk.draft(), { headers: key('mine') })
  expect(elsewhere.meta).toMatchObject({ code: 400, field: 'Idempotency-Key' })
  expect(await desk.written()).toBe(before)
})

it('the same key is independent for each user and tenant', async () => {
  const draft = desk.draft()
  const mine = await desk.act('create', draft, { headers: key('shared') })
  const theirs = await desk.act('create', draft, { headers: key('shared'), as: 'dispatcher' })
  const token = await desk.server.signInAs('operator', 'costa')
  const elsewhere = await desk.server.ask<{ booking: { id: number } }>('/api/services/costa/create', {
    method: 'POST',
    token,
    body: { booking: draft },
    headers: key('shared'),
  })
  const ids = [mine, theirs, elsewhere].map(({ response }) => response?.booking.id)
  expect(new Set(ids).size).toBe(3)
})

it('a refused request may be retried under the same key', async () => {
  const { id } = await desk.create()
  const sent = { id, idFleet: 29, phoneNumberPassenger: '600000001' }
  await desk.become(id, { status: 30 })
  expect((await desk.act('confirm', sent, { headers: key('again') })).status).toBe(409)
  await desk.become(id, { status: 5 })
  expect((await desk.act('confirm', sent, { headers: key('again') })).status).toBe(200)
})

it('a confirmation, repeat or replacement happens only once per key', async () => {
  const { id } = await desk.create()
  const confirm = () =>
    desk.act('confirm', { id, idFleet: 29, phoneNumberPassenger: '600000001' }, { headers: key('confirm') })
  expect((await confirm()).response).toEqual((await confirm()).response)
  expect(await desk.orders(id)).toHaveLength(1)

  const date = new Date(desk.now() + 5 * hours(24)).toLocaleDateString('es', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Europe/Madrid',
  })
  const repeat = { idCopyFrom: id, recurringDates: [date] }
  const ask = (path: string, body: object, name: string) => desk.ask('POST', path, body, 'operator', key(name))
  const copies = [
    await ask('/services/demo/recurring', repeat, 'repeat'),
    await ask('/services/demo/recurring', repeat, 'repeat'),
  ]
  expect(copies[0]?.status).toBe(200)
  expect(copies[1]?.response).toEqual(copies[0]?.response)

  const other = { id, origin: atocha, destination: sol, timeBookingStart: desk.now() + hours(4) }
  const path = '/services/asistencia-cancel-create'
  const replaced = [await ask(path, other, 'replace'), await ask(path, other, 'replace')]
  expect(replaced[0]?.status).toBe(200)
  expect(replaced[1]?.response).toEqual(replaced[0]?.response)

  const breaks = { idBooking: id, break1: 'x' }
  const made = [await ask('/fleetbreaks/demo', breaks, 'breaks'), await ask('/fleetbreaks/demo', breaks, 'breaks')]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
})

it.each([
  ['empty', ''],
  ['longer than 200 characters', 'x'.repeat(201)],
  ['with spaces', 'a b'],
])('an invalid key (%s) is rejected', async (_, text) => {
  expect((await desk.act('create', desk.draft(), { headers: key(text) })).meta).toMatchObject({
    code: 400,
    field: 'Idempotency-Key',
  })
})

it('a user without permission gets 403 even with a key', async () => {
  const { id } = await desk.book()
  const answered = await desk.act('dispatch', { id }, { headers: key('poor'), as: 'newcomer' })
  expect(answered.status).toBe(403)
})
