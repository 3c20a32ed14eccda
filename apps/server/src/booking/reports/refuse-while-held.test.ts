import { constants } from '@parada/domain/constants'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOutboxWorker } from '../../deliveries/outbox-worker.ts'
import { hanging, startFleet, type TestFleet } from '../../suppliers/testing-fleet.ts'
import { startWorld, until, type World } from '../../suppliers/testing-world.ts'
import { fleets } from '../../testing/desk.ts'

let world: World
let first: TestFleet
let second: TestFleet
let token: string
const sms: { at: number; text: string }[] = []
let worker: ReturnType<typeof startOutboxWorker>

beforeAll(async () => {
  world = await startWorld()
  first = await startFleet()
  second = await startFleet()
  await world.link(fleets.madrid, first.url)
  await world.link(fleets.corredor, second.url)
  token = await world.server.signInAs('everything')
  const keep = async (_: number, { text }: { text: string }) => void sms.push({ at: Date.now(), text })
  worker = startOutboxWorker(world.server.database, { sms: keep }, pino({ level: 'silent' }))
})
afterAll(async () => {
  await worker.stop()
  await world.stop()
  await first.stop()
  await second.stop()
})

const ask = (method: 'PUT' | 'POST', path: string, body: object, key: string) => {
  // Keeps the server's clock in step with the dispatcher's, which is the real time.
  world.server.clock.now = new Date()
  return world.server.ask(`/api/services/demo/${path}`, { method, token, body, headers: { 'undo-key': key } })
}
const undo = (key: string) => ask('POST', 'undo', { key }, key)
const cancel = (id: number, key: string) =>
  ask('PUT', `${id}/cancel`, { cancellationReasonCode: 'client_cancelled' }, key)

const heard = (fleet: TestFleet, end: RegExp, idBooking: number) =>
  until(() => fleet.at(end).find(({ body }) => body.idBooking === idBooking), `${end} of ${idBooking}`)
const ordered = async () => {
  const booking = await world.book([fleets.madrid, fleets.corredor])
  const { body } = await heard(first, /orders$/, booking.id)
  await until(async () => (await world.ordersOf(booking.id))[0]?.state === 'sent', 'an order that was sent')
  return { id: booking.id, idOrder: body.id as string }
}
const count = (fleet: TestFleet, idBooking: number) =>
  fleet.heard.filter(({ body }) => body?.idBooking === idBooking).length
const newKey = () => crypto.randomUUID()

/** Waits long enough for anything that would be sent at once. */
const aWhile = async () => {
  const other = await world.book([fleets.madrid])
  await heard(first, /orders$/, other.id)
}

it('a withdrawal and an order are sent when the undo period ends, and no earlier', async () => {
  const { id } = await ordered()
  const begun = Date.now()
  expect((await ask('POST', 'dispatch', { booking: { id, idFleet: fleets.corredor } }, newKey())).status).toBe(200)
  await aWhile()
  expect([count(first, id), count(second, id)]).toEqual([1, 0])
  await Promise.all([heard(first, /withdraw$/, id), heard(second, /orders$/, id)])
  expect(Date.now() - begun).toBeGreaterThanOrEqual(constants.undoMs)
  await until(async () => (await world.ordersOf(id))[1]?.state === 'sent', 'the new order')
})

it('what was undone is never sent, and the fleet that had the order keeps it', async () => {
  const { id, idOrder } = await ordered()
  const told = newKey()
  const key = newKey()
  await ask('POST', `${id}/sendSmsCustomer`, { text: 'Never sent' }, told)
  await cancel(id, key)
  const accepted = { type: 'accepted', idOrder, idSupplierTaxi: 7 } as const
  const meanwhile = await world.report(fleets.madrid, accepted)
  expect([meanwhile.status, Number(meanwhile.headers['retry-after'])]).toEqual([503, constants.undoMs / 1_000])
  const position = { type: 'position', idOrder, lat: 40, lon: -3 } as const
  expect((await world.report(fleets.madrid, position)).status).toBe(503)
  await undo(told)
  expect((await undo(key)).status).toBe(200)

  expect((await world.report(fleets.madrid, accepted)).status).toBe(200)
  expect(await world.bookingOf(id)).toMatchObject({ status: 20, statusDispatch: 2000, idSupplierTaxi: 7 })
  await ask('POST', `${id}/sendSmsCustomer`, { text: 'Sent' }, newKey())
  await until(() => sms.some(({ text }) => text === 'Sent'), 'the SMS after it')
  expect(sms.some(({ text }) => text === 'Never sent')).toBe(false)
  expect(count(first, id)).toBe(1)
})

it('a report about a withdrawn order is refused for good after the undo period', async () => {
  const { id, idOrder } = await ordered()
  await cancel(id, newKey())
  await heard(first, /withdraw$/, id)
  world.server.clock.now = new Date()
  expect((await world.report(fleets.madrid, { type: 'accepted', idOrder, idSupplierTaxi: 7 })).status).toBe(409)
})

it('an order that is being sent when it is withdrawn stays with the fleet if the withdrawal is undone', async () => {
  first.answers(hanging)
  const { id } = await world.book([fleets.madrid])
  await heard(first, /orders$/, id)
  const key = newKey()
  await cancel(id, key)
  first.answers((_, response) => void response.writeHead(200).end('{"received":true}'))
  expect((await undo(key)).status).toBe(200)
  await until(async () => (await world.ordersOf(id))[0]?.state === 'sent', 'the order sent again')
  const orders = first.at(/orders$/).filter(({ body }) => body.idBooking === id)
  expect(new Set(orders.map(({ body }) => body.id)).size).toBe(1)
  expect(first.at(/withdraw$/).filter(({ body }) => body.idBooking === id)).toEqual([])
})

it('a server that starts later takes over what another held, and undoes or sends it', async () => {
  const [kept, lost] = [await ordered(), await ordered()]
  const key = newKey()
  await cancel(kept.id, key)
  await cancel(lost.id, newKey())
  world.startAnother()
  expect((await undo(key)).status).toBe(200)
  await heard(first, /withdraw$/, lost.id)
  expect(count(first, kept.id)).toBe(1)
})
