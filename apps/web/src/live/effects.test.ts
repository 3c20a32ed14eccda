import { services } from '@parada/contract/calls/services'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../kit/client.ts'
import { wholeListKey } from '../kit/list/data/list-data.ts'
import { logged } from '../kit/log.ts'
import { recordKey } from '../kit/record-key.ts'
import { calls } from '../session/calls.ts'
import { outdated } from '../session/live-state.ts'
import { availability } from '../session/preferences.ts'
import { createAliveBookings } from './alive-bookings.ts'
import { createEffects, takeEffect } from './effects.ts'
import { askOf, sessionOf } from './testing.ts'

const booking = (id: number, version = 1, status = 20) => ({ id, version, status })
const failure = (status: number) => new CallFailed('no', status)
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

type Setup = { alive?: object[]; load?: (id: number) => unknown; list?: () => unknown; permissions?: object[] }

const open = ({
  alive = [booking(1), booking(2)],
  load = (id) => ({ booking: booking(id, 2) }),
  list = () => ({ services: alive }),
  permissions = [{ key1: '*', value: 'true' }],
}: Setup = {}) => {
  const ask = askOf({
    '/services/:sd/:id': ({ id }: { id: number }) => load(id),
    '/services/:sd/alive/fleet': list,
  })
  const session = sessionOf({ permissions, bookingsAlive: alive })
  const queries = new QueryClient()
  const key = wholeListKey(services.alive)
  queries.setQueryData(key, { services: alive })
  const bookings = createAliveBookings({ session, ask, queries, random: () => 0 })
  const toasts = {
    notification: vi.fn(),
    cancelledToValidate: vi.fn(),
    newPermissions: vi.fn(),
    clear: vi.fn(),
  }
  const sounds = { play: vi.fn(), pause: vi.fn(), stop: vi.fn(), unlock: vi.fn(), ring: vi.fn() }
  const presenceChanged = vi.fn()
  const listChanged = vi.fn()
  const effects = createEffects({ session, bookings, toasts, sounds, presenceChanged, listChanged })
  const updated = vi.fn()
  session.events.on('booking-updated', updated)
  const receive = async (message: unknown) => {
    takeEffect(effects, typeof message === 'string' ? message : JSON.stringify(message))
    await settled()
  }
  const shown = () => {
    const cached = queries.getQueryData<{ services: object[] }>(key)?.services
    expect(cached).toEqual(session.state().bookingsAlive)
    return cached
  }
  return { ask, session, queries, key, bookings, toasts, sounds, presenceChanged, listChanged, updated, receive, shown }
}
const content = (idBooking: number, statusBooking: number, idFleet = 29) => ({
  content: { idBooking, statusBooking, idFleet },
})

afterEach(() => {
  vi.useRealTimers()
  outdated.clear()
  calls.clear()
  availability.set('ready')
})

describe('a content message', () => {
  it.each([10, 20, -30])(
    'with status %i reloads the booking and updates it in the alive list (P-094)',
    async (status) => {
      const { receive, shown, ask } = open()
      await receive(content(2, status))
      expect(ask.mock.calls).toEqual([[services.get, { params: { id: 2 } }]])
      expect(shown()).toEqual([booking(1), booking(2, 2)])
    },
  )

  it.each([10, 20, -30])('with status %i inserts a new booking (P-094)', async (status) => {
    const { receive, shown } = open()
    await receive(content(3, status))
    expect(shown()).toEqual([booking(1), booking(2), booking(3, 2)])
  })

  it.each<[string, (id: number) => unknown]>([
    [
      'the server does not know any more',
      () => {
        throw failure(404)
      },
    ],
    ['has ended meanwhile', (id) => ({ booking: booking(id, 3, 30) })],
  ])('removes a booking that %s (P-094)', async (_, load) => {
    const { receive, shown, updated } = open({ load })
    await receive(content(2, 20))
    expect(shown()).toEqual([booking(1)])
    expect(updated).toHaveBeenCalledOnce()
  })

  it('retries the load after a network failure (P-094)', async () => {
    let times = 0
    const { receive, shown } = open({
      load: (id) => {
        if (++times === 1) throw failure(0)
        return { booking: booking(id, 2) }
      },
    })
    await receive(content(2, 20))
    expect(shown()).toEqual([booking(1), booking(2, 2)])
  })

  it.each([30, -10, -20, -40, -60])('with status %i removes the booking (P-095, O2-11)', async (status) => {
    const { receive, shown, ask } = open()
    await receive(content(2, status))
    expect(shown()).toEqual([booking(1)])
    expect(ask).not.toHaveBeenCalled()
  })

  it.each([20, 30])('with status %i emits booking-updated once the list has changed (P-096)', async (status) => {
    const { receive, session, updated } = open()
    let seen: unknown
    session.events.on('booking-updated', () => {
      seen = session.state().bookingsAlive
    })
    await receive(content(2, status))
    expect(updated.mock.calls).toEqual([[{ idBooking: 2, statusBooking: status }]])
    expect(seen).toEqual(status === 30 ? [booking(1)] : [booking(1), booking(2, 2)])
  })

  it.each([
    [20, { booking: booking(2, 2) }, ['part']],
    [30, { booking: booking(2) }, ['part', 'record']],
  ])('with status %i refreshes the open booking and its dependent queries', async (status, kept, askedAgain) => {
    const { receive, queries } = open()
    const record = recordKey(services.get, 2)
    queries.setQueryData(record, { booking: booking(2) })
    queries.setQueryData([...record, 'journal'], { journal: [] })
    await receive(content(2, status))
    expect(queries.getQueryData(record)).toEqual(kept)
    const stale = { record: queries.getQueryState(record), part: queries.getQueryState([...record, 'journal']) }
    const invalidated = Object.entries(stale).filter(([, state]) => state?.isInvalidated)
    expect(invalidated.map(([name]) => name).sort()).toEqual(askedAgain)
  })

  it.each([5, 0, 7])('with status %i leaves the list alone and emits nothing (O1-36)', async (status) => {
    const { receive, shown, ask, updated } = open()
    await receive(content(2, status))
    expect(shown()).toEqual([booking(1), booking(2)])
    expect(ask).not.toHaveBeenCalled()
    expect(updated).not.toHaveBeenCalled()
  })

  it('takes effect in order of arrival for each booking, however long a load takes', async () => {
    let land = (_: unknown) => {}
    const { receive, shown } = open({
      load: () =>
        new Promise((resolve) => {
          land = resolve
        }),
    })
    await receive(content(2, 20))
    await receive(content(2, 30))
    land({ booking: booking(2, 2) })
    await settled()
    expect(shown()).toEqual([booking(1)])
  })

  it('waits for an earlier list request, which may not include the change', async () => {
    let land = (_: unknown) => {}
    const { receive, shown, queries, key } = open()
    const landing = queries.fetchQuery({
      queryKey: key,
      queryFn: () =>
        new Promise((resolve) => {
          land = resolve
        }),
    })
    await settled()
    await receive(content(2, 30))
    land({ services: [booking(1), booking(2)] })
    await landing
    await settled()
    expect(shown()).toEqual([booking(1)])
  })

  it('does not replace a booking with an older version', async () => {
    const { receive, shown } = open({ alive: [booking(2, 9)], load: (id) => ({ booking: booking(id, 8) }) })
    await receive(content(2, 20))
    expect(shown()).toEqual([booking(2, 9)])
  })

  it('has no effect once the session has ended', async () => {
    let land = (_: unknown) => {}
    const { receive, session } = open({
      load: () =>
        new Promise((resolve) => {
          land = resolve
        }),
    })
    await receive(content(2, 20))
    session.signOut()
    land({ booking: booking(2, 2) })
    await settled()
    expect(session.state()).toEqual({ ended: 'signedOut' })
    expect(sessionStorage.length).toBe(0)
  })
})

it('loads the first four bookings of a burst one by one and the rest with one call, with fewer than ten redraws', async () => {
  const busy = Array.from({ length: 50 }, (_, at) => booking(at + 1))
  const { receive, shown, ask, queries, key, updated } = open({
    alive: busy,
    list: () => ({ services: busy.map(({ id }) => booking(id, 2)).filter(({ id }) => id !== 50) }),
  })
  const draws = vi.fn()
  const stop = queries.getQueryCache().subscribe(({ type }) => type === 'updated' && draws())
  for (const { id } of busy) void receive(content(id, 20))
  await vi.waitFor(() => expect(updated).toHaveBeenCalledTimes(50))
  stop()
  expect(shown()).toEqual(busy.slice(0, 49).map(({ id }) => booking(id, 2)))
  expect(ask.mock.calls.filter(([call]) => call === services.get)).toHaveLength(4)
  expect(ask.mock.calls.filter(([call]) => call === services.alive)).toHaveLength(1)
  expect(draws.mock.calls.length).toBeLessThan(10)
  expect(queries.getQueryData(key)).toBeTruthy()
})

describe('while the server is unavailable', () => {
  const away = (until: { isBack: boolean }, load: () => unknown) => () => {
    if (!until.isBack) throw failure(503)
    return load()
  }

  it('a booking stays on the desk, marked as outdated, and is retried until the server answers', async () => {
    vi.useFakeTimers()
    const server = { isBack: false }
    const { ask, receive, shown, updated } = open({
      load: away(server, () => ({ booking: booking(2, 2) })),
      list: away(server, () => ({ services: [booking(1, 3), booking(2, 3)] })),
    })
    void receive(content(2, 20))
    await vi.advanceTimersByTimeAsync(0)
    expect(outdated.get().ids).toEqual(new Set([2]))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown()).toEqual([booking(1), booking(2)])
    expect(updated).not.toHaveBeenCalled()
    // Retries at once, then after 1, 2 and 4 s, then every 8 s.
    expect(ask).toHaveBeenCalledTimes(11)
    server.isBack = true
    await vi.advanceTimersByTimeAsync(8_000)
    expect(shown()).toEqual([booking(1, 3), booking(2, 3)])
    expect(outdated.get()).toEqual({ ids: new Set(), list: false })
  })

  it('all bookings of a burst stay on the desk', async () => {
    vi.useFakeTimers()
    const busy = Array.from({ length: 20 }, (_, at) => booking(at + 1))
    const server = { isBack: false }
    const { receive, shown } = open({
      alive: busy,
      load: away(server, () => ({ booking: booking(1, 2) })),
      list: away(server, () => ({ services: busy.map(({ id }) => booking(id, 2)) })),
    })
    for (const { id } of busy) void receive(content(id, 20))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(shown()).toEqual(busy)
    expect(outdated.get().ids.size).toBe(20)
    server.isBack = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shown()).toEqual(busy.map(({ id }) => booking(id, 2)))
    expect(outdated.get().ids.size).toBe(0)
  })

  it('a later change of the same booking takes effect without delay', async () => {
    vi.useFakeTimers()
    const { receive, shown } = open({
      load: () => {
        throw failure(500)
      },
    })
    void receive(content(2, 20))
    await vi.advanceTimersByTimeAsync(3_000)
    void receive(content(2, 30))
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toEqual([booking(1)])
    expect(outdated.get().ids.size).toBe(0)
  })

  it('catching up is not delayed and replaces the outdated bookings', async () => {
    vi.useFakeTimers()
    const { bookings, receive, shown } = open({
      load: () => {
        throw failure(0)
      },
      list: () => ({ services: [booking(2, 7)] }),
    })
    void receive(content(2, 20))
    await vi.advanceTimersByTimeAsync(3_000)
    await bookings.catchUp({ isFirst: false })
    expect(shown()).toEqual([booking(2, 7)])
    expect(outdated.get().ids.size).toBe(0)
  })

  it('the reload of the whole list is retried until the server answers', async () => {
    vi.useFakeTimers()
    const server = { isBack: false }
    const { session, shown } = open({ list: away(server, () => ({ services: [booking(3)] })) })
    session.events.emit('server-back')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(outdated.get().list).toBe(true)
    server.isBack = true
    await vi.advanceTimersByTimeAsync(8_000)
    expect(shown()).toEqual([booking(3)])
    expect(outdated.get().list).toBe(false)
  })
})

describe('catching up', () => {
  it('reloads the alive list into the session and the open list', async () => {
    const { bookings, shown, ask } = open({ list: () => ({ services: [booking(2, 5), booking(3)] }) })
    await bookings.catchUp({ isFirst: true })
    expect(shown()).toEqual([booking(2, 5), booking(3)])
    expect(ask).toHaveBeenCalledOnce()
  })

  it.each([
    [true, false],
    [false, true],
  ])('refetches other lists only after a gap (first connection: %s)', async (isFirst, isInvalidated) => {
    const { bookings, queries } = open()
    queries.setQueryData(['list', 'main', '/other', null], {})
    await bookings.catchUp({ isFirst })
    expect(queries.getQueryState(['list', 'main', '/other', null])?.isInvalidated).toBe(isInvalidated)
  })

  it('holds back events that arrive meanwhile, so that an older list does not undo them', async () => {
    let land = (_: unknown) => {}
    const { bookings, receive, shown } = open({
      list: () =>
        new Promise((resolve) => {
          land = resolve
        }),
    })
    const caughtUp = bookings.catchUp({ isFirst: false })
    await settled()
    await receive(content(2, 30))
    await receive(content(3, 10))
    land({ services: [booking(1), booking(2)] })
    await caughtUp
    await settled()
    expect(shown()).toEqual([booking(1), booking(3, 2)])
  })

  it('rejects if the list does not load, and later events still take effect', async () => {
    const { bookings, receive, shown } = open({
      list: () => {
        throw failure(500)
      },
    })
    await expect(bookings.catchUp({ isFirst: false })).rejects.toThrow('no')
    await receive(content(2, 30))
    expect(shown()).toEqual([booking(1)])
  })
})

describe('a message', () => {
  it('may hold several kinds at once, each of which takes effect (P-092, P-093, B-047, O1-35)', async () => {
    const { receive, session, toasts, shown } = open()
    await receive({
      broadcast: 'ping',
      notification: { message: 'Late', color: 'warning' },
      ...content(2, 30),
      action: 'logout',
      phoneNumberOrigin: '612345678',
      phoneNumberDialed: '915000111',
      duration: 9_000,
    })
    expect(session.state().lastPingTime).toBeGreaterThan(0)
    expect(toasts.notification).toHaveBeenCalledWith({ message: 'Late', color: 'warning' })
    expect(shown()).toEqual([booking(1)])
    expect(toasts.newPermissions).toHaveBeenCalledOnce()
    expect(calls.get().ringing).toMatchObject([
      { call: { phoneNumberOrigin: '612345678', phoneNumberDialed: '915000111', duration: 9_000 }, mayBook: true },
    ])
  })

  it.each(['{', 'null', '[]', '7', '{}', '{"content":{}}', '{"content":"x"}', '{"notification":{}}'])(
    'without a known kind (%s) is logged and otherwise ignored',
    async (body) => {
      const { receive, shown } = open()
      await receive(body)
      expect(logged().at(-1)?.message).toBe('Live events: unknown message')
      expect(shown()).toEqual([booking(1), booking(2)])
    },
  )

  it('still applies its other kinds if one of them fails', async () => {
    const { receive, toasts } = open()
    toasts.notification.mockImplementation(() => {
      throw new Error('broken')
    })
    await receive({ notification: { message: 'x' }, action: 'logout' })
    expect(toasts.newPermissions).toHaveBeenCalledOnce()
  })
})

it('a ping sets the last ping time but does not extend the session (O1-09)', async () => {
  const { receive, session } = open()
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
  const { lastSessionTime } = session.state()
  await receive({ broadcast: 'ping' })
  expect(session.state()).toMatchObject({ lastPingTime: Date.now(), lastSessionTime })
})

describe('the action', () => {
  it('logout shows a warning but does not sign out (P-097)', async () => {
    const { receive, toasts, session } = open()
    await receive({ action: 'logout' })
    expect(toasts.newPermissions).toHaveBeenCalledOnce()
    expect(session.token()).toBe('secret')
  })

  it('refresh has no effect, and an unknown one is logged (P-098)', async () => {
    const { receive, toasts, ask } = open()
    const before = logged().length
    await receive({ action: 'refresh' })
    expect(logged()).toHaveLength(before)
    await receive({ action: 'dance' })
    expect(logged().at(-1)?.message).toBe('Live events: unknown action dance')
    for (const effect of [...Object.values(toasts), ask]) expect(effect).not.toHaveBeenCalled()
  })
})

describe('a notification', () => {
  it.each([
    [true, true],
    ['bell', true],
    [false, false],
    ['false', false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('with sound %j plays a sound: %s (O1-45)', async (sound, isHeard) => {
    const { receive, sounds, toasts } = open()
    await receive({ notification: { message: 'x', sound }, ...content(2, 5, 87) })
    expect(sounds.play.mock.calls).toEqual(isHeard ? [[87]] : [])
    expect(toasts.notification).toHaveBeenCalledOnce()
  })

  it.each([
    [true, 'editServiceByFleet', 1],
    [true, 'viewServiceByFleet', 0],
    [false, 'editServiceByFleet', 0],
  ])('with checkServiceDeadToValidate %s for a holder of %s shows %i warnings (O1-42)', async (flag, key1, times) => {
    const { receive, toasts } = open({ permissions: [{ key1, value: '29' }] })
    await receive({ notification: { message: 'x', checkServiceDeadToValidate: flag, sticky: true } })
    expect(toasts.cancelledToValidate).toHaveBeenCalledTimes(times)
    expect(toasts.notification).toHaveBeenCalledTimes(1 - times)
  })
})

it.each([
  ['dispatchServiceByFleet', true],
  ['editServiceByFleet', false],
])('a holder of %s may book from a call: %s (O1-40)', async (key1, mayBook) => {
  const { receive } = open({ permissions: [{ key1, value: '29' }] })
  await receive({ phoneNumberOrigin: '612345678' })
  expect(calls.get().ringing).toMatchObject([{ mayBook }])
})

it('a call taken at another desk stops ringing here', async () => {
  const { receive } = open()
  await receive({ phoneNumberOrigin: '612345678' })
  await receive({ phoneNumberOrigin: '699999999' })
  await receive({ takenCall: { phoneNumberOrigin: '612345678' } })
  expect(calls.get()).toMatchObject({ ringing: [{ call: { phoneNumberOrigin: '699999999' } }], missed: [] })
})

it.each([
  ['busy', true, 0, 1],
  ['busy', false, 1, 0],
  ['ready', true, 1, 0],
] as const)(
  'a call at a %s desk rings or counts as missed (busyDesksStayQuiet: %s)',
  async (state, busyDesksStayQuiet, ...counts) => {
    availability.set(state)
    const { receive, session } = open()
    session.keep({ whitelabelConfig: { name: 'Demo', busyDesksStayQuiet } })
    await receive({ phoneNumberOrigin: '612345678' })
    expect([calls.get().ringing.length, calls.get().missed.length]).toEqual(counts)
  },
)

it('a call does not ring for an operator whom the server lists as busy', async () => {
  const { receive, session } = open()
  session.keep({ self: { id: 7, name: 'Ana', surname: 'Pérez' } })
  await receive({ phoneNumberOrigin: '612345678', busyUsers: [3, 7] })
  await receive({ phoneNumberOrigin: '699999999', busyUsers: [3] })
  expect(calls.get()).toMatchObject({
    ringing: [{ call: { phoneNumberOrigin: '699999999' } }],
    missed: [{ call: { phoneNumberOrigin: '612345678' } }],
  })
})

it.each([
  [{ presence: { idBooking: 7 } }, [[7]]],
  [{ presence: { idBooking: '7' } }, []],
  [{ presence: null, broadcast: 'ping' }, []],
])('the presence on a booking is refreshed only by a valid presence message: %j', async (message, asked) => {
  const { receive, presenceChanged } = open()
  await receive(message)
  expect(presenceChanged.mock.calls).toEqual(asked)
})

it.each<[string, unknown, unknown[]]>([
  ['a trip of a mode', { trip: { mode: 'parking', id: 7 } }, [['parking']]],
  ['a case of assistance', { assistance: true }, [['assistance']]],
  ['a trip of no mode that there is', { trip: { mode: 'sledge', id: 7 } }, []],
])('only a known list is reported as changed: %s', async (_, message, told) => {
  const { receive, listChanged } = open()
  await receive(message)
  expect(listChanged.mock.calls).toEqual(told)
})
