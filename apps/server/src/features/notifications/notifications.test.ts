import type { Notification } from '@parada/contract/calls/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await server.signInAs('administrator')
})
afterAll(() => server.stop())

const list = async (query = '') => {
  const { status, meta, response } = await server.ask<{ notifications: Notification[] }>(
    `/api/notifications/demo${query && `?${query}`}`,
    { token },
  )
  return { status, meta, rows: response?.notifications ?? [] }
}
const read = async (id: number) => (await list(`id=${id}`)).rows[0]

describe('the list', () => {
  it('takes the list parameters and returns response.notifications with the total in meta (P-155, L-128)', async () => {
    const { status, meta, rows } = await list('pageNumber=1&resultsPerPage=10&orderBy=priority%20DESC')
    expect([status, meta.code, meta.totalQueryCount, rows.length]).toEqual([200, 200, 40, 10])
    const priorities = rows.map(({ priority }) => priority)
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
  })

  it.each([
    [
      'L-125',
      'id type notes status priority content productTypes daysOfWeek minDate maxDate idPaymentAccountList whitelabelList receiverType',
    ],
    [
      'L-126',
      'beforeRequestedMinutes afterRequestedMinutes originLat originLon originRadius destinationLat destinationLon destinationRadius startHour startMinute endHour endMinute minDistance maxDistance',
    ],
  ])('%s: a notification has the fields %s', async (_, fields) => {
    const [row] = (await list()).rows
    expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it.each(['user', 'taxiDriver'] as const)('filters by the receiver type %s (L-122)', async (receiverType) => {
    const { meta, rows } = await list(`receiverType=${receiverType}&resultsPerPage=200`)
    expect([meta.totalQueryCount, rows.length]).toEqual([20, 20])
    expect(new Set(rows.map((row) => row.receiverType))).toEqual(new Set([receiverType]))
  })

  it('requires handleNotificationById (L-121)', async () => {
    const { status } = await server.ask('/api/notifications/demo', { token: await server.signInAs('operator') })
    expect([status, (await list()).status]).toEqual([403, 200])
  })
})

const hour = 3_600_000
type LiveEvent = { destination: string; message: { notification: object } }
const events = () =>
  server.database.inTenant(1, async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['payload', 'due_at'])
      .where('kind', '=', 'event')
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ payload, due_at }) => ({ ...(payload as LiveEvent), dueAt: due_at.getTime() }))
  })
const put = (id: number | string, action: string, body: unknown, as = token) =>
  server.ask(`/api/notifications/demo/${id}/${action}`, { method: 'PUT', body, token: as })
const activate = (id: number, window: { from?: number; to?: number } = {}) =>
  put(id, 'activate', { id, active: true, ...window })
const deactivate = (id: number) => put(id, 'deactivate', { id, active: false })

describe('switching a notification on and off', () => {
  let desk: Notification
  let driver: Notification
  beforeAll(async () => {
    const { rows } = await list('resultsPerPage=200')
    desk = rows.find(({ receiverType }) => receiverType === 'user') as Notification
    driver = rows.find(({ receiverType }) => receiverType === 'taxiDriver') as Notification
  })
  beforeEach(() => server.database.inTenant(1, (tx) => tx.deleteFrom('outbox').where('kind', '=', 'event').execute()))
  const now = () => server.clock.now.getTime()

  it('accepts PUT activate and deactivate with id, active, from and to (P-155, L-129)', async () => {
    const window = { from: now() - hour, to: now() + hour }
    const on = await activate(desk.id, window)
    expect([on.status, on.meta.code]).toEqual([200, 204])
    expect(await read(desk.id)).toEqual({ ...desk, status: 1, minDate: window.from, maxDate: window.to })
    expect((await deactivate(desk.id)).meta.code).toBe(204)
    expect(await read(desk.id)).toEqual({ ...desk, status: 0, minDate: window.from, maxDate: window.to })
  })

  it('sets status 1 or 0, with or without a window (L-123)', async () => {
    await activate(driver.id, { from: now() })
    expect(await read(driver.id)).toMatchObject({ status: 1, minDate: now(), maxDate: null })
    await activate(driver.id)
    expect(await read(driver.id)).toMatchObject({ status: 1, minDate: null, maxDate: null })
    await deactivate(driver.id)
    expect(await read(driver.id)).toMatchObject({ status: 0 })
  })

  it.each([
    ['from at to', 0],
    ['from after to', -1],
  ])('rejects a window with %s as Wrong dates and changes nothing (L-124)', async (_, length) => {
    const before = await read(desk.id)
    const { status, meta } = await activate(desk.id, { from: now(), to: now() + length })
    expect([status, meta.errorMessage, meta.field]).toEqual([400, 'Wrong dates', 'from'])
    expect([await read(desk.id), await events()]).toEqual([before, []])
  })

  it('notifies every desk of the tenant at once if the window is open', async () => {
    await activate(desk.id, { from: now() - hour, to: now() + hour })
    expect(await events()).toEqual([
      {
        destination: '/topic/parada.demo.everybody',
        message: { notification: { message: desk.content, color: desk.type, sticky: true } },
        dueAt: expect.any(Number),
      },
    ])
    expect((await events())[0]?.dueAt).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('notifies desks when a future window opens, unless it is switched off or moved before', async () => {
    const from = now() + hour
    await activate(desk.id, { from })
    expect((await events()).map(({ dueAt }) => dueAt)).toEqual([from])
    await activate(desk.id, { from: from + hour })
    expect((await events()).map(({ dueAt }) => dueAt)).toEqual([from + hour])
    await deactivate(desk.id)
    expect(await events()).toEqual([])
  })

  it('notifies no desk if the window is over, or if it is for drivers or another white label', async () => {
    await activate(desk.id, { from: now() - 2 * hour, to: now() - hour })
    await activate(driver.id)
    await server.database.inTenant(1, (tx) =>
      tx.updateTable('notification').set({ whitelabel_list: '2,3' }).where('id', '=', desk.id).execute(),
    )
    await activate(desk.id)
    expect(await events()).toEqual([])
  })

  it.each([
    ['an id that is not that of the path', 'activate', { id: 1, active: true }, 'id'],
    ['activate with active false', 'activate', { active: false }, 'active'],
    ['deactivate with active true', 'deactivate', { active: true }, 'active'],
    ['no active', 'activate', {}, 'active'],
    ['another action', 'toggle', { active: true }, 'action'],
    ['an invalid date', 'activate', { active: true, from: 'today' }, 'from'],
    ['a date beyond the calendar', 'activate', { active: true, to: 9e15 }, 'to'],
    ['an unknown field', 'activate', { active: true, content: 'x' }, 'content'],
  ])('rejects %s, naming the field', async (_, action, body, field) => {
    const { status, meta } = await put(desk.id, action, { id: desk.id, ...body })
    expect([status, meta.field]).toEqual([400, field])
  })

  it('returns 404 for an unknown id or one of another tenant', async () => {
    expect([(await activate(999_999)).status, (await activate(2_001)).status]).toEqual([404, 404])
  })

  it.each([
    ['editNotificationById', 'all', 200],
    ['handleNotificationById', 'all', 200],
    ['editNotificationById', '{id}', 200],
    ['handleNotificationById', '7, {id}', 200],
    ['editNotificationById', '7', 403],
    ['handleNotificationById', '7', 403],
    ['editNotificationById', 'false', 403],
    ['viewPromo', 'true', 403],
  ])('with %s %s alone returns %i', async (key1, value, expected) => {
    const own = await server.signInAs('newcomer')
    await server.database.inTenant(1, async (tx) => {
      const { id: userId } = await tx
        .selectFrom('app_user')
        .select('id')
        .where('user_email', '=', 'gloria.nieto@demo.example')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('user_permission').where('user_id', '=', userId).execute()
      const granted = { tenant_id: 1, user_id: userId, key1, value: value.replace('{id}', String(driver.id)) }
      await tx.insertInto('user_permission').values(granted).execute()
    })
    const { status } = await put(driver.id, 'activate', { id: driver.id, active: true }, own)
    expect(status).toBe(expected)
  })
})
