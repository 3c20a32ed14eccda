import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** Gives everybody's rides to one caller or one authorization. */
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

it('answers the last rides of a caller and of an authorization, the latest first (B-186)', async () => {
  await give('id_caller', 10_001, 30)
  const { status, services } = await ask('idCaller=10001')
  expect([status, services.length, isLatestFirst(services)]).toEqual([200, 20, true])
  expect(services.every(({ idCaller }) => idCaller === 10_001)).toBe(true)

  await give('id_authorization', 10_001, 30)
  const own = await ask('idAuthorization=10001')
  expect([own.services.length, isLatestFirst(own.services)]).toEqual([20, true])
  expect(own.services.every(({ idAuthorization }) => idAuthorization === 10_001)).toBe(true)
})

it('leaves out what is still in the wizard and what another booking took over', async () => {
  for (const [index, status] of [5, -10, -60].entries()) {
    await give('id_caller', 10_002 + index, status)
    expect((await ask(`idCaller=${10_002 + index}`)).services).toEqual([])
  }
})

it('asks for one of the two', async () => {
  expect((await ask('')).field).toBe('idCaller')
  expect((await ask('idCaller=10001&idAuthorization=10001')).field).toBe('idCaller')
})

it('tells a business of authorizations alone', async () => {
  const business = await server.signInAs('business')
  expect((await ask('idAuthorization=10001', business)).status).toBe(200)
  expect((await ask('idCaller=10001', business)).status).toBe(403)
  expect((await ask('idAuthorization=999999', business)).status).toBe(404)
  expect((await ask('idCaller=10001', await server.signInAs('newcomer'))).status).toBe(403)
})
