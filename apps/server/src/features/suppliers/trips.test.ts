import { randomUUID } from 'node:crypto'
import type { Work } from '@parada/db/queries/booking-changes'
import { putRequest, tripJournal, tripSupplier, trips } from '@parada/db/queries/trips'
import type { Mode } from '@parada/domain/trip/modes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'
import { whoWaits } from '../../testing/waiting.ts'
import { parkingReports } from '../../trip/mode-reports.ts'
import { reportTaker } from '../../trip/take-report.ts'
import { supplierLine } from '../../trip/testing.ts'

let server: TestServer
let carPark: ReturnType<typeof supplierLine>
let scooters: ReturnType<typeof supplierLine>
let metro: ReturnType<typeof supplierLine>

beforeAll(async () => {
  server = await testServer()
  carPark = supplierLine(server, { id: 13, mode: 'parking' })
  scooters = supplierLine(server, { id: 22, mode: 'mobility' })
  metro = supplierLine(server, { id: 1, mode: 'ticket' })
})
afterAll(() => server.stop())

const demo = { id: 1, subdomain: 'demo' }
const inDemo = <T>(run: (work: Work) => Promise<T>) =>
  server.database.inTenant(demo.id, (tx) => run({ tx, tenant: demo, by: { who: 'Test' }, now: server.clock.now }))
const journal = async (mode: Mode, id: number) =>
  (await inDemo(({ tx }) => tripJournal(tx, demo.id, mode, id))).map(({ action, who }) => `${action} by ${who}`)

let last = 0
const reference = () => `R-${++last}`
const now = () => server.clock.now.getTime()

const started = (more: object = {}) => ({
  type: 'started',
  reference: reference(),
  idParking: 7,
  parkingName: 'Parking Centro',
  numberPlate: '1234 BCD',
  dateInit: now() - 3_600_000,
  ...more,
})
const booked = (more: object = {}) => ({
  type: 'booked',
  reference: reference(),
  vehicleSign: 'RUEDA-7',
  vehicleKind: 'scooter',
  startAddressString: 'Plaza de España, Madrid',
  lat: 40.42,
  lon: -3.71,
  ...more,
})
const prices = { priceSupplier: 4, priceCustomer: 5.2 }
const finishedRide = { endAddressString: 'Retiro, Madrid', lat: 40.41, lon: -3.68, ...prices }
const sold = (more: object = {}) => ({
  type: 'sold',
  reference: reference(),
  locator: 'T1',
  title: 'Billete sencillo',
  timeServiceStart: now(),
  code: 'QR-1',
  ...prices,
  ...more,
})

const someUser = () =>
  inDemo(({ tx }) =>
    tx
      .selectFrom('customer')
      .select(['id', 'first_name', 'mobile_number', 'id_white_label'])
      .where('status', '=', 1)
      .where('mobile_number', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  )

describe('a supplier of another mode of transport', () => {
  it('reports the whole life of a parking, which is journaled and ends up ready to invoice', async () => {
    const user = await someUser()
    const { reference, ...start } = started({ idUser: user.id })
    const { response } = await carPark.report({ ...start, reference })
    expect(response).toMatchObject({ status: 1, repeated: false })
    const id = response?.id ?? 0
    const steps = [
      { type: 'extended', dateEnd: now() + 60_000 },
      { type: 'expired' },
      { type: 'finished', dateEnd: now(), ...prices },
    ]
    const statuses: (number | undefined)[] = []
    for (const step of steps) statuses.push((await carPark.report({ ...step, reference })).response?.status)
    expect(statuses).toEqual([1, -1, 30])
    expect(await journal('parking', id)).toEqual([
      'started by Qoob',
      'extended by Qoob',
      'expired by Qoob',
      'finished by Qoob',
    ])
    const parking = await inDemo(({ tx }) => trips.parking.read(tx, demo.id, id))
    expect(parking).toMatchObject({
      ...{ version: 4, status: 30, idSupplier: 13, protocol: 3, reference, idUser: user.id, ...prices },
      ...{ customerPhone: user.mobile_number, numberPlate: '1234 BCD', dateEnd: now() },
    })
  })

  it('reports the life of a shared ride and of a ticket', async () => {
    const user = await someUser()
    const ride = booked({ idUser: user.id })
    const { response } = await scooters.report(ride)
    for (const [type, more, status] of [
      ['started', {}, 2],
      ['paused', {}, 3],
      ['resumed', {}, 2],
      ['finished', finishedRide, 4],
    ] as const) {
      const answer = await scooters.report({ type, reference: ride.reference, ...more })
      expect([type, answer.response?.status]).toEqual([type, status])
    }
    const kept = await inDemo(({ tx }) => trips.mobility.read(tx, demo.id, response?.id ?? 0))
    expect(kept).toMatchObject({ ...prices, idWhiteLabel: user.id_white_label, idUser: user.id, timeEnd: now() })

    const ticket = sold()
    const { response: bought } = await metro.report(ticket)
    expect((await metro.report({ type: 'used', reference: ticket.reference })).response?.status).toBe(2)
    const used = await inDemo(({ tx }) => trips.ticket.read(tx, demo.id, bought?.id ?? 0))
    expect(used).toMatchObject({ transportName: 'Metro', code: 'QR-1', timeValidated: now(), status: 2 })
  })

  it('notifies the desks that follow its mode', async () => {
    const { response } = await carPark.report(started())
    const { rows } = await server.database.pool.query(`select count(*)::int as n from outbox`)
    expect(rows[0].n).toBe(0)
    const told = await inDemo(({ tx }) =>
      tx.selectFrom('outbox').select('payload').where('kind', '=', 'event').orderBy('id', 'desc').executeTakeFirst(),
    )
    expect(told?.payload).toEqual({
      destination: '/topic/parada.demo.trips.parking',
      message: { trip: { mode: 'parking', id: response?.id } },
    })
  })

  it('can repeat a report, even at the same moment, and it is taken once', async () => {
    const start = { ...started(), id: randomUUID() }
    const both = await Promise.all([carPark.report(start), carPark.report(start)])
    const again = await carPark.report(start)
    expect(again.response).toMatchObject({ status: 1, repeated: true })
    expect(both.map(({ status, response }) => [status, response?.id])).toEqual([
      [200, again.response?.id],
      [200, again.response?.id],
    ])
    expect(await journal('parking', again.response?.id ?? 0)).toEqual(['started by Qoob'])
  })

  it('can repeat a report between the lookup of its trip and the lookup of the report', async () => {
    const start = { ...started(), type: 'started' as const, id: randomUUID(), at: now() }
    const waitsFor = (what: string) =>
      vi.waitFor(async () => {
        expect((await server.database.pool.query(whoWaits(what))).rowCount).toBe(1)
      }, 15_000)
    // The first report is taken but not yet committed: the second finds no trip, and its next query must wait for that
    // commit.
    let locked: Promise<unknown> = Promise.resolve()
    const { first, again } = await inDemo(async (work) => {
      const supplier = await tripSupplier(work.tx, demo.id, 13)
      if (!supplier) throw new Error('No supplier 13')
      const first = await reportTaker(parkingReports)(work, supplier, start)
      locked = server.database.pool.query('begin; lock table trip_report in access exclusive mode; commit')
      await waitsFor('lock table')
      const again = carPark.report(start)
      await waitsFor('from trip_report')
      return { first, again: { answer: again } }
    })
    await locked
    expect((await again.answer).response).toEqual({ ...first, repeated: true })
  })

  it('cannot report an impossible step, which is journaled once and leaves the trip unchanged', async () => {
    const { reference, ...start } = started()
    const { response } = await carPark.report({ ...start, reference })
    const id = response?.id ?? 0
    await carPark.report({ type: 'finished', reference, dateEnd: now(), ...prices })
    const late = { type: 'cancelled', reference, id: randomUUID() }
    for (const _ of [1, 2]) {
      const { status, meta } = await carPark.report(late)
      expect([status, meta.errorMessage]).toEqual([409, "'cancelled' cannot follow status 30"])
    }
    expect((await carPark.report({ ...start, reference })).status).toBe(409)
    expect(await journal('parking', id)).toEqual([
      'started by Qoob',
      'finished by Qoob',
      'refused by Qoob',
      'refused by Qoob',
    ])
    expect(await inDemo(({ tx }) => trips.parking.read(tx, demo.id, id))).toMatchObject({ status: 30, version: 2 })
  })

  it.each<[string, number, object]>([
    ['a price below nothing', 400, { priceCustomer: -1 }],
    ['a price of 10^12', 400, { priceCustomer: 1e12 }],
    ['an end before the start', 400, { dateEnd: 1 }],
    ['an end in the future', 400, { dateEnd: Date.now() + 3_600_000 }],
    ['a moment in the future', 400, { at: Date.now() + 3_600_000 }],
    ['an unknown field', 400, { colour: 'red' }],
    ['an unknown reference', 404, { reference: 'nobody knows this' }],
    ['a request that nobody made', 404, { idRequest: randomUUID() }],
  ])('is refused %s with %i, and nothing is written', async (_, status, wrong) => {
    const start = started()
    const { response } = await carPark.report(start)
    const answer = await carPark.report({
      ...{ type: 'finished', reference: start.reference, dateEnd: now(), ...prices },
      ...wrong,
    })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.meta.field).toBe(Object.keys(wrong)[0])
    expect(await journal('parking', response?.id ?? 0)).toEqual(['started by Qoob'])
  })

  it.each<[string, object]>([
    ['idUser', { idUser: 999_999_999 }],
    ['idUser', { idUser: 101 }],
    ['idAuthorization', { idAuthorization: 999_999_999 }],
  ])('is refused an unknown traveller in %s', async (field, whose) => {
    const { status, meta } = await carPark.report(started(whose))
    expect([status, meta.field]).toEqual([400, field])
  })

  it('must sign with its own secret and the current time, and can report only its own mode', async () => {
    const key = 'a secret of somebody else, as long as it must be'
    expect((await carPark.report(started(), { key })).status).toBe(401)
    expect((await carPark.report(started(), { sd: 'costa' })).status).toBe(401)
    expect((await carPark.report(started(), { at: new Date(now() - 3_600_000) })).status).toBe(401)
    expect((await carPark.report(booked(), { mode: 'mobility' })).status).toBe(403)
    const stranger = supplierLine(server, { id: 99, mode: 'parking' })
    expect((await stranger.report(started(), { key })).status).toBe(401)
  })

  it('cannot reach a trip of another supplier by the same reference', async () => {
    const start = started()
    await carPark.report(start)
    const other = supplierLine(server, { id: 12, mode: 'parking' })
    expect((await other.report({ type: 'expired', reference: start.reference })).status).toBe(404)
    expect((await other.report({ ...start })).response).toMatchObject({ status: 1 })
  })
})

describe('a request to a supplier', () => {
  const asked = async () => {
    const { response } = await scooters.send<{ requests: { id: string; idTrip: number; what: string }[] }>(
      'GET',
      'requests',
      undefined,
    )
    return response?.requests ?? []
  }
  const reserve = (hold?: Work['hold']) =>
    inDemo(async (work) => {
      const held = { ...work, hold }
      const trip = await trips.mobility.insert(held, 'book', {
        ...{ status: 1, idSupplier: 22, idWhiteLabel: 1, customerName: 'Eva Prueba', customerPhone: '+34600000001' },
        ...{ vehicleSign: 'RUEDA-9', vehicleKind: 'scooter', timeInit: now(), entryChannel: 20 },
      })
      putRequest(held, { idSupplier: 22, mode: 'mobility', idTrip: trip.id, what: 'reserve' })
      return trip
    })

  it('is listed until the report that begins the trip answers it', async () => {
    const trip = await reserve()
    const [request] = (await asked()).filter(({ idTrip }) => idTrip === trip.id)
    expect(request).toMatchObject({ what: 'reserve', vehicleSign: 'RUEDA-9', customerPhone: '+34600000001' })
    const answer = booked({ idRequest: request?.id, vehicleSign: 'RUEDA-9' })
    expect((await scooters.report(answer)).response).toMatchObject({ id: trip.id, status: 1 })
    expect(await asked()).not.toContainEqual(expect.objectContaining({ idTrip: trip.id }))
    const kept = await inDemo(({ tx }) => trips.mobility.read(tx, demo.id, trip.id))
    expect(kept).toMatchObject({ reference: answer.reference, customerName: 'Eva Prueba' })
    expect((await scooters.report(booked({ idRequest: request?.id }))).status).toBe(409)
  })

  it('can be declined, which cancels the trip', async () => {
    const trip = await reserve()
    const [request] = (await asked()).filter(({ idTrip }) => idTrip === trip.id)
    const no = { type: 'cancelled', reference: 'none', idRequest: request?.id, reason: 'Out of battery' }
    expect((await scooters.report(no)).response).toMatchObject({ id: trip.id, status: 5 })
  })

  it('is held back while it can still be undone', async () => {
    const trip = await reserve({ key: randomUUID(), until: new Date(now() + 5_000) })
    expect(await asked()).not.toContainEqual(expect.objectContaining({ idTrip: trip.id }))
    server.clock.now = new Date(now() + 5_000)
    expect(await asked()).toContainEqual(expect.objectContaining({ idTrip: trip.id }))
  })

  it('cannot be answered by another supplier', async () => {
    const trip = await reserve()
    const [request] = (await asked()).filter(({ idTrip }) => idTrip === trip.id)
    const other = supplierLine(server, { id: 21, mode: 'mobility' })
    expect((await other.report(booked({ idRequest: request?.id }))).status).toBe(404)
  })
})

describe('the list of free vehicles', () => {
  const vehicle = (sign: string) => ({
    ...{ sign, kind: 'scooter', lat: 40.42, lon: -3.7, battery: 80, priceStart: 1, priceMinute: 0.19 },
  })
  const put = (vehicles: object[], of = scooters) => of.send('PUT', 'vehicles', { vehicles })
  const standing = () =>
    inDemo(({ tx }) =>
      tx.selectFrom('free_vehicle').select('sign').where('id_supplier', '=', 22).orderBy('sign').execute(),
    )

  it('is replaced as a whole, so that missing vehicles disappear', async () => {
    await put([vehicle('A'), vehicle('B'), vehicle('A')])
    await put([vehicle('B'), vehicle('C')])
    expect((await standing()).map(({ sign }) => sign)).toEqual(['B', 'C'])
  })

  it.each<[string, object, string]>([
    ['nowhere', { lat: 91 }, 'vehicles.0.lat'],
    ['of a kind that nobody knows', { kind: 'sledge' }, 'vehicles.0.kind'],
    ['for less than nothing', { priceMinute: -1 }, 'vehicles.0.priceMinute'],
  ])('is rejected for a vehicle %s', async (_, wrong, field) => {
    const { status, meta } = await put([{ ...vehicle('A'), ...wrong }])
    expect([status, meta.field]).toEqual([400, field])
  })

  it('is accepted only from suppliers of vehicles', async () => expect((await put([], carPark)).status).toBe(403))
})
