import { OrderMessage } from '@parada/contract/calls/suppliers'
import { changeBooking } from '@parada/db/queries/booking-changes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { amendOrder, noteToDriver, orderFleet, withdrawOrder } from './orders.ts'
import { sha256, verify } from './signature.ts'
import { answering, startFleet, type TestFleet } from './testing-fleet.ts'
import { secret, startWorld, until, type World } from './testing-world.ts'

let world: World
let first: TestFleet
let second: TestFleet

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  first = await startFleet()
  second = await startFleet()
  await world.link(29, first.url)
  await world.link(31, second.url)
})
afterEach(async () => {
  await first.stop()
  await second.stop()
  await world.forget()
})

const ordered = async (fleet: TestFleet, idBooking: number) =>
  until(() => fleet.at(/\/orders$/).find(({ body }) => body.idBooking === idBooking)?.body as OrderMessage, 'an order')
const accept = (idFleet: number, idOrder: string, more = {}) =>
  world.report(idFleet, { type: 'accepted', idOrder, idSupplierTaxi: 12, ...more })
const becomes = (id: number, change: object) =>
  until(
    async () => {
      const booking = await world.bookingOf(id)
      return Object.entries(change).every(([field, value]) => booking[field as 'status'] === value) && booking
    },
    `booking ${id} to become ${JSON.stringify(change)}`,
  )

describe('an order', () => {
  it('is sent after the commit, signed and with the details of the ride', async () => {
    const booking = await world.book([29], { notes: 'Llamar', taxiFeatures: '1,4' })
    expect(booking).toMatchObject({ status: 10, statusDispatch: 949, timeServiceDispatched: expect.any(Number) })
    const order = await ordered(first, booking.id)
    expect(OrderMessage.parse(order)).toEqual(order)
    expect(order).toMatchObject({ idFleet: 29, version: booking.version, taxiFeatures: [1, 4], notes: 'Llamar' })
    const [heard] = first.heard
    expect(heard?.headers['parada-tenant']).toBe('demo')
    const content = { method: 'POST', path: '/parada/orders', bodySha256: sha256(heard?.text ?? '') }
    expect(verify(heard?.headers ?? {}, secret, content, new Date())).toBe('good')
    await until(async () => (await world.ordersOf(booking.id))[0]?.state === 'sent', 'the order to be marked')
  })

  it('asks for a guaranteed taxi if the booking wants one', async () => {
    const booking = await world.book([29], { enableCommitment: true })
    expect(booking.statusDispatch).toBe(1200)
    const { id: idOrder } = await ordered(first, booking.id)
    expect((await world.report(29, { type: 'committed', idOrder })).status).toBe(200)
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: 10, statusDispatch: 1300 })
    expect((await accept(29, idOrder)).status).toBe(200)
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: 20, statusDispatch: 2000 })
  })

  it('waits until its pre-dispatch time and is then sent automatically', async () => {
    const timeBookingStart = Date.now() + 10 * 60_000 + 1_500
    const booking = await world.book([29], { asap: false, timeBookingStart, timePreDispatch: 10 })
    expect(booking).toMatchObject({ statusDispatch: 949, timeServiceDispatched: null })
    expect(first.heard).toEqual([])
    await ordered(first, booking.id)
    expect(Date.now()).toBeGreaterThanOrEqual(timeBookingStart - 10 * 60_000)
    const { timeServiceDispatched } = await until(async () => {
      const now = await world.bookingOf(booking.id)
      return now.timeServiceDispatched !== null && now
    }, 'the time of dispatch')
    expect(timeServiceDispatched).toBeGreaterThanOrEqual(timeBookingStart - 10 * 60_000)
    expect(await world.journal(booking.id)).toContain('dispatch by Parada')
  })

  it('is sent earlier if the start is brought forward in time', async () => {
    const booking = await world.book([29], {
      asap: false,
      timeBookingStart: Date.now() + 3_600_000,
      timePreDispatch: 10,
    })
    await world.inDemo((work) => amendOrder(work, { ...booking, timeBookingStart: Date.now() + 60_000 }))
    await ordered(first, booking.id)
  })

  it('is followed by changes, notes and its withdrawal under the same id', async () => {
    const booking = await world.book([29])
    const { id } = await ordered(first, booking.id)
    await accept(29, id)
    await world.inDemo(async (work) => {
      const now = await world.bookingOf(booking.id)
      await amendOrder(work, now)
      expect(await noteToDriver(work, now, 'Puerta trasera')).toBe(true)
    })
    const [amended] = await until(
      () => first.at(/\/orders\/[^/]+$/).length > 0 && first.at(/\/orders\/[^/]+$/),
      'a change',
    )
    const [noted] = await until(() => first.at(/notes$/).length > 0 && first.at(/notes$/), 'a note')
    expect(amended).toMatchObject({ method: 'PUT', body: { id, idBooking: booking.id } })
    expect(noted?.body).toMatchObject({ idOrder: id, text: 'Puerta trasera' })

    await world.report(29, { type: 'position', idOrder: id, lat: 40.41, lon: -3.7, etaMinutes: 3 })
    const change = await world.inDemo(async (work) => withdrawOrder(work, await world.bookingOf(booking.id), 'Anulado'))
    expect(change).toMatchObject({
      vehicleCancellationLat: 40.41,
      vehicleCancellationLon: -3.7,
      vehicleCancellationETA: 3,
    })
    const [withdrawn] = await until(() => first.at(/withdraw$/).length > 0 && first.at(/withdraw$/), 'a withdrawal')
    expect(withdrawn?.body).toEqual({ id, idBooking: booking.id, idFleet: 29, reason: 'Anulado' })
    expect((await accept(29, id)).status).toBe(409)
  })

  it('is followed by a change or withdrawal made while it was being sent', async () => {
    const answers: (() => void)[] = []
    first.answers((_, response) => void answers.push(() => response.end('{"received":true}')))
    const [changed, withdrawn] = [await world.book([29]), await world.book([29])]
    await until(() => answers.length === 2, 'both orders to be on their way')
    await world.inDemo(async (work) => {
      await amendOrder(
        work,
        await changeBooking(work, 'edit', await world.bookingOf(changed.id), { notes: 'Otra nota' }),
      )
    })
    await world.inDemo(async (work) => withdrawOrder(work, await world.bookingOf(withdrawn.id), 'Anulado'))
    first.answers(answering(200, '{"received":true}'))
    for (const answer of answers) answer()
    const change = await until(() => first.heard.find(({ method }) => method === 'PUT'), 'the change')
    expect(change.body).toMatchObject({ idBooking: changed.id, notes: 'Otra nota' })
    await until(() => first.at(/withdraw$/).find(({ body }) => body.idBooking === withdrawn.id), 'the withdrawal')
  })

  it('is never sent if it was withdrawn before', async () => {
    const booking = await world.book([29], {
      asap: false,
      timeBookingStart: Date.now() + 3_600_000,
      timePreDispatch: 10,
    })
    await world.inDemo((work) => withdrawOrder(work, booking, 'Anulado'))
    await world.inDemo(({ tx }) =>
      tx.updateTable('outbox').set({ due_at: new Date() }).where('kind', '=', 'order').execute(),
    )
    const other = await world.book([29])
    await ordered(first, other.id)
    expect(first.heard.filter(({ body }) => body.idBooking === booking.id)).toEqual([])
  })
})

describe('dispatch without a gateway', () => {
  it('stores -8000 for a fleet without a protocol and -9999 for a held dispatch, and sends nothing (B-070)', async () => {
    const manual = await world.book([134])
    expect([manual.statusDispatch, await world.ordersOf(manual.id)]).toEqual([-8000, []])
    await world.inDemo(async (work) => {
      const ordered = await orderFleet(work, { ...manual, idFleet: 29 }, { isBlocked: true })
      await changeBooking(work, 'dispatch', manual, { ...ordered, idFleet: 29 })
    })
    const blocked = await world.bookingOf(manual.id)
    expect([blocked.statusDispatch, blocked.idFleet, await world.ordersOf(manual.id)]).toEqual([-9999, 29, []])
  })

  it('mails the order to a fleet that works by mail, and waits for no answer', async () => {
    const booking = await world.book([87], { passengerName: 'Eva Correo' })
    expect(booking.statusDispatch).toBe(949)
    const [mail] = await until(
      () =>
        world.inDemo(async ({ tx }) => {
          const rows = await tx.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute()
          const found = rows.map(({ payload }) => payload as { to: string; text: string; subject: string })
          return found.length > 0 && found
        }),
      'a mail',
    )
    expect(mail).toMatchObject({
      to: 'flota87@demo.example',
      subject: expect.stringContaining(String(booking.id)),
      text: expect.stringMatching(/Eva Correo[\s\S]*600000001/),
    })
    const [order] = await world.ordersOf(booking.id)
    expect(order).toMatchObject({ state: 'sent', answer_by: null })
  })

  it('moves on to the next fleet when there is no email address', async () => {
    await world.inDemo(({ tx }) => tx.updateTable('fleet').set({ email: null }).where('id', '=', 41).execute())
    const booking = await world.book([41, 29])
    await ordered(first, booking.id)
    await becomes(booking.id, { idFleet: 29, statusDispatch: 949 })
  })
})

describe('a fleet that does not take the order', () => {
  it('is followed by the next of the booking’s fleets, and the journal says who refused', async () => {
    const booking = await world.book([29, 31])
    const { id } = await ordered(first, booking.id)
    expect((await world.report(29, { type: 'refused', idOrder: id, reason: 'No car' })).status).toBe(200)
    const next = await ordered(second, booking.id)
    expect(next.id).not.toBe(id)
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: 10, statusDispatch: 949, idFleet: 31 })
    expect(await world.journal(booking.id)).toContainEqual(expect.stringMatching(/^refuse by Radio Taxi Madrid Demo/))
    const states = (await world.ordersOf(booking.id)).map(({ state, id_fleet }) => [id_fleet, state])
    expect(states[0]).toEqual([29, 'refused'])
  })

  it('leaves the booking unconfirmed if it was the last', async () => {
    const booking = await world.book([29])
    const { id } = await ordered(first, booking.id)
    await world.report(29, { type: 'refused', idOrder: id })
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: -30, statusDispatch: null, idFleet: 29 })
    const events = await world.inDemo(({ tx }) =>
      tx.selectFrom('outbox').select('payload').where('kind', '=', 'event').orderBy('id', 'desc').limit(1).execute(),
    )
    expect(events[0]?.payload).toMatchObject({
      destination: '/topic/parada.demo.fleet.29',
      message: { content: { idBooking: booking.id, statusBooking: -30 } },
    })
  })

  it('is followed by the next active fleet, even one that is rung by hand', async () => {
    await world.inDemo(({ tx }) => tx.updateTable('fleet').set({ status: 0 }).where('id', '=', 36).execute())
    const booking = await world.book([29, 36, 134])
    const { id } = await ordered(first, booking.id)
    await world.report(29, { type: 'refused', idOrder: id })
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: 10, statusDispatch: -8000, idFleet: 134 })
  })

  it('gets a withdrawal after too long a silence, and the next fleet is asked once, however many servers run', async () => {
    await world.link(29, first.url, 2)
    world.startAnother()
    const booking = await world.book([29, 31])
    const { id } = await ordered(first, booking.id)
    await ordered(second, booking.id)
    expect((await world.ordersOf(booking.id)).map(({ state }) => state)[0]).toBe('silent')
    await until(() => first.at(/withdraw$/).find(({ body }) => body.id === id), 'a withdrawal')
    expect(second.at(/\/orders$/)).toHaveLength(1)
    expect((await world.journal(booking.id)).filter((line) => line.startsWith('silence'))).toHaveLength(1)
  })

  it('may lose the taxi after accepting: the next fleet is asked, and the taxi’s position is stored', async () => {
    const booking = await world.book([29, 31])
    const { id } = await ordered(first, booking.id)
    await accept(29, id)
    await world.report(29, { type: 'position', idOrder: id, lat: 40.42, lon: -3.69, etaMinutes: 7 })
    const lost = { type: 'cancelled', idOrder: id, reasonCode: 'fleet_no_free_vehicle', reason: 'Avería' } as const
    expect((await world.report(29, lost)).status).toBe(200)
    await ordered(second, booking.id)
    expect(await world.bookingOf(booking.id)).toMatchObject({
      ...{ status: 10, idFleet: 31, idSupplierTaxi: null, timeServiceConfirmed: null },
      ...{ vehicleCancellationLat: 40.42, vehicleCancellationLon: -3.69, vehicleCancellationETA: 7 },
    })
    expect(
      await world.inDemo(({ tx }) =>
        tx.selectFrom('trajectory').selectAll().where('id_booking', '=', booking.id).execute(),
      ),
    ).toEqual([])
    const messages = await world.inDemo(({ tx }) =>
      tx.selectFrom('booking_message').selectAll().where('id_booking', '=', booking.id).execute(),
    )
    expect(messages).toEqual([expect.objectContaining({ message: 'fleet_no_free_vehicle: Avería', id_supplier: 29 })])
  })

  it('is not replaced by another if the passenger did not show up', async () => {
    const booking = await world.book([29, 31])
    const { id } = await ordered(first, booking.id)
    await accept(29, id)
    await world.report(29, { type: 'cancelled', idOrder: id, reasonCode: 'fleet_client_not_presented' })
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: -30, statusDispatch: null, idFleet: 29 })
  })
})

describe('a faulty fleet', () => {
  it('that hangs does not delay other fleets, and its order is repeated under the same id', async () => {
    const heardMeanwhile: number[] = []
    first.answers((_, response) => {
      response.once('close', () => heardMeanwhile.push(second.at(/\/orders$/).length))
    })
    const stuck = await world.book([29])
    await until(() => first.heard.length > 0, 'the order to be taken')
    const others = await Promise.all(Array.from({ length: 8 }, () => world.book([31])))
    for (const { id } of others) await ordered(second, id)
    await until(() => heardMeanwhile.length > 0, 'the house to give up')
    // Had the other fleet waited for this one, it would have heard nothing yet.
    expect(heardMeanwhile[0]).toBeGreaterThan(0)
    first.answers(answering(200, '{"received":true}'))
    await until(() => first.at(/\/orders$/).length > 1, 'a repetition')
    expect(new Set(first.at(/\/orders$/).map(({ body }) => body.id)).size).toBe(1)
    await until(async () => (await world.ordersOf(stuck.id))[0]?.state === 'sent', 'the order to be marked')
  })

  it.each([
    ['a page', 200, '<h1>It works</h1>'],
    ['nothing', 200, ''],
    ['something else', 200, '{"received":"yes"}'],
    ['an error', 500, '{"received":true}'],
    ['too much', 200, JSON.stringify({ received: true, more: 'x'.repeat(100_000) })],
  ])('that answers %s gets the order again until it answers correctly', async (_, status, text) => {
    first.answers(answering(status, text))
    const booking = await world.book([29])
    await until(async () => (await world.ordersOf(booking.id))[0]?.last_error, 'the fault to be noted')
    expect((await world.ordersOf(booking.id))[0]).toMatchObject({
      state: 'waiting',
      last_error: expect.stringMatching(/answer/),
    })
    first.answers(answering(200, '{"received":true}'))
    await until(async () => (await world.ordersOf(booking.id))[0]?.state === 'sent', 'the order to be marked')
    expect(new Set(first.heard.map(({ body }) => body.id)).size).toBe(1)
  })

  it('that refuses the order outright loses it at once', async () => {
    first.answers(answering(422, '{"error":"unknown zone"}'))
    const booking = await world.book([29, 31])
    await ordered(second, booking.id)
    expect(first.heard).toHaveLength(1)
    await becomes(booking.id, { idFleet: 31 })
  })

  it('that keeps failing is left alone for a while, and its orders go straight to the next fleet', async () => {
    first.answers(answering(503, ''))
    await Promise.all(Array.from({ length: 5 }, () => world.book([29])))
    await until(async () => (await world.fleetOf(29))?.link?.openUntil, 'the circuit to open')
    const heard = first.heard.length
    const booking = await world.book([29, 31])
    await ordered(second, booking.id)
    expect(first.heard.filter(({ body }) => body.idBooking === booking.id)).toEqual([])
    expect(first.heard.length).toBe(heard)

    // After the pause one message is tried, and a good answer closes the circuit.
    first.answers(answering(200, '{"received":true}'))
    await world.inDemo(({ tx }) =>
      tx.updateTable('supplier_link').set({ open_until: new Date() }).where('id_fleet', '=', 29).execute(),
    )
    await ordered(first, (await world.book([29])).id)
    await until(async () => (await world.fleetOf(29))?.link?.openUntil === null, 'the circuit to close')
  })

  it('that reports itself unavailable gets no orders until it is back', async () => {
    expect((await world.report(29, { type: 'unavailable', minutes: 30 })).status).toBe(200)
    const booking = await world.book([29, 31])
    await ordered(second, booking.id)
    expect(first.heard).toEqual([])
    await world.report(29, { type: 'unavailable', minutes: 0 })
    await ordered(first, (await world.book([29])).id)
  })

  it('that accepts after its time is refused, and the booking stays with the next fleet', async () => {
    await world.link(29, first.url, 2)
    const booking = await world.book([29, 31])
    const { id } = await ordered(first, booking.id)
    const { id: next } = await ordered(second, booking.id)
    const { status, meta } = await accept(29, id)
    expect([status, meta.errorMessage]).toEqual([409, 'The order is no longer with this fleet'])
    expect((await accept(31, next)).status).toBe(200)
    expect(await world.bookingOf(booking.id)).toMatchObject({ status: 20, idFleet: 31 })
  })
})

it('a booking confirmed by hand in the meantime is left alone when the fleet stays silent', async () => {
  await world.link(29, first.url, 2)
  const booking = await world.book([29, 31])
  await ordered(first, booking.id)
  await world.inDemo(({ tx }) => tx.updateTable('booking').set({ status: 20 }).where('id', '=', booking.id).execute())
  await until(async () => (await world.ordersOf(booking.id))[0]?.state === 'silent', 'the order to be given up')
  expect(await world.bookingOf(booking.id)).toMatchObject({ status: 20, idFleet: 29 })
  expect(second.heard).toEqual([])
})
