import { numberValidations } from '@parada/contract/calls/number-validations'
import { pois } from '@parada/contract/calls/pois'
import { self } from '@parada/contract/calls/self'
import { services } from '@parada/contract/calls/services'
import { session as calls } from '@parada/contract/calls/session'
import { whitelabels } from '@parada/contract/calls/whitelabels'
import type { Call } from '@parada/contract/kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEvents, type SessionEvents } from './events.ts'
import { base64, passwordHash, utf8 } from './password-hash.ts'
import { createSession } from './session.ts'
import { draftsEntry } from './session-state.ts'
import type { Ask } from './start-up.ts'

const hour = 3_600_000
const permissions = [
  { key1: 'viewPromo', value: 'true' },
  { key1: 'customerType', value: '2' },
]
const answers = new Map<Call, unknown>([
  [calls.signIn, { token: 'secret', permissions }],
  [self.who, { id: 7, name: 'Ana', surname: 'Pérez' }],
  [self.permissions, { permissions }],
  [self.fleets, { fleets: [{ id: 29 }] }],
  [self.taxiFeatures, [{ id: 1, name: 'Van' }]],
  [
    self.socketCredentials,
    { userActiveMQCredentialsMessage: { url: 'wss://x', user: 'u', password: 'p', topicPrefix: 't' } },
  ],
  [services.alive, { services: [{ id: 4711 }] }],
  [pois.all, { pois: [{ id: 3 }] }],
  [whitelabels.frontConfig, { name: 'Radio Taxi Demo', showBookingReference: true }],
])
const form = { by: 'email', email: 'ana@demo.example', password: 'clave' } as const

type Reply = (call: Call) => unknown
const given = (call: Call) => answers.get(call)

const open = (reply: Reply = given) => {
  const events = createEvents()
  const heard: [keyof SessionEvents, unknown][] = []
  for (const name of ['login-failure', 'not-authenticated', 'not-authorized', 'session-ended'] as const) {
    events.on(name, (detail) => heard.push([name, detail]))
  }
  const ask = vi.fn(async (call: Call, _given?: Parameters<Ask>[1]) => reply(call))
  const session = createSession({ ask: ask as never, events, storage: sessionStorage })
  return { session, ask, heard }
}
const signedIn = async (reply?: Reply) => {
  const opened = open(reply)
  await opened.session.signIn(form)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  return opened
}
/** Ignores what routers of other tests in this worker store on pagehide. */
const stored = () =>
  Object.fromEntries(
    Object.entries(sessionStorage)
      .filter(([key]) => !key.startsWith('tsr-'))
      .map(([key, text]) => [key, JSON.parse(text)]),
  )
const failing = (http?: { status: number; statusText: string }, message = 'Reason') =>
  Object.assign(new Error(message), { http })

beforeEach(() => {
  // Makes sessions left over from other files in this worker store their state now, not in the middle of a test.
  dispatchEvent(new Event('pagehide'))
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

describe('signing in', () => {
  it('keeps the token and permissions and starts the session hour (P-003, P-014)', async () => {
    const { session } = await signedIn()
    expect(session.token()).toBe('secret')
    expect(session.state().permissions).toEqual(permissions)
    expect(session.remaining()).toBe(hour)
  })

  it('stores frequent changes when the page is left, unless the session has ended', async () => {
    const { session } = await signedIn()
    session.keepForReload({ bookingsAlive: [{ id: 4712 }] as never })
    expect(session.state().bookingsAlive).toEqual([{ id: 4712 }])
    expect(stored().bookingsAlive).toEqual([{ id: 4711 }])
    dispatchEvent(new Event('pagehide'))
    expect(stored().bookingsAlive).toEqual([{ id: 4712 }])
    session.keepForReload({ bookingsAlive: [] })
    session.signOut()
    dispatchEvent(new Event('pagehide'))
    expect(stored()).toEqual({})
  })

  it('sends the identifier with the password hash, never the password', async () => {
    const { ask } = await signedIn()
    expect(ask.mock.calls[0]?.[1]?.headers?.Authorization).toBe(
      `Basic ${base64(utf8(`ana@demo.example:${await passwordHash('clave')}`))}`,
    )
  })

  it.each([
    ['answered 200 with a token', 200, { token: 'x' }, true],
    ['answered 200 without one', 200, {}, false],
    ['answered 200 without a response', 200, undefined, false],
    ['answered with another success', 201, { token: 'x' }, false],
  ])('accepts only HTTP 200 with a token: %s (P-014)', async (_, status, answer, accepted) => {
    const { ask } = await signedIn()
    expect(ask.mock.calls[0]?.[1]?.accept?.(status, answer)).toBe(accepted)
  })

  it.each([
    [
      'a 401 (P-015)',
      failing({ status: 401, statusText: 'Unauthorized' }),
      { key: 'signIn.invalid', detail: 'signIn.invalidDetail', text: 'Invalid login' },
    ],
    [
      'another status (P-016)',
      failing({ status: 429, statusText: 'Too Many Requests' }),
      { text: '429 Too Many Requests' },
    ],
    ['a status without text (P-016)', failing({ status: 503, statusText: '' }), { text: '503 Reason' }],
    [
      'a failure with status 200',
      failing({ status: 200, statusText: 'OK' }, 'Account closed'),
      { text: 'Account closed' },
    ],
    ['no answer at all', failing(undefined, 'Failed to fetch'), { key: 'signIn.unreachable', text: 'Failed to fetch' }],
  ])('returns and broadcasts a failure: %s (P-017)', async (_, failure, told) => {
    const { session, heard } = open(() => {
      throw failure
    })
    expect(await session.signIn(form)).toEqual(told)
    expect(heard).toEqual([['login-failure', { message: told.text }]])
    expect(session.token()).toBeUndefined()
  })

  it('starts all eight loads without waiting for any response (P-018)', async () => {
    const { ask } = await signedIn((call) => (call === calls.signIn ? given(call) : new Promise(() => undefined)))
    const started = ask.mock.calls.map(([call]) => call).filter((call) => call !== calls.signIn)
    expect(new Set(started)).toEqual(
      new Set([
        self.who,
        self.permissions,
        self.fleets,
        self.taxiFeatures,
        self.socketCredentials,
        services.alive,
        pois.all,
        whitelabels.frontConfig,
      ]),
    )
    expect(started).toHaveLength(8)
  })

  it('continues if one of the loads fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { session } = await signedIn((call) => {
      if (call === services.alive) throw new Error('down')
      return given(call)
    })
    expect(session.state().self).toEqual({ id: 7, name: 'Ana', surname: 'Pérez' })
    expect(session.state().bookingsAlive).toBeUndefined()
    warn.mockRestore()
  })

  it('replaces the permissions of the sign-in response with those loaded later', async () => {
    const later = [{ key1: 'viewInvoiceByIP', value: 'true' }]
    const { session } = await signedIn((call) => (call === self.permissions ? { permissions: later } : given(call)))
    expect(session.state().permissions).toEqual(later)
    expect(session.state().grants?.has('viewPromo')).toBe(false)
  })

  it('waits for the permissions if the sign-in response has none', async () => {
    const { session } = open((call) => (call === calls.signIn ? { token: 'secret' } : given(call)))
    await session.signIn(form)
    expect((await session.grants())?.get('viewPromo')).toBe('true')
  })
})

describe('drafts of an ended session', () => {
  const drafts = JSON.stringify({ open: [{ path: '/new-booking/caller' }] })
  const endedBy = async (end: (session: Awaited<ReturnType<typeof signedIn>>['session']) => void) => {
    let id = 7
    const opened = await signedIn((call) => (call === self.who ? { id, name: 'Ana', surname: 'Pérez' } : given(call)))
    sessionStorage.setItem(draftsEntry, drafts)
    end(opened.session)
    expect(sessionStorage.getItem(draftsEntry)).toBeNull()
    return async (next: number) => {
      id = next
      await opened.session.signIn(form)
      return sessionStorage.getItem(draftsEntry)
    }
  }
  const refused = ({ heard }: Awaited<ReturnType<typeof signedIn>>['session']) =>
    heard({ base: 'main', status: 401, call: self.fleets, token: 'secret', sentAt: 0 })

  it('are restored once when the same user signs in again', async () => {
    const signInAgain = await endedBy(refused)
    expect(await signInAgain(7)).toBe(drafts)
    sessionStorage.removeItem(draftsEntry)
    expect(await signInAgain(7)).toBeNull()
  })

  it('are not restored for another user', async () => {
    const signInAgain = await endedBy(refused)
    expect(await signInAgain(8)).toBeNull()
    expect(await signInAgain(7)).toBeNull()
  })

  it('are discarded on sign-out', async () => {
    const signInAgain = await endedBy((session) => session.signOut())
    expect(await signInAgain(7)).toBeNull()
  })

  it('are discarded by a sign-out before they were restored', async () => {
    const signInAgain = await endedBy((session) => {
      refused(session)
      session.signOut()
    })
    expect(await signInAgain(7)).toBeNull()
  })
})

describe('the session storage', () => {
  it('keeps the entries named by the documents (P-004)', async () => {
    const { session } = await signedIn()
    session.keep({ lastPingTime: 5 })
    expect(stored()).toMatchObject({
      token: 'secret',
      permissions,
      userPermissionValues: { viewPromo: 'true', customerType: '2' },
      customerType: '2',
      whitelabelConfig: { name: 'Radio Taxi Demo', showBookingReference: true },
      taxiFeatures: [{ id: 1, name: 'Van' }],
      bookingsAlive: [{ id: 4711 }],
      pois: [{ id: 3 }],
      lastSessionTime: Date.now(),
      lastPingTime: 5,
    })
  })

  it('restores the session on reload without a new sign-in (P-005)', async () => {
    const before = (await signedIn()).session.state()
    const { session, ask } = open()
    session.resume()
    expect(session.token()).toBe('secret')
    expect(session.state().whitelabelConfig).toEqual(before.whitelabelConfig)
    expect(session.state().grants).toEqual(before.grants)
    expect(ask).not.toHaveBeenCalledWith(calls.signIn, expect.anything())
  })

  it('has the permissions reloaded only if they are missing (P-026)', async () => {
    await signedIn()
    const whole = open()
    whole.session.resume()
    expect(whole.ask).not.toHaveBeenCalledWith(self.permissions)

    sessionStorage.removeItem('permissions')
    const broken = open()
    broken.session.resume()
    expect((await broken.session.grants())?.get('viewPromo')).toBe('true')
    expect(broken.ask.mock.calls.filter(([call]) => call === self.permissions)).toHaveLength(1)
  })

  it('is ignored if the token is not valid JSON', () => {
    sessionStorage.setItem('token', '{')
    expect(open().session.state()).toEqual({})
  })

  it('is cleared if the session expired while the page was closed', async () => {
    await signedIn()
    vi.setSystemTime(Date.now() + hour)
    expect(open().session.state()).toEqual({ ended: 'expired' })
    expect(sessionStorage.length).toBe(0)
  })
})

describe('the end of a session', () => {
  it('signing out revokes the token, clears the storage and stops the timer (P-006)', async () => {
    const { session, ask, heard } = await signedIn()
    session.signOut()
    expect(ask).toHaveBeenLastCalledWith(calls.signOut)
    expect(session.state()).toEqual({ ended: 'signedOut' })
    expect(sessionStorage.length).toBe(0)
    expect(heard).toEqual([['session-ended', { reason: 'signedOut' }]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('comes one second before the hour is over (P-009)', async () => {
    const { session, heard } = await signedIn()
    await vi.advanceTimersByTimeAsync(hour - 2_000)
    expect(session.token()).toBe('secret')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.token()).toBeUndefined()
    expect(heard).toEqual([['session-ended', { reason: 'expired' }]])
  })

  it('discards a load that completes afterwards', async () => {
    let land: (answer: unknown) => void = () => undefined
    const { session } = await signedIn((call) =>
      call === self.who ? new Promise((resolve) => (land = resolve)) : given(call),
    )
    session.signOut()
    land({ id: 7, name: 'Ana', surname: 'Pérez' })
    await vi.advanceTimersByTimeAsync(0)
    expect(session.state().self).toBeUndefined()
  })
})

describe('API responses', () => {
  const answer = {
    call: numberValidations.list as Call,
    base: 'main',
    status: 200,
    token: 'secret',
    sentAt: 1,
  } as const

  it.each([
    ['a successful answer of the main API', answer, hour],
    ['a failed one', { ...answer, status: 500 }, hour - 60_000],
    ['a refused one', { ...answer, status: 400 }, hour - 60_000],
    ['one of the processor', { ...answer, base: 'processor' }, hour - 60_000],
    ['one of parking', { ...answer, base: 'parking' }, hour - 60_000],
    ['one of transport', { ...answer, base: 'transport' }, hour - 60_000],
    ['one to an earlier token', { ...answer, token: 'old' }, hour - 60_000],
  ] as const)(
    'restart the session hour only on a success of the main API: %s (P-007, P-008)',
    async (_, heard, remaining) => {
      const { session } = await signedIn()
      await vi.advanceTimersByTimeAsync(60_000)
      session.heard(heard)
      expect(session.remaining()).toBe(remaining)
    },
  )

  it('with status 401 are broadcast and end the session', async () => {
    const { session, heard } = await signedIn()
    session.heard({ ...answer, base: 'parking', status: 401 })
    expect(heard).toEqual([
      ['not-authenticated', undefined],
      ['session-ended', { reason: 'notAuthenticated' }],
    ])
    expect(session.token()).toBeUndefined()
  })

  it('with status 403 are broadcast and keep the session', async () => {
    const { session, heard } = await signedIn()
    session.heard({ ...answer, status: 403 })
    expect(heard).toEqual([['not-authorized', { sentAt: 1 }]])
    expect(session.token()).toBe('secret')
  })

  it('with status 401 are ignored for a sign-in or an earlier session', async () => {
    const { session, heard } = await signedIn()
    session.heard({ ...answer, call: calls.signIn, status: 401 })
    session.heard({ ...answer, token: 'old', status: 401 })
    expect(heard).toEqual([])
  })
})

it.each([
  ['the database was away', [503, 503, 200, 200], 1],
  ['a proxy found nobody', [200, 502, 200], 1],
  ['one call is broken', [200, 500, 200], 0],
])('emits server-back once after an outage, but not after a single failed call: %s', async (_, statuses, times) => {
  const { session } = await signedIn()
  const back = vi.fn()
  session.events.on('server-back', back)
  for (const status of statuses)
    session.heard({ base: 'main', status, call: services.alive, token: 'secret', sentAt: Date.now() })
  expect(back).toHaveBeenCalledTimes(times)
})
