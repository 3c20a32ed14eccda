import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

type Service = { id: number; idCaller: number | null; idAuthorization: number | null; timeBookingStart: number }

let server: TestServer
let operator: string
beforeAll(async () => {
  server = await testServer()
  operator = await server.signInAs('operator')
})
afterAll(() => server.stop())

const ask = async (query: string, token = operator) => {
  const { status, meta, response } = await server.ask<{ services: Service[] }>(`/api/lastservices/demo/?${query}`, {
    token,
  })
  return { status, field: meta.field, services: response?.services ?? [] }
}

/** Gives thirty live bookings to one caller or authorization, with a new status. */
const give = (column: 'id_caller' | 'id_authorization', id: number, status: number) =>
  server.database.inTenant(1, (tx) =>
    tx
      .updateTable('booking')
      .set({ [column]: id, status })
      .where(
        'id',
        'in',
        tx.selectFrom('booking').select('id').where('status', 'in', [10, 20, -30]).orderBy('id').limit(30),
      )
      .execute(),
  )

const isLatestFirst = (services: Service[]) => {
  const starts = services.map(({ timeBookingStart }) => timeBookingStart)
  return starts.join() === starts.toSorted((a, b) => b - a).join()
}

it('returns the last rides of a caller and of an authorization, latest first (B-186)', async () => {
  await give('id_caller', 10_001, 30)
  const { status, services } = await ask('idCaller=10001')
  expect([status, services.length, isLatestFirst(services)]).toEqual([200, 20, true])
  expect(services.every(({ idCaller }) => idCaller === 10_001)).toBe(true)

  await give('id_authorization', 10_001, 30)
  const own = await ask('idAuthorization=10001')
  expect([own.services.length, isLatestFirst(own.services)]).toEqual([20, true])
  expect(own.services.every(({ idAuthorization }) => idAuthorization === 10_001)).toBe(true)
})

it('leaves out drafts and bookings that were handed over or replaced', async () => {
  await server.database.inTenant(1, (tx) =>
    tx.updateTable('booking').set({ id_caller: 10_001 }).where('id_caller', 'in', [10_002, 10_003, 10_004]).execute(),
  )
  for (const [index, status] of [5, -10, -60].entries()) {
    await give('id_caller', 10_002 + index, status)
    expect((await ask(`idCaller=${10_002 + index}`)).services).toEqual([])
  }
})

it('requires either a caller or an authorization but not both', async () => {
  expect((await ask('')).field).toBe('idCaller')
  expect((await ask('idCaller=10001&idAuthorization=10001')).field).toBe('idCaller')
})

it('shows business users rides of authorizations only', async () => {
  const business = await server.signInAs('business')
  expect((await ask('idAuthorization=10001', business)).status).toBe(200)
  expect((await ask('idCaller=10001', business)).status).toBe(403)
  expect((await ask('idAuthorization=999999', business)).status).toBe(404)
  expect((await ask('idCaller=10001', await server.signInAs('newcomer'))).status).toBe(403)
})

describe('the separation of fleets', () => {
  const number = '600999777'
  let caller: number
  let dispatcher: string
  let bookings: number[]

  /** Two rides of one caller: one with the dispatcher's fleet and one with another. */
  beforeAll(async () => {
    ;[caller, bookings] = await server.database.inTenant(1, async (tx) => {
      const { id } = await tx
        .insertInto('caller')
        .values({ tenant_id: 1, phone_number: number })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rides = await tx
        .insertInto('booking')
        .values(
          [29, 31].map((id_fleet) => ({
            tenant_id: 1,
            status: 30,
            asap: true,
            time_booking_start: new Date(Date.UTC(2026, 4, id_fleet - 20)),
            origin: JSON.stringify({
              addressField: 'Calle Mayor, 1',
              lat: 40.4,
              lon: -3.7,
              additionalAddressInfo: '2º B',
            }),
            passenger_name: 'Secreta',
            phone_number_passenger: number,
            notes: 'la llave, bajo el felpudo',
            id_caller: id,
            id_fleet,
          })),
        )
        .returning('id')
        .execute()
      return [id, rides.map((ride) => ride.id)]
    })
    dispatcher = await server.signInWith({ dispatchServiceByFleet: '29' })
  })

  it('shows only rides with the user’s own fleets for a guessed caller', async () => {
    const { services } = await ask(`idCaller=${caller}`, dispatcher)
    expect(services.map(({ id }) => id)).toEqual([bookings[0]])
    expect((await ask(`idCaller=${caller}&phoneNumber=600999770`, dispatcher)).services).toHaveLength(1)
  })

  it('shows places of rides with other fleets for the complete number, without names, telephones and notes', async () => {
    const { services } = await ask(`idCaller=${caller}&phoneNumber=%2B34${number}`, dispatcher)
    expect(services.map(({ id }) => id)).toEqual([bookings[1], bookings[0]])
    const [other, own] = services.map((service) => JSON.stringify(service))
    expect(own).toContain('Secreta')
    expect(other).toContain('Calle Mayor, 1')
    for (const word of ['Secreta', number, 'felpudo', '2º B']) expect(other).not.toContain(word)
    expect(server.logged.join('')).toContain('Past rides of all fleets were asked for')
  })

  it('shows only rides with the user’s own fleets for a guessed authorization', async () => {
    await server.database.inTenant(1, (tx) =>
      tx.updateTable('booking').set({ id_authorization: 10_003 }).where('id', 'in', bookings).execute(),
    )
    const own = await ask('idAuthorization=10003', dispatcher)
    expect(own.services.filter(({ id }) => bookings.includes(id)).map(({ id }) => id)).toEqual([bookings[0]])
    const business = (await ask('idAuthorization=10003', await server.signInAs('business'))).services
    expect(JSON.stringify(business)).not.toContain('Secreta')
  })

  it('rejects a partial number', async () => {
    expect((await ask(`idCaller=${caller}&phoneNumber=600`, dispatcher)).field).toBe('phoneNumber')
  })

  it('allows repeated lookups of one number but limits trying out different ones', async () => {
    for (let nth = 0; nth < 61; nth++)
      expect((await ask(`idCaller=${caller}&phoneNumber=${number}`, dispatcher)).status).toBe(200)
    const statuses = new Set<number>()
    for (let nth = 0; nth < 61; nth++)
      statuses.add((await ask(`idCaller=${caller}&phoneNumber=${600_000_000 + nth}`, dispatcher)).status)
    expect([...statuses]).toEqual([200, 429])
  })
})
