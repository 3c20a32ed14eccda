import { decodePath } from '@parada/domain/places/polyline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let booking: { id: number; status_dispatch: number | null }
let unseen: number

beforeAll(async () => {
  server = await testServer()
  await server.database.inTenant(1, async (tx) => {
    const [first, second] = await tx
      .selectFrom('booking')
      .select(['id', 'status_dispatch'])
      .where('id_fleet', '=', 29)
      .where('status', '=', 20)
      .orderBy('id')
      .limit(2)
      .execute()
    if (!first || !second) throw new Error('The demo has too few bookings')
    booking = first
    unseen = second.id
    await tx.updateTable('booking').set({ id_supplier_service: 'S-77' }).where('id', '=', booking.id).execute()
    await tx
      .insertInto('trajectory')
      .values({
        ...{ tenant_id: 1, id_booking: booking.id, at: new Date(), lat: 40.42, lon: -3.7, eta_minutes: 5 },
        path: JSON.stringify([
          [40.4, -3.69, 1],
          [40.42, -3.7, 2],
        ]),
      })
      .execute()
  })
})
afterAll(() => server.stop())

type Answer = { coords: { lat: number; lng: number; routeWayPoints: string; dispatchStatus: number; eta: number } }
const ask = async (
  query: string,
  kind: Parameters<TestServer['signInAs']>[0] = 'operator',
  subdomain: 'demo' | 'costa' = 'demo',
) => server.ask<Answer>(`/api/tracking/?${query}`, { token: await server.signInAs(kind, subdomain) })

describe('tracking', () => {
  it('returns the taxi’s place, its path so far, the dispatch status and the time left (B-184)', async () => {
    const { response } = await ask(`idService=${booking.id}&idExternalFleet=EXT-29&idExternalService=S-77`)
    const { routeWayPoints, ...coords } = response?.coords ?? ({} as Answer['coords'])
    expect(coords).toEqual({ lat: 40.42, lng: -3.7, dispatchStatus: booking.status_dispatch, eta: 5 })
    expect(decodePath(routeWayPoints)).toEqual([
      { lat: 40.4, lon: -3.69 },
      { lat: 40.42, lon: -3.7 },
    ])
  })

  it('finds the booking by its fleet’s own ids', async () => {
    expect((await ask('idExternalFleet=EXT-29&idExternalService=S-77')).response?.coords.lat).toBe(40.42)
    expect((await ask('idExternalFleet=EXT-31&idExternalService=S-77')).status).toBe(404)
  })

  it('returns 404 with a message when nothing is known', async () => {
    const { status, meta } = await ask(`idService=${unseen}`)
    expect([status, meta.errorMessage]).toEqual([404, 'No tracking available for this service'])
  })

  it('returns 404 to another tenant and to a user without the fleet', async () => {
    expect((await ask(`idService=${booking.id}`, 'operator', 'costa')).status).toBe(404)
    expect((await ask('idExternalFleet=EXT-29&idExternalService=S-77', 'operator', 'costa')).status).toBe(404)
    expect((await ask(`idService=${booking.id}`, 'newcomer')).status).toBe(404)
  })

  it('requires a token and an id for the booking', async () => {
    expect((await server.ask(`/api/tracking/?idService=${booking.id}`)).status).toBe(401)
    const { status, meta } = await ask('idExternalFleet=EXT-29')
    expect([status, meta.field]).toEqual([400, 'idService'])
  })
})
