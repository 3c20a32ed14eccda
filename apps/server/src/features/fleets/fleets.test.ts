import type { Fleet } from '@parada/contract/entities'
import { saveLink } from '@parada/db/queries/supplier-links'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answering, hanging, startFleet, type TestFleet } from '../../suppliers/testing-fleet.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let fleet: TestFleet
let operator: string
let dispatcher: string
let newcomer: string
let business: string

beforeAll(async () => {
  server = await testServer()
  fleet = await startFleet()
  operator = await server.signInAs('operator')
  dispatcher = await server.signInAs('dispatcher')
  newcomer = await server.signInAs('newcomer')
  business = await server.signInAs('business')
})
afterAll(async () => {
  await server.stop()
  await fleet.stop()
})

const all = [29, 31, 36, 41, 44, 52, 87, 91, 92, 93, 134]
const madrid = { lat: 40.4169, lon: -3.7035 }

const ask = <Response>(path: string, token = operator) => server.ask<Response>(`/api/fleets/demo/${path}`, { token })
const fleetsOf = async (path: string, token = operator) =>
  ((await ask<{ fleets: Fleet[] }>(path, token)).response?.fleets ?? []) as Fleet[]
const idsOf = async (path: string, token = operator) => (await fleetsOf(path, token)).map(({ id }) => id)
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe('fleets by permission', () => {
  it.each([
    ['every fleet for all', 'dispatchServiceByFleet', () => operator, all],
    ['the listed ones for a list', 'dispatchServiceByFleet', () => dispatcher, [29, 31, 87]],
    ['the ones of that permission and of no other', 'viewServiceByFleet', () => dispatcher, [29, 31, 87, 134]],
    ['every fleet for a plain right', 'dispatchServiceToAnyFleet', () => operator, all],
    ['none for a right that is not granted', 'dispatchServiceToAnyFleet', () => dispatcher, []],
    ['none for a user without any', 'editServiceByFleet', () => newcomer, []],
  ])('returns %s (B-189, P-150, L-242, B-155)', async (_, permission, token, ids) =>
    expect(sorted(await idsOf(`permission/${permission}/`, token()))).toEqual(ids),
  )

  it('rejects an unknown permission and one that is not about fleets', async () => {
    for (const permission of ['everything', 'viewPOIInParada', '__proto__']) {
      const { status, meta } = await ask(`permission/${permission}/`)
      expect([status, meta.field]).toEqual([400, 'permission'])
    }
  })

  it('searches within 40 km of a point unless another radius is given (B-156)', async () => {
    const near = `permission/dispatchServiceByFleet/?lat=${madrid.lat}&lon=${madrid.lon}`
    expect(sorted(await idsOf(near))).toEqual([29, 31])
    expect(sorted(await idsOf(`${near}&radiusKm=10`))).toEqual([29])
    expect(sorted(await idsOf(`${near}&radiusKm=80`))).toEqual([29, 31, 44, 134])
    const { status, meta } = await ask('permission/dispatchServiceByFleet/?lat=40')
    expect([status, meta.field]).toEqual([400, 'lon'])
  })

  it('lists the fleets that cover an origin first', async () => {
    const from = (lat: number, lon: number) =>
      idsOf(`permission/dispatchServiceByFleet/?originLat=${lat}&originLon=${lon}`)
    expect((await from(39.8596, -4.0214))[0]).toBe(134)
    expect((await from(40.4819, -3.3641)).slice(0, 2)).toEqual([31, 29])
  })
})

describe('one fleet', () => {
  it('is returned in full (B-190, P-150, L-243)', async () => {
    const { response } = await ask<{ fleet: Fleet }>('29')
    expect(response?.fleet).toMatchObject({
      ...{
        id: 29,
        fleetName: 'Radio Taxi Madrid Demo',
        fleetLongName: 'Radio Taxi Madrid Demo (Madrid)',
        idExternal: 'EXT-29',
      },
      ...{
        protocolDispatch: 2,
        priceProtocol: 1,
        timeZone: 'Europe/Madrid',
        status: 1,
        contactEmail: 'flota29@demo.example',
      },
      ...{
        defaultTimePredispatch: 15,
        enableCommitmentDefault: true,
        commitmentByTaxiFeatures: true,
        radiusKm: expect.any(Number),
      },
      geoAreaOrigin: [{ description: 'Área de Madrid', geometryWKT: expect.stringMatching(/^POLYGON/) }],
    })
  })

  it('returns 404 to users without a permission for it, and in another tenant (B-155)', async () => {
    expect((await ask('36', dispatcher)).status).toBe(404)
    expect((await ask('29', dispatcher)).status).toBe(200)
    expect((await ask('29', business)).status).toBe(404)
    expect((await ask('140')).status).toBe(404)
    expect((await ask('36/car-availability?originLat=40&originLon=-3', dispatcher)).status).toBe(404)
  })
})

describe('fleets with their areas', () => {
  it('are all those of the tenant, for every user, with the fields of a map (P-151, L-215, L-216)', async () => {
    const found = await fleetsOf('with-geoarea', newcomer)
    expect(sorted(found.map(({ id }) => id))).toEqual(all)
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(
      [
        'fleetLongName',
        'fleetName',
        'geoAreaOrigin',
        'id',
        'lat',
        'lon',
        'protocolDispatch',
        'radiusKm',
        'status',
        'taxiFeatures',
      ].sort(),
    )
    expect(found.every(({ geoAreaOrigin }) => (geoAreaOrigin ?? []).length > 0)).toBe(true)
  })

  it('are limited to those with every requested taxi feature (P-151, L-217)', async () => {
    const whole = await fleetsOf('with-geoarea/asistencia')
    expect(sorted(whole.map(({ id }) => id))).toEqual(all)
    const has = ({ taxiFeatures }: Fleet, ...wanted: number[]) =>
      wanted.every((feature) => taxiFeatures?.split(',').includes(String(feature)))
    const wanted =
      whole
        .find(({ id }) => id === 31)
        ?.taxiFeatures?.split(',')
        .slice(0, 2)
        .map(Number) ?? []
    const found = await fleetsOf(`with-geoarea/asistencia?taxiFeatures=${wanted.join(',')}`)
    expect(found.map(({ id }) => id)).toEqual(whole.filter((one) => has(one, ...wanted)).map(({ id }) => id))
    expect(found.length).toBeLessThan(whole.length)
    expect((await ask('with-geoarea/asistencia?taxiFeatures=a')).meta.field).toBe('taxiFeatures')
  })
})

describe('car availability', () => {
  const around = `29/car-availability?originLat=${madrid.lat}&originLon=${madrid.lon}`
  type Cars = { carAvailability: { cars: number; etaMinutes: number | null } }
  const cars = async () => (await ask<Cars>(around)).response?.carAvailability
  const linked = () =>
    server.database.inTenant(1, (tx) => saveLink(tx, 1, { idFleet: 29, url: fleet.url, secret: 'x'.repeat(40) }))

  it('is what the fleet reports (B-191, P-152)', async () => {
    await linked()
    fleet.answers(answering(200, '{"cars":7,"etaMinutes":4}'))
    expect(await cars()).toEqual({ cars: 7, etaMinutes: 4 })
    expect(fleet.heard.at(-1)?.path).toBe(`/parada/availability?idFleet=29&lat=${madrid.lat}&lon=${madrid.lon}`)
  })

  it('requires both coordinates of the origin', async () => {
    const { status, meta } = await ask('29/car-availability?originLat=40')
    expect([status, meta.field]).toEqual([400, 'originLon'])
  })

  it.each([
    ['hangs', hanging],
    ['answers nonsense', answering(200, '{"cars":"many"}')],
    ['fails', answering(500, '')],
    ['refuses', answering(404, '')],
  ])('is estimated from the taxis last seen when the fleet %s', async (_, answer) => {
    await linked()
    fleet.answers(answer)
    await server.database.inTenant(1, async (tx) => {
      await tx.deleteFrom('trajectory').execute()
      const bookings = await tx
        .selectFrom('booking')
        .select('id')
        .where('id_fleet', '=', 29)
        .where('status', '=', 20)
        .limit(3)
        .execute()
      for (const [at, { id }] of bookings.entries())
        await tx
          .insertInto('trajectory')
          .values({
            ...{ tenant_id: 1, id_booking: id, lat: madrid.lat + 0.01 * (at + 1), lon: madrid.lon },
            at: new Date(server.clock.now.getTime() - (at === 2 ? 3_600_000 : 60_000)),
          })
          .execute()
    })
    const patience = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => patience.mockRestore())
    // 1.1 km in a straight line, 1.8 km by road, at 500 m a minute.
    expect(await cars()).toEqual({ cars: 2, etaMinutes: 4 })
    expect(Math.max(...patience.mock.calls.flat())).toBeLessThan(4_000)
  })

  it('does not ask a fleet that has failed too often', async () => {
    await linked()
    await server.database.inTenant(1, (tx) =>
      tx
        .updateTable('supplier_link')
        .set({ open_until: new Date(Date.now() + 60_000) })
        .where('id_fleet', '=', 29)
        .execute(),
    )
    const before = fleet.heard.length
    await cars()
    expect(fleet.heard.length).toBe(before)
  })
})
