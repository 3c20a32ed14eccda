import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

it('returns a booking with its details (B-159)', async () => {
  const { id } = await desk.book({ passengerName: 'Lucía Invented' })
  const { meta, response } = await desk.get(`/services/demo/${id}`)
  expect(meta).toEqual({ code: 200 })
  expect(response?.booking).toMatchObject({
    id,
    version: 2,
    status: 10,
    passengerName: 'Lucía Invented',
    fleet: 'Radio Taxi Madrid Demo (Madrid)',
    timeBookingStartTimestamp: response?.booking.timeBookingStart,
    timeZone: 'Europe/Madrid',
  })
})

it('returns the core fields, the candidate fleets in their order, the metadata and the path driven (B-049, P-112)', async () => {
  const { id } = await desk.book({
    tags: ['vip'],
    notes: 'Ring twice',
    fleetsFiltered: `${fleets.corredor},${fleets.madrid}`,
  })
  await desk.become(id, {
    validated: false,
    validated_errors: ['priceTooLow'],
    time_service_confirmed: new Date(desk.now()),
  })
  await desk.owner.query(
    `insert into trajectory (tenant_id, id_booking, at, lat, lon, path) values (1, $1, now(), 40.4, -3.7, '[[40.39, -3.69, 1000]]')`,
    [id],
  )
  const { response } = await desk.get(`/services/demo/${id}`)
  const core =
    'id status statusDispatch fleet fleets fleetsFiltered idSupplierService idSupplierTaxi entryChannel paymentMethod origin destination stops asap taxiFeatures idFavouriteCab shared tags notes timeZone'
  expect(Object.keys(response?.booking ?? {})).toEqual(expect.arrayContaining(core.split(' ')))
  expect(response?.booking).toMatchObject({
    tags: ['vip'],
    notes: 'Ring twice',
    fleets: [{ id: fleets.corredor }, { id: fleets.madrid, fleetLongName: 'Radio Taxi Madrid Demo (Madrid)' }],
    bookingBreaks: [],
    metadata: { timeServiceConfirmed: desk.now() },
    trajectory: [{ lat: 40.39, lon: -3.69 }],
    validated: false,
    validatedErrors: ['priceTooLow'],
  })
})

it('gives a booking the time zone of its fleet', async () => {
  expect(await desk.book({ idFleet: fleets.canary })).toMatchObject({ timeZone: 'Atlantic/Canary' })
})

it('lists the live bookings of the user’s fleets, earliest first, and no others (P-146)', async () => {
  const statuses = [10, 20, -30, 30, -10, -20, -40, -60]
  const made = new Map<number, number>()
  for (const status of statuses) {
    const { id } = await desk.book()
    await desk.become(id, { status })
    made.set(id, status)
  }
  type Row = { id: number; idFleet: number; timeBookingStartTimestamp: number }
  const listed = async (as: 'operator' | 'dispatcher' | 'business') =>
    (await desk.get<{ services: Row[] }>('/services/demo/alive/fleet', as as 'operator')).response?.services ?? []
  const all = await listed('operator')
  expect(all.flatMap(({ id }) => made.get(id) ?? []).toSorted((a, b) => a - b)).toEqual([-30, 10, 20])
  const starts = all.map((row) => row.timeBookingStartTimestamp)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  const own = await listed('dispatcher')
  expect(new Set(own.map(({ idFleet }) => idFleet))).toEqual(new Set([29, 31, 87, 134]))
  expect(await listed('business')).toEqual([])
})

it('limits the live bookings to given ids and the user’s fleets, and rejects an invalid id', async () => {
  const alive = await desk.book({})
  const foreign = await desk.book({ idFleet: fleets.canary })
  const listed = async (ids: string, as: 'operator' | 'dispatcher') =>
    (
      await desk.get<{ services: { id: number }[] }>(`/services/demo/alive/fleet?ids=${ids}`, as as 'operator')
    ).response?.services.map(({ id }) => id)
  const ids = `${alive.id},${foreign.id},999999999`
  expect((await listed(ids, 'operator'))?.toSorted((a, b) => a - b)).toEqual([alive.id, foreign.id])
  expect(await listed(ids, 'dispatcher')).not.toContain(foreign.id)
  expect((await desk.get('/services/demo/alive/fleet?ids=1,x')).meta.code).toBe(400)
})

describe('the metadata', () => {
  it('shows when and where a taxi confirmed and cancelled the booking (B-170)', async () => {
    const { id } = await desk.book({ timeBookingStart: desk.now(), asap: true })
    const moment = desk.now()
    await desk.become(id, {
      time_service_confirmed: new Date(moment),
      vehicle_confirmation_lat: 40.4,
      vehicle_confirmation_lon: -3.7,
      vehicle_confirmation_eta: 6,
      vehicle_cancellation_lat: 40.41,
      vehicle_cancellation_lon: -3.71,
      vehicle_cancellation_eta: 3,
      time_service_cancelled: new Date(moment),
      cancellation_reason_description: 'Duplicated booking',
    })
    const { response } = await desk.get(`/services/demo/${id}/metadata`)
    expect(response).toEqual({
      metadata: {
        timeServiceDispatched: moment,
        timeServiceConfirmed: moment,
        timeServiceCancelled: moment,
        vehicleConfirmationLat: 40.4,
        vehicleConfirmationLon: -3.7,
        vehicleConfirmationETA: 6,
        vehicleCancellationLat: 40.41,
        vehicleCancellationLon: -3.71,
        vehicleCancellationETA: 3,
        cancellationReasonDescription: 'Duplicated booking',
      },
    })
  })
})

describe('the trajectory', () => {
  type Answer = { booking: { id: number }; price: object; metadata: object; trajectory: object[] }

  it('contains the path of the taxi, the booking, its price and its metadata (B-171)', async () => {
    const { id } = await desk.book()
    await desk.become(id, { status: 30, price_supplier_total: 20, price_customer_total: 22, toll: 1 })
    const empty = await desk.get<Answer>(`/services/demo/${id}/trajectory`)
    expect(empty.response).toMatchObject({ booking: { id }, metadata: {}, trajectory: [] })
    await desk.owner.query(
      `insert into trajectory (tenant_id, id_booking, at, lat, lon, path) values (1, $1, now(), 40.4, -3.7, $2)`,
      [
        id,
        JSON.stringify([
          [40.39, -3.69, 1_000],
          [40.4, -3.7, 1_060],
        ]),
      ],
    )
    const { response } = await desk.get<Answer>(`/services/demo/${id}/trajectory`)
    expect(response?.trajectory).toEqual([
      { lat: 40.39, lon: -3.69, at: 1_000_000 },
      { lat: 40.4, lon: -3.7, at: 1_060_000 },
    ])
    expect(response?.price).toEqual({ priceCustomerTotal: null, priceSupplierTotal: 20, toll: 1, currency: 'EUR' })
  })
})

describe('the journal', () => {
  it('shows who changed what and when, with the values before and after', async () => {
    const { id, version } = await desk.book({ notes: 'Ring twice' })
    await desk.put(`/services/demo/${id}`, { booking: { version, notes: 'Ring once' } }, 'dispatcher')
    const lines = await desk.journal(id)
    expect(lines.map((line) => [line.version, line.action, line.who])).toEqual([
      [1, 'create', 'Ana Pérez'],
      [2, 'confirm', 'Ana Pérez'],
      [3, 'edit', 'Bruno Salas'],
    ])
    expect(lines[0]).toMatchObject({ before: {}, after: { status: 5, notes: 'Ring twice' }, at: desk.now() })
    expect(lines[1]).toMatchObject({ before: { status: 5, idFleet: null }, after: { status: 10, idFleet: 29 } })
    expect(lines[2]).toMatchObject({ before: { notes: 'Ring twice' }, after: { notes: 'Ring once' } })
  })

  it('cannot be changed or deleted by the server', async () => {
    const { id } = await desk.book()
    for (const text of ['update booking_journal set who = $1', 'delete from booking_journal where who = $1'])
      await expect(desk.server.database.pool.query(text, ['x'])).rejects.toThrow(/permission denied/)
    expect(await desk.journal(id)).toHaveLength(2)
  })
})
