import { type UserKind, userKinds } from '@parada/db/seed/demo-users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atocha, type Desk, fleets, hours, openDesk, sol } from '../testing/desk.ts'

let desk: Desk
/** A booking of a fleet that the operator, the dispatcher and the user with every permission work for. */
let own: number
beforeAll(async () => {
  desk = await openDesk()
  own = (await desk.book()).id
})
afterAll(() => desk.stop())

type Call = readonly [method: 'GET' | 'POST' | 'PUT', path: (id: number) => string, body?: (id: number) => object]

/** Every API call about one booking, with a valid body. */
const calls: Readonly<Record<string, Call>> = {
  get: ['GET', (id) => `/services/demo/${id}`],
  metadata: ['GET', (id) => `/services/demo/${id}/metadata`],
  trajectory: ['GET', (id) => `/services/demo/${id}/trajectory`],
  journal: ['GET', (id) => `/services/demo/${id}/journal`],
  bookingBreaks: ['GET', (id) => `/bookings/demo/${id}/bookingBreaks`],
  fleetBreaks: ['GET', (id) => `/fleetbreaks/demo/?idBooking=${id}`],
  update: ['PUT', (id) => `/services/demo/${id}`, () => ({ booking: { version: 1 } })],
  dispatchInfo: ['PUT', (id) => `/services/demo/${id}/dispatchInfo`, () => ({ version: 1 })],
  cancel: ['PUT', (id) => `/services/demo/${id}/cancel`, () => ({ version: 1, cancellationReasonCode: 'duplicated' })],
  finish: ['PUT', (id) => `/bookings/demo/${id}/finish`, () => ({ booking: { version: 1 } })],
  saveBreaks: ['PUT', (id) => `/bookings/demo/${id}/bookingBreaks`, () => ({ version: 1, bookingBreaks: [] })],
  dispatch: ['POST', () => '/services/demo/dispatch', (id) => ({ booking: { id, version: 1 } })],
  redispatch: ['POST', () => '/services/demo/redispatch', (id) => ({ booking: { id, version: 1 } })],
  confirm: ['POST', () => '/services/demo/confirm', (id) => ({ booking: { id, version: 1 } })],
}
const ask = ([method, path, body]: Call, id: number, as: UserKind) => desk.ask(method, path(id), body?.(id), as)

const workers: readonly UserKind[] = ['operator', 'dispatcher', 'everything']

describe('each call', () => {
  it.each(Object.entries(calls))(
    '%s is allowed only to users who work for the booking’s fleet (B-155)',
    async (_, call) => {
      for (const kind of userKinds) {
        const { status } = await ask(call, own, kind)
        // Allowed calls that write are sent an outdated version, so nothing changes.
        expect([kind, status]).toEqual([
          kind,
          workers.includes(kind)
            ? expect.toSatisfy((code) => code === 200 || code === 409)
            : expect.toSatisfy((code) => code === 403 || code === 404),
        ])
      }
    },
  )

  it.each(Object.entries(calls))(
    '%s returns 404 for a booking of another fleet or tenant, or in another user’s wizard (B-155)',
    async (_, call) => {
      const other = await desk.book({ idFleet: fleets.others })
      expect((await ask(call, other.id, 'dispatcher')).status).toBe(404)
      const [foreign] = await desk.rows<{ id: string }>(
        'select min(id) as id from booking where tenant_id = 2 and status = 10',
      )
      expect((await ask(call, Number(foreign?.id), 'everything')).status).toBe(404)
      expect((await ask(call, (await desk.create()).id, 'everything')).status).toBe(404)
      expect((await ask(call, 999_999_999, 'everything')).status).toBe(404)
    },
  )
})

it('a dispatcher who may only view a fleet can get its bookings and gets 404 from every other call', async () => {
  const { id } = await desk.book({ idFleet: fleets.manual })
  expect((await desk.get(`/services/demo/${id}`, 'dispatcher')).status).toBe(200)
  for (const [name, call] of Object.entries(calls))
    if (name !== 'get') expect([name, (await ask(call, id, 'dispatcher')).status]).toEqual([name, 404])
})

it('cancel reasons, create, recurring and cancel-and-create are allowed only to users who make or cancel bookings', async () => {
  const reasons = ['GET', () => '/services/demo/cancelReasons'] as const
  const create = ['POST', () => '/services/demo/create', () => ({ booking: desk.draft() })] as const
  const recurring = [
    'POST',
    () => '/services/demo/recurring',
    (id: number) => ({ idCopyFrom: id, recurringDates: ['01-01-2020'] }),
  ] as const
  const replace = [
    'POST',
    () => '/services/asistencia-cancel-create',
    (id: number) => ({ id, origin: atocha, destination: sol, timeBookingStart: desk.now() + 90 * hours(24) }),
  ] as const
  const answers = async (call: Call) =>
    Object.fromEntries(await Promise.all(userKinds.map(async (kind) => [kind, (await ask(call, own, kind)).status])))
  const nobody = { supplier: 403, administrator: 403, newcomer: 403 }
  expect(await answers(reasons)).toEqual({ operator: 200, dispatcher: 200, everything: 200, business: 403, ...nobody })
  expect(await answers(create)).toEqual({ operator: 200, dispatcher: 200, everything: 200, business: 200, ...nobody })
  expect(await answers(recurring)).toEqual({
    operator: 400,
    dispatcher: 403,
    everything: 400,
    business: 403,
    ...nobody,
  })
  expect(await answers(replace)).toEqual({ operator: 400, dispatcher: 400, everything: 400, business: 403, ...nobody })
})

it('a token of one tenant is rejected by another', async () => {
  const token = await desk.server.signInAs('everything', 'costa')
  const asked = await desk.server.ask(`/api/services/demo/${own}`, { token })
  expect(asked.status).toBe(401)
})
