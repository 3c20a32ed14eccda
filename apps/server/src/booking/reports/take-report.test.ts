import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256, sign } from '../../suppliers/signature.ts'
import { startFleet, type TestFleet } from '../../suppliers/testing-fleet.ts'
import { secret, startWorld, until, type World } from '../../suppliers/testing-world.ts'

let world: World
let fleet: TestFleet
const costa = { id: 2, subdomain: 'costa' }

beforeAll(async () => {
  world = await startWorld()
  fleet = await startFleet()
  await world.link(29, fleet.url)
  await world.link(31, fleet.url)
  await world.link(140, fleet.url, 60, costa)
})
afterAll(async () => {
  await world.stop()
  await fleet.stop()
})

/** A booking whose order the fleet has. */
const sent = async (change = {}, fleets = [29]) => {
  const booking = await world.book(fleets, change)
  const [order] = await until(async () => {
    const orders = await world.ordersOf(booking.id)
    return orders[0]?.state === 'sent' && orders
  }, 'the order to be sent')
  return { id: booking.id, idOrder: order?.id ?? '' }
}
const accepted = async (change = {}) => {
  const booking = await sent(change)
  expect((await world.report(29, { type: 'accepted', idOrder: booking.idOrder, idSupplierTaxi: 7 })).status).toBe(200)
  return booking
}
const told = async (idOrder: string, ...reports: object[]) => {
  const statuses: number[] = []
  for (const one of reports) statuses.push((await world.report(29, { idOrder, ...one } as never)).status)
  return statuses
}
const trajectory = (id: number) =>
  world.inDemo(({ tx }) => tx.selectFrom('trajectory').selectAll().where('id_booking', '=', id).executeTakeFirst())

describe('a fleet’s reports', () => {
  it('move the booking from acceptance to its end, each step recorded under the fleet and sent to the desks', async () => {
    const { id, idOrder } = await sent()
    const at = { lat: 40.4211, lon: -3.7059, etaMinutes: 4.4 }
    const taxi = { idSupplierTaxi: 1207, supplierTaxiDescription: 'Škoda blanco', phoneNumberSupplier: '600000002' }
    expect(await told(idOrder, { type: 'accepted', idSupplierService: 'S-1', ...taxi, ...at })).toEqual([200])
    expect(await world.bookingOf(id)).toMatchObject({
      ...{ status: 20, statusDispatch: 2000, idSupplierService: 'S-1', ...taxi },
      ...{ vehicleConfirmationLat: 40.4211, vehicleConfirmationLon: -3.7059, vehicleConfirmationETA: 4 },
      timeServiceConfirmed: expect.any(Number),
    })
    expect(await told(idOrder, { type: 'arrived' }, { type: 'onBoard' })).toEqual([200, 200])
    expect(await world.bookingOf(id)).toMatchObject({ statusDispatch: 2500, timeServiceArrival: expect.any(Number) })
    expect(await told(idOrder, { type: 'finished', finish: Date.now(), price: 12.5, toll: 1.2 })).toEqual([200])
    expect(await world.bookingOf(id)).toMatchObject({
      ...{ status: 30, statusDispatch: 3000, priceSupplierTotal: 12.5, toll: 1.2 },
      timeBookingFinish: expect.any(Number),
    })
    expect((await world.ordersOf(id))[0]).toMatchObject({ state: 'done' })
    const who = 'Radio Taxi Madrid Demo (Madrid)'
    const lines = await world.journal(id)
    expect(lines.slice(-4)).toEqual(['accept', 'arrive', 'board', 'finish'].map((action) => `${action} by ${who}`))
    const events = await world.inDemo(({ tx }) =>
      tx.selectFrom('outbox').select('payload').where('kind', '=', 'event').execute(),
    )
    const contents = events.map(
      ({ payload }) =>
        (payload as { message: { content?: { idBooking: number; statusBooking: number } } }).message.content,
    )
    const statuses = contents.filter((content) => content?.idBooking === id).map((content) => content?.statusBooking)
    expect(statuses.slice(-4)).toEqual([20, 20, 20, 30])
  })

  it('may bring the price later, and the booking waits for it', async () => {
    const { id, idOrder } = await accepted()
    await told(idOrder, { type: 'onBoard' }, { type: 'finished', finish: Date.now() })
    expect(await world.bookingOf(id)).toMatchObject({ status: 20, statusDispatch: 2800 })
    expect(await told(idOrder, { type: 'price', price: 8 })).toEqual([200])
    expect(await world.bookingOf(id)).toMatchObject({ status: 30, priceSupplierTotal: 8 })
  })

  it('record the taxi’s path, thinned out and without journal lines', async () => {
    const { id, idOrder } = await accepted()
    const lines = await world.journal(id)
    const begin = Date.now() - 60_000
    const seen = [40.4, 40.40001, 40.405, 40.41].map((lat, step) => ({
      type: 'position',
      lat,
      lon: -3.7,
      etaMinutes: 9 - step,
      at: begin + step * 10_000,
    }))
    expect(await told(idOrder, ...seen)).toEqual([200, 200, 200, 200])
    const kept = await trajectory(id)
    expect([kept?.lat, kept?.eta_minutes, (kept?.path as number[][] | undefined)?.map(([lat]) => lat)]).toEqual([
      40.41,
      6,
      [40.4, 40.405, 40.41],
    ])
    // A position that arrives late changes nothing.
    const late = await world.report(29, { ...seen[1], idOrder } as never)
    expect([late.status, late.response]).toEqual([200, { repeated: true }])
    expect(await trajectory(id)).toEqual(kept)
    expect(await world.journal(id)).toEqual(lines)
  })

  it('get an arrival time estimated by street if the fleet sends none', async () => {
    const { id, idOrder } = await sent({
      origin: { addressField: 'Catedral, Cádiz', lat: 36.5292, lon: -6.2951 },
      destination: { addressField: 'Cortadura, Cádiz', lat: 36.5068, lon: -6.2745 },
    })
    const far = { lat: 36.5068, lon: -6.2745 }
    const taxi = { type: 'accepted', idSupplierTaxi: 7, ...far }
    expect(await told(idOrder, taxi, { type: 'position', ...far, lat: 36.5069 })).toEqual([200, 200])
    const atFirst = (await trajectory(id))?.eta_minutes ?? 0
    expect(atFirst).toBeGreaterThan(4)
    expect(atFirst).toBeLessThan(20)
    expect(await world.bookingOf(id)).toMatchObject({ vehicleConfirmationETA: expect.any(Number) })
    await told(idOrder, { type: 'position', lat: 36.5285, lon: -6.2935 })
    expect((await trajectory(id))?.eta_minutes).toBeLessThan(atFirst)
    // Once the passenger is on board, nobody waits at the pickup.
    await told(idOrder, { type: 'onBoard' }, { type: 'position', lat: 36.52, lon: -6.285 })
    expect((await trajectory(id))?.eta_minutes).toBeNull()
  })

  it('leave the arrival time open where no street is known', async () => {
    const { id, idOrder } = await accepted()
    await told(idOrder, { type: 'position', lat: 40.4, lon: -3.7 })
    expect((await trajectory(id))?.eta_minutes).toBeNull()
  })

  it('replace the points received with the path that the fleet recorded', async () => {
    const { id, idOrder } = await accepted()
    await told(idOrder, { type: 'position', lat: 40, lon: -3 })
    const seconds = Math.floor(Date.now() / 1_000)
    const path = [0, 1, 2].map((step) => [40 + step / 10, -3.7, seconds - 60 + step])
    await told(idOrder, { type: 'finished', finish: Date.now(), price: 10, path })
    expect((await trajectory(id))?.path).toEqual(path)
  })
})

describe('a repeated report', () => {
  it('is taken once, even if both arrive at the same moment', async () => {
    const { id, idOrder } = await sent()
    const body = JSON.stringify({
      type: 'accepted',
      id: crypto.randomUUID(),
      idOrder,
      at: Date.now(),
      idSupplierTaxi: 3,
    })
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.post(29, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.filter(({ response }) => response?.repeated === false)).toHaveLength(1)
    expect((await world.journal(id)).filter((line) => line.startsWith('accept'))).toHaveLength(1)
  })

  it('is answered as repeated even after the booking has moved on', async () => {
    const { id, idOrder } = await sent({}, [29, 31])
    const body = JSON.stringify({ type: 'refused', id: crypto.randomUUID(), idOrder, at: Date.now() })
    expect((await world.post(29, body)).response).toEqual({ repeated: false })
    expect((await world.bookingOf(id)).idFleet).toBe(31)
    const again = await world.post(29, body)
    expect([again.status, again.response]).toEqual([200, { repeated: true }])
    expect(await world.ordersOf(id)).toHaveLength(2)
  })

  it('under another id updates the taxi, and changes nothing if the taxi is the same', async () => {
    const { id, idOrder } = await accepted()
    const { version } = await world.bookingOf(id)
    expect(await told(idOrder, { type: 'accepted', idSupplierTaxi: 7 })).toEqual([200])
    expect((await world.bookingOf(id)).version).toBe(version)
    expect(await told(idOrder, { type: 'accepted', idSupplierTaxi: 8 })).toEqual([200])
    expect(await world.bookingOf(id)).toMatchObject({ idSupplierTaxi: 8, statusDispatch: 2000 })
  })
})

describe('a report out of turn', () => {
  const steps = [
    ['a position before a taxi is named', [], { type: 'position', lat: 40, lon: -3 }],
    ['an arrival before a taxi is named', [], { type: 'arrived' }],
    ['a passenger before a taxi is named', [], { type: 'onBoard' }],
    ['an end before a taxi is named', [], { type: 'finished', finish: Date.now(), price: 1 }],
    ['a price before the end', [{ type: 'accepted', idSupplierTaxi: 1 }], { type: 'price', price: 1 }],
    ['a refusal after acceptance', [{ type: 'accepted', idSupplierTaxi: 1 }], { type: 'refused' }],
    ['a commitment that nobody asked for', [], { type: 'committed' }],
    [
      'a taxi lost with its passenger',
      [{ type: 'accepted', idSupplierTaxi: 1 }, { type: 'onBoard' }],
      { type: 'cancelled', reasonCode: 'other' },
    ],
    [
      'another taxi with the passenger on board',
      [{ type: 'accepted', idSupplierTaxi: 1 }, { type: 'onBoard' }],
      { type: 'accepted', idSupplierTaxi: 2 },
    ],
    [
      'an arrival with the passenger on board',
      [{ type: 'accepted', idSupplierTaxi: 1 }, { type: 'onBoard' }],
      { type: 'arrived' },
    ],
  ] as const

  it.each(steps)('is refused and leaves the booking as it is: %s', async (_, before, report) => {
    const { id, idOrder } = await sent()
    await told(idOrder, ...before)
    const booking = await world.bookingOf(id)
    expect(await told(idOrder, report)).toEqual([409])
    expect(await world.bookingOf(id)).toEqual(booking)
  })

  it('is refused once the booking is over', async () => {
    const { idOrder } = await accepted()
    await told(idOrder, { type: 'finished', finish: Date.now(), price: 5 })
    const late = [
      { type: 'onBoard' },
      { type: 'position', lat: 40, lon: -3 },
      { type: 'cancelled', reasonCode: 'other' },
    ]
    expect(await told(idOrder, ...late)).toEqual([409, 409, 409])
  })
})

describe('a report about an order that is not the fleet’s', () => {
  it('is answered as an unknown order, whether another tenant, another fleet or nobody has it', async () => {
    const { id, idOrder } = await accepted()
    const position = { type: 'position', idOrder, lat: 36.7, lon: -4.4 } as const
    const answers = [
      await world.report(140, position, 'costa'),
      await world.report(31, position),
      await world.report(29, { ...position, idOrder: crypto.randomUUID() }),
      await world.report(140, { type: 'onBoard', idOrder }, 'costa'),
      await world.report(31, { type: 'onBoard', idOrder }),
    ]
    expect(answers.map(({ status, meta }) => [status, meta.errorMessage])).toEqual(
      answers.map(() => [404, 'Unknown order']),
    )
    expect(await trajectory(id)).toBeUndefined()
    expect(await world.bookingOf(id)).toMatchObject({ statusDispatch: 2000 })
  })
})

describe('an invalid report', () => {
  it.each([
    ['type', { type: 'exploded' }],
    ['idOrder', { type: 'onBoard', idOrder: 'x' }],
    ['idOrder', { type: 'onBoard', idOrder: null }],
    ['lat', { type: 'position', lat: 91, lon: 0 }],
    ['lon', { type: 'position', lat: 1, lon: '2' }],
    ['price', { type: 'price', price: -1 }],
    ['idSupplierTaxi', { type: 'accepted' }],
    ['at', { type: 'onBoard', at: Date.now() + 3_600_000 }],
    ['finish', { type: 'finished', arrival: 2_000, finish: 1_000 }],
    ['finish', { type: 'finished', finish: Date.now() + 3_600_000 }],
    ['id', { type: 'onBoard', id: 'not one' }],
    ['colour', { type: 'onBoard', colour: 'red' }],
  ])('is refused with the name of its field: %s', async (field, report) => {
    const { idOrder } = await accepted()
    const { status, meta } = await world.report(29, { idOrder, ...report } as never)
    expect([status, meta.field]).toEqual([400, field])
  })
})

describe('the signature', () => {
  const body = () => JSON.stringify({ type: 'unavailable', id: crypto.randomUUID(), at: Date.now(), minutes: 0 })
  const wrong = [401, 'Wrong signature']

  it('is required of everybody, and a refusal does not reveal which fleets exist', async () => {
    const answers = [
      await world.post(29, body(), { key: 'x'.repeat(40) }),
      await world.post(999_999, body()),
      await world.post(134, body()),
      await world.server.ask('/api/suppliers/demo/reports', { method: 'POST', body: JSON.parse(body()) }),
      await world.server.ask('/api/suppliers/demo/orders'),
    ]
    expect(answers.map(({ status, meta }) => [status, meta.errorMessage])).toEqual(answers.map(() => wrong))
  })

  it('covers the exact bytes sent, and the tenant', async () => {
    const text = body()
    const signed = (sd: string) =>
      sign(
        { subdomain: sd, idFleet: 29, secret },
        { method: 'POST', path: `/suppliers/${sd}/reports`, bodySha256: sha256(text) },
        world.server.clock.now,
      )
    const ask = (headers: Record<string, string>, payload: string) =>
      world.server.ask('/api/suppliers/demo/reports', {
        method: 'POST',
        body: payload,
        headers: { ...headers, 'content-type': 'application/json' },
      })
    expect((await ask(signed('demo'), text)).status).toBe(200)
    expect((await ask(signed('demo'), text.replace('"minutes":0', '"minutes":9'))).status).toBe(401)
    expect((await ask(signed('demo'), `${text} `)).status).toBe(401)
    expect((await ask(signed('costa'), text)).status).toBe(401)
  })

  it('is valid for five minutes either side of the server’s clock', async () => {
    const at = (seconds: number) => new Date(world.server.clock.now.getTime() + seconds * 1_000)
    expect((await world.post(29, body(), { at: at(-290) })).status).toBe(200)
    expect((await world.post(29, body(), { at: at(290) })).status).toBe(200)
    const old = await world.post(29, body(), { at: at(-310) })
    expect([old.status, old.meta.errorMessage]).toEqual([401, "The timestamp differs too much from the server's clock"])
    expect((await world.post(29, body(), { at: at(310) })).status).toBe(401)
  })
})

it('a fleet’s system that restarts can fetch its open orders, and nobody else’s', async () => {
  const { id, idOrder } = await accepted()
  const over = await accepted()
  await told(over.idOrder, { type: 'finished', finish: Date.now(), price: 5 })
  const ask = async (idFleet: number) => {
    const content = { method: 'GET', path: '/suppliers/demo/orders', bodySha256: sha256('') }
    const headers = sign({ subdomain: 'demo', idFleet, secret }, content, new Date())
    type Answer = { orders: { state: string; statusDispatch: number; idSupplierTaxi: number; order: { id: string } }[] }
    return (await world.server.ask<Answer>('/api/suppliers/demo/orders', { headers })).response?.orders ?? []
  }
  const mine = await ask(29)
  expect(mine.find(({ order }) => order.id === idOrder)).toMatchObject({
    state: 'accepted',
    statusDispatch: 2000,
    idSupplierTaxi: 7,
    order: { idBooking: id, idFleet: 29, passengerName: 'Eva Prueba' },
  })
  expect(mine.map(({ order }) => order.id)).not.toContain(over.idOrder)
  expect((await ask(31)).map(({ order }) => order.id)).not.toContain(idOrder)
})
