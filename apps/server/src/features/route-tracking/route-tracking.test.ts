import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RouteChange, RouteDetail } from '@parada/contract/calls/route-tracking'
import { rowsOf } from '@parada/db/database'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import { mostPathPoints } from '@parada/domain/route/path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'
import { supplierLine } from '../../trip/testing.ts'

let server: TestServer
let everything: string
let app: ReturnType<typeof supplierLine>
/**
 * Authorizations: `strict` of account 105, whose bookings require a study as their project, and `plain` of account 104,
 * which requires nothing.
 */
let strict: { id: number; breaks: string[] }
let plain: { id: number }

const inDemo = <Row>(text: string, values: unknown[] = []) =>
  server.database.inTenant(1, (tx) => rowsOf<Row>(tx, { text, values }))

beforeAll(async () => {
  server = await testServer()
  everything = await server.signInAs('everything')
  app = supplierLine(server, { id: 41, mode: 'route' })
  const of = async (account: number) => {
    const [found] = await inDemo<{ id: number; breaks: string[] }>(
      `select id, array[authorization_break1, authorization_break2] as breaks from customer_authorization
       where id_payment_account = $1 and authorization_break1 <> '' order by id limit 1`,
      [account],
    )
    return found
  }
  const [anybody] = await inDemo<{ id: number }>(
    'select id from customer_authorization where id_payment_account = 104 order by id limit 1',
  )
  const found = await of(105)
  if (!found || !anybody) throw new Error('The demo has changed')
  strict = found
  plain = anybody
})
afterAll(() => server.stop())

const minute = 60_000
const now = () => server.clock.now.getTime()
/** A drive north from Madrid with one point per second. */
const drive = (count: number, metres = 12) =>
  Array.from({ length: count }, (_, at) => ({ lat: 40.4 + (at * metres) / 111_195, lon: -3.7 }))
const path = encodePath(drive(100))
const pathTimes = encodeNumbers(drive(100).map((_, at) => at))
const study = [{ id: 1, value: 'OT-02' }]

let last = 0
const begin = async (more: object = {}) => {
  const reference = `T-${++last}`
  const started = { type: 'started', reference, at: now() - 10 * minute, originAddressString: 'Sol, Madrid' }
  const { status, response } = await app.report({ ...started, idAuthorization: plain.id, ...more })
  expect([status, response?.status]).toEqual([200, 100])
  return { reference, id: response?.id ?? 0 }
}
const finish = (reference: string, more: object) =>
  app.report({ type: 'finished', reference, destinationAddressString: 'Fuencarral, Madrid', ...more })

type Options = { token?: string; headers?: Record<string, string> }
type Answer = { routeTracking: RouteDetail; journal: RouteChange[] }
const read = async (id: number, token = everything) => {
  const { status, response } = await server.ask<Answer>(`/api/routeTracking/demo/${id}`, { token })
  return { status, route: response?.routeTracking, journal: response?.journal ?? [] }
}
const save = (id: number, body: object, { token = everything, headers = {} }: Options = {}) =>
  server.ask<Answer>(`/api/routeTracking/demo/${id}`, { method: 'PUT', body, token, headers })
const list = async (query: string, token = everything) => {
  const { status, meta, response } = await server.ask<{ routeTrackingList: (RouteDetail & { id: number })[] }>(
    `/api/routeTracking/demo?${query}`,
    { token },
  )
  return { status, meta, rows: response?.routeTrackingList ?? [] }
}
/** A route with a known distance but missing account fields. */
const incomplete = async (more: object = { path, pathTimes }) => {
  const { reference, id } = await begin({ idAuthorization: strict.id })
  await finish(reference, more)
  const { route } = await read(id)
  if (!route) throw new Error('No route')
  return route
}

describe('the list of routes', () => {
  it('returns a range from GET routeTracking/{sd}, with ids ascending and without the path (L-183)', async () => {
    const range = `from=${now() - 60 * 1_440 * minute}&to=${now()}`
    const { rows, meta } = await list(`mode=grid&pageNumber=0&resultsPerPage=50&${range}`)
    expect(rows).toHaveLength(50)
    expect(meta.totalQueryCount).toBeGreaterThan(200)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((one, other) => one - other))
    expect(rows.filter(({ timeStart }) => timeStart < now() - 60 * 1_440 * minute)).toEqual([])
    expect(Object.keys(rows[0] ?? {})).toEqual(
      expect.arrayContaining(
        'id distanceType status globalStatus idExport originAddressString destinationAddressString distanceMeters timeStart idUser customerName idAuthorization idPaymentAccount shared authorizationBreakValue10 bookingBreakValue9'.split(
          ' ',
        ),
      ),
    )
    expect(rows[0]).not.toHaveProperty('routeWayPoints')
  })

  it('accepts a range of at most 120 days', async () => {
    const day = 1_440 * minute
    expect((await list(`from=0&to=${121 * day}`)).meta).toMatchObject({ code: 400, field: 'to' })
    expect((await list(`from=0&to=${120 * day}`)).status).toBe(200)
  })

  it('can be filtered by user and by global status', async () => {
    const [{ idUser } = { idUser: 0 }] = (await list('resultsPerPage=1')).rows
    const { rows } = await list(`resultsPerPage=200&idUser=${idUser}`)
    expect(new Set(rows.map((row) => row.idUser))).toEqual(new Set([idUser]))
    const discarded = await list('resultsPerPage=200&globalStatus=-2')
    expect(new Set(discarded.rows.map(({ status }) => status))).toEqual(new Set([-500, -100]))
  })
})

describe('one route', () => {
  it('is returned by GET routeTracking/{sd}/{id} with its path, stops, account fields and journal (L-184)', async () => {
    const { reference, id } = await begin({ idAuthorization: strict.id, shared: true })
    const stops = [{ lat: 40.401, lon: -3.7 }]
    await finish(reference, { path, pathTimes, stops, bookingBreaks: study })
    const { route, journal } = await read(id)
    expect(route).toMatchObject({
      ...{ id, status: 300, globalStatus: 2, distanceType: 3, distanceMeters: 1_188, shared: true, fault: null },
      ...{ originAddressString: 'Sol, Madrid', destinationAddressString: 'Fuencarral, Madrid', idPaymentAccount: 105 },
      ...{ routeWayPoints: path, routeWayTimes: pathTimes, routeTrackingStopList: stops },
      ...{ bookingBreakValue1: 'OT-02', authorizationBreakValue1: strict.breaks[0] },
      bookingBreaks: [
        { id: 1, label: 'Estudio', type: 'project', value: 'OT-02' },
        { id: 2, label: 'Observaciones' },
      ],
    })
    expect(journal.map(({ action, who }) => `${action} by ${who}`)).toEqual([
      'started by App de rutas',
      'finished by App de rutas',
      'measured by Parada',
    ])
    expect(JSON.stringify(journal)).not.toContain(path.slice(0, 40))
  })

  it('has every documented field (L-177)', async () => {
    const { reference, id } = await begin()
    await finish(reference, { path })
    const { route } = await read(id)
    const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`)
    expect(Object.keys(route ?? {})).toEqual(
      expect.arrayContaining([
        ...'id distanceType status globalStatus idExport originAddressString destinationAddressString'.split(' '),
        ...'distanceMeters timeStart idUser customerName idAuthorization idPaymentAccount shared'.split(' '),
        ...['routeWayPoints', 'routeTrackingStopList'],
        ...numbered('authorizationBreakValue', 10),
        ...numbered('bookingBreakValue', 9),
      ]),
    )
  })

  it.each([
    ['all', 200],
    ['{"paymentAccounts":[{"id":104}]}', 200],
    ['104,105', 200],
    ['103', 404],
    ['{"paymentAccounts":', 404],
  ])('with viewRouteTrackingByPA %j is opened and saved with %i', async (viewRouteTrackingByPA, status) => {
    const { reference, id } = await begin()
    await finish(reference, { distanceMeters: 900 })
    const token = await server.signInWith({ viewRouteTrackingByPA })
    expect((await read(id, token)).status).toBe(status)
    const { route } = await read(id)
    expect((await save(id, { version: route?.version }, { token })).status).toBe(status)
    expect((await list(`id=${id}`, token)).rows).toHaveLength(status === 200 ? 1 : 0)
  })

  it('without a payment account is shown only to users who see all accounts', async () => {
    const { id } = await begin({ idAuthorization: undefined, customerName: 'Eva Gil' })
    expect((await read(id)).route).toMatchObject({ customerName: 'Eva Gil', idPaymentAccount: null })
    expect((await read(id, await server.signInWith({ viewRouteTrackingByPA: '104' }))).status).toBe(404)
  })

  it('with an unknown id or of another tenant is not found', async () => {
    expect((await read(200_001)).status).toBe(404)
    expect((await read(99_999_999)).status).toBe(404)
  })
})

describe('the account fields of a route', () => {
  it('can be edited in status 200, and the route is ready to send once all are filled (L-176)', async () => {
    const { id, version, status } = await incomplete()
    expect(status).toBe(200)
    const some = await save(id, { version, bookingBreakValue2: 'Con retraso' })
    expect(some.response?.routeTracking).toMatchObject({ status: 200, bookingBreakValue2: 'Con retraso' })
    const all = await save(id, { version: version + 1, bookingBreakValue1: 'OT-04', authorizationBreakValue3: 'Eva' })
    expect(all.response?.routeTracking).toMatchObject({
      ...{ status: 300, globalStatus: 2, version: version + 2 },
      ...{ bookingBreakValue1: 'OT-04', bookingBreakValue2: 'Con retraso', authorizationBreakValue3: 'Eva' },
    })
    const late = await save(id, { version: version + 2, bookingBreakValue1: 'OT-06' })
    expect([late.status, late.meta.problem]).toEqual([409, 'problems.routeNotEditable'])
    const { journal } = await read(id)
    expect(journal.slice(-2).map(({ action, after }) => [action, after.status])).toEqual([
      ['edit', undefined],
      ['edit', 300],
    ])
  })

  it('of a manual route can be edited in status 250 and 350, and emptying one leads back to 250', async () => {
    const { id, version, status, distanceType } = await incomplete({ distanceMeters: 7_300 })
    expect([status, distanceType]).toEqual([250, 1])
    const filled = await save(id, { version, bookingBreakValue1: 'OT-02' })
    expect(filled.response?.routeTracking).toMatchObject({ status: 350, distanceMeters: 7_300 })
    const emptied = await save(id, { version: version + 1, bookingBreakValue1: '' })
    expect(emptied.response?.routeTracking).toMatchObject({ status: 250, bookingBreakValue1: '' })
  })

  it.each([
    ['that is not asked for', { bookingBreakValue7: 'x' }, 'bookingBreakValue7'],
    ['that does not match its pattern', { authorizationBreakValue1: 'nonsense' }, 'authorizationBreakValue1'],
    ['that is too long', { bookingBreakValue1: 'x'.repeat(201) }, 'bookingBreakValue1'],
    ['that does not exist', { bookingBreakValue10: 'x' }, 'bookingBreakValue10'],
    ['that is not text', { bookingBreakValue1: 7 }, 'bookingBreakValue1'],
  ])('are rejected with 400 for one %s', async (_, body, field) => {
    const { id, version } = await incomplete()
    const { status, meta } = await save(id, { version, ...body })
    expect([status, meta.field]).toEqual([400, field])
  })

  it('are not overwritten if somebody else has changed them', async () => {
    const { id, version } = await incomplete()
    await save(id, { version, bookingBreakValue2: 'De otra persona' })
    const { status, meta } = await save(id, { version, bookingBreakValue2: 'Mío' })
    expect([status, meta.problem]).toEqual([409, 'problems.bookingChanged'])
    expect(meta.conflict).toMatchObject({ version: version + 1, changes: [{ field: 'bookingBreaks' }] })
  })

  it('are undone together with the status', async () => {
    const { id, version } = await incomplete()
    const key = randomUUID()
    await save(id, { version, bookingBreakValue1: 'OT-02' }, { headers: { 'undo-key': key } })
    const undone = await server.ask('/api/services/demo/undo', { method: 'POST', body: { key }, token: everything })
    expect(undone.status).toBe(200)
    expect((await read(id)).route).toMatchObject({ status: 200, bookingBreakValue1: '' })
  })
})

describe('the distance of a route', () => {
  it.each([
    ['a path of one point', { path: encodePath(drive(1)) }, -110, 'onePoint', null],
    ['a path that does not decode', { path: 'no path at all' }, -110, 'notDecoded', null],
    ['a path that is cut off', { path: `${path}_` }, -110, 'notDecoded', null],
    ['a point off the globe', { path: encodePath([...drive(3), { lat: 95, lon: 0 }]) }, -110, 'offGlobe', null],
    ['a car that stood', { path: encodePath(drive(9, 1)) }, -200, 'notMoved', 8],
    ['a jump', { path: encodePath([...drive(3), { lat: 41.4, lon: -3.7 }]) }, -200, 'jump', expect.any(Number)],
    ['breaks that nobody asks for', { path }, 300, null, 1_188],
    ['a typed distance', { distanceMeters: 4_200 }, 350, null, 4_200],
  ])('and its status are determined by %s', async (_, more, status, fault, distanceMeters) => {
    const { reference, id } = await begin()
    expect((await finish(reference, more)).response?.status).toBe(status)
    expect((await read(id)).route).toMatchObject({ status, fault, distanceMeters })
  })

  it('is pending until the path arrives', async () => {
    const { reference, id } = await begin()
    expect((await finish(reference, {})).response?.status).toBe(150)
    expect((await read(id)).route).toMatchObject({ status: 150, globalStatus: 1, distanceMeters: null })
    expect((await finish(reference, { path })).response?.status).toBe(300)
  })

  it.each([
    ['more than 200,000 points', { path: '??'.repeat(mostPathPoints + 1) }, 'path'],
    ['an empty path', { path: '' }, 'path'],
    ['too few times', { path, pathTimes: encodeNumbers([1, 2]) }, 'pathTimes'],
    ['times without a path', { pathTimes }, 'pathTimes'],
    ['a path and a distance', { path, distanceMeters: 3 }, 'distanceMeters'],
    ['a stop off the globe', { path, stops: [{ lat: 91, lon: 0 }] }, 'stops.0.lat'],
    ['a break that nobody asks for', { path, bookingBreaks: [{ id: 3, value: 'x' }] }, 'bookingBreaks'],
    ['an end before the start', { path, at: 1_000 }, 'at'],
  ])('is rejected with 400 for %s, and nothing is stored', async (_, more, field) => {
    const { reference, id } = await begin()
    const { status, meta } = await finish(reference, more)
    expect([status, meta.field]).toEqual([400, field])
    expect((await read(id)).route).toMatchObject({ status: 100, routeWayPoints: '' })
  })

  it('is computed from 200,000 points without blocking other requests', async () => {
    const long = encodePath(drive(mostPathPoints, 2))
    const times = encodeNumbers(drive(mostPathPoints).map((_, at) => at))
    const { reference, id } = await begin({ at: now() - 300_000_000 })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { response } = await finish(reference, { path: long, pathTimes: times })
    delay.disable()
    expect(response?.status).toBe(300)
    expect(delay.max / 1e6).toBeLessThan(500)
    const { route } = await read(id)
    expect(route?.distanceMeters).toBeGreaterThan(350_000)
    expect(route?.routeWayPoints).toBe(long)
  })
})

describe('a report of the app', () => {
  it.each([
    ['discarded', -500],
    ['tested', -100],
  ])('of type %s ends the route', async (type, status) => {
    const { reference, id } = await begin()
    expect((await app.report({ type, reference })).response?.status).toBe(status)
    const late = await finish(reference, { path })
    expect([late.status, late.meta.errorMessage]).toEqual([409, `'finished' cannot follow status ${status}`])
    const { route, journal } = await read(id)
    expect(route).toMatchObject({ status, globalStatus: -2 })
    expect(journal.at(-1)).toMatchObject({ action: 'refused', after: { report: { type: 'finished' } } })
    expect(JSON.stringify(journal)).not.toContain(path.slice(0, 40))
  })

  it('that is sent twice changes nothing', async () => {
    const { reference, id } = await begin()
    const report = { type: 'finished', id: randomUUID(), reference, path }
    expect((await app.report(report)).response).toEqual({ id, status: 300, repeated: false })
    expect((await app.report(report)).response).toEqual({ id, status: 300, repeated: true })
    expect((await read(id)).journal).toHaveLength(3)
  })

  it('is refused from suppliers of other modes', async () => {
    const scooters = supplierLine(server, { id: 22, mode: 'mobility' })
    expect((await scooters.report({ type: 'started', reference: 'X-1' }, { mode: 'route' })).status).toBe(403)
  })
})
