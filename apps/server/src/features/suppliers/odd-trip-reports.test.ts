import { randomUUID } from 'node:crypto'
import { putRequest, trips } from '@parada/db/queries/trips'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'
import { supplierLine } from '../../trip/testing.ts'

let server: TestServer
let scooters: ReturnType<typeof supplierLine>

beforeAll(async () => {
  server = await testServer()
  scooters = supplierLine(server, { id: 22, mode: 'mobility' })
})
afterAll(() => server.stop())

const now = () => server.clock.now.getTime()
let last = 0
const booked = (more: object = {}) => ({
  ...{ type: 'booked', reference: `ODD-${++last}`, vehicleSign: 'RUEDA-7', vehicleKind: 'scooter' },
  ...{ startAddressString: 'Plaza de España, Madrid', lat: 40.42, lon: -3.71 },
  ...more,
})
const finished = {
  ...{ type: 'finished', endAddressString: 'Retiro, Madrid', lat: 40.41, lon: -3.68 },
  ...{ priceSupplier: 4, priceCustomer: 5.2 },
}

/** Reserves a vehicle from the desk, and gives the trip with the request that its supplier fetches. */
const reserve = async () => {
  const tenant = { id: 1, subdomain: 'demo' }
  const idTrip = await server.database.inTenant(tenant.id, async (tx) => {
    const work = { tx, tenant, by: { who: 'Test' }, now: server.clock.now }
    const change = { status: 1, idSupplier: 22, idWhiteLabel: 1, timeInit: now(), reference: null }
    const { id } = await trips.mobility.insert(work, 'reserve', change)
    putRequest(work, { idSupplier: 22, mode: 'mobility', idTrip: id, what: 'reserve' })
    return id
  })
  const { response } = await scooters.send<{ requests: { id: string; idTrip: number }[] }>('GET', 'requests', undefined)
  const idRequest = response?.requests.find((one) => one.idTrip === idTrip)?.id
  if (!idRequest) throw new Error('There is no request')
  return { idTrip, idRequest }
}

describe('the id of a report', () => {
  it('cannot be reused for another trip, new or known', async () => {
    const id = randomUUID()
    const known = booked()
    await scooters.report(known)
    expect((await scooters.report(booked({ id }))).status).toBe(200)
    const begun = await scooters.report(booked({ id }))
    expect([begun.status, begun.meta.field]).toEqual([400, 'id'])
    const told = await scooters.report({ type: 'started', reference: known.reference, id })
    expect([told.status, told.meta.field]).toEqual([400, 'id'])
  })
})

describe('the reference of another trip', () => {
  it('cannot name a vehicle that was requested', async () => {
    const taken = booked()
    await scooters.report(taken)
    const { idRequest } = await reserve()
    const { status, meta } = await scooters.report({ ...booked({ idRequest }), reference: taken.reference })
    expect([status, meta.field]).toEqual([400, 'reference'])
  })

  it('can be used to decline a request', async () => {
    const taken = booked()
    await scooters.report(taken)
    const { idTrip, idRequest } = await reserve()
    const { response } = await scooters.report({ type: 'cancelled', reference: taken.reference, idRequest })
    expect(response).toEqual({ id: idTrip, status: 5, repeated: false })
  })
})

describe('a ride', () => {
  it('cannot end before it began', async () => {
    const { reference, ...more } = booked()
    await scooters.report({ ...more, reference, at: now() - 600_000 })
    await scooters.report({ type: 'started', reference, at: now() - 300_000 })
    const early = await scooters.report({ ...finished, reference, at: now() - 300_001 })
    expect([early.status, early.meta.field]).toEqual([400, 'at'])
    expect((await scooters.report({ ...finished, reference, at: now() - 300_000 })).response?.status).toBe(4)
  })

  it('cannot be cancelled before it was booked, allowing for clock skew', async () => {
    const { reference, ...more } = booked()
    await scooters.report({ ...more, reference })
    const early = await scooters.report({ type: 'cancelled', reference, at: now() - 300_001 })
    expect([early.status, early.meta.field]).toEqual([400, 'at'])
    expect((await scooters.report({ type: 'cancelled', reference, at: now() - 300_000 })).response?.status).toBe(5)
  })
})
