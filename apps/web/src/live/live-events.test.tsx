import { self } from '@parada/contract/calls/self'
import type { AliveBooking } from '@parada/contract/calls/services'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { openApp, startUpAnswers } from '../testing/open-app.tsx'
import { aliveBooking, ownFleet } from '../testing/records.ts'
import { createBroker } from './testing.ts'

await Promise.all([import('./start-live.ts'), import('../kit/list/view/list-view.tsx')])

let broker: ReturnType<typeof createBroker>
const until = (check: () => void) => waitFor(check, { interval: 5, timeout: 10_000 })
const prefix = '/topic/parada.demo.'
const state = () => screen.getAllByRole('status').find((status) => 'state' in status.dataset)

const booking = (id: number, passengerName: string): AliveBooking => ({
  ...aliveBooking,
  id,
  version: 1,
  timeBookingStartTimestamp: Date.UTC(2026, 9, 31, 7, id - 4700),
  passengerName,
  phoneNumberPassenger: '612345678',
  destination: null,
})

const open = async (
  permissions: object[] = [{ key1: '*', value: 'true' }],
  services = [booking(4711, 'María Soto')],
) => {
  sessionStorage.clear()
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', JSON.stringify(permissions))
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  let credentials = 0
  const alive = { services }
  const app = await openApp('/dashboard', {
    ...startUpAnswers,
    'GET /api/users/demo/self/permissions': { response: { permissions } },
    'GET /api/users/demo/self/fleets': { response: { fleets: [ownFleet(29), ownFleet(40)] } },
    'GET /api/users/demo/self/socket-credentials': () => ({
      response: {
        userActiveMQCredentialsMessage: { url: '/live', user: `u${++credentials}`, password: 'p', topicPrefix: prefix },
      },
    }),
    'GET /api/services/demo/alive/fleet': () => ({ response: alive }),
    'GET /api/services/demo/4711': { response: { booking: { ...booking(4711, 'Julia Ruiz'), version: 2 } } },
  })
  return { ...app, alive }
}

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
  broker = createBroker()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('live events', () => {
  it.each([
    [
      [{ key1: 'editServiceByFleet', value: '29' }],
      [
        '/dashboard',
        '/bookings/finished',
        '/services/servicetoinvoice/cc',
        '/services/servicehistorical/cc',
        '/servicescancel/serviceafterlife/cc/canceled',
        '/address',
        '/taxiFeatures',
        '/maps',
      ],
      ['everybody', 'user.7', 'fleet.29'],
    ],
    [
      [
        { key1: 'viewUserByWhitelabel', value: 'true' },
        { key1: 'receiveCallsFromNumber', value: '915000111' },
      ],
      ['/dashboard', '/users', '/address', '/taxiFeatures', '/numberValidations', '/maps'],
      ['everybody', 'user.7', '915000111'],
    ],
  ])('follow the permissions %j, as does the menu (P-032)', async (permissions, entries, topics) => {
    await open(permissions)
    await until(() => expect(broker.destinations()).toEqual(topics.map((topic) => prefix + topic)))
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
    expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(entries)
  })

  it('log in with the credentials from start-up, which are requested once (P-087)', async () => {
    const { asked } = await open()
    await until(() => expect(state()?.textContent).toBe('live'))
    expect(broker.logins).toMatchObject([{ login: 'u1', passcode: 'p' }])
    expect(asked().filter((call) => call.endsWith('/socket-credentials'))).toHaveLength(1)
  })

  it('update the open dashboard (P-094, P-095)', async () => {
    await open(undefined, [booking(4711, 'María Soto'), booking(4712, 'Acme SA')])
    await screen.findByText('María Soto')
    await until(() => expect(state()?.textContent).toBe('live'))
    act(() => broker.publish(`${prefix}fleet.29`, { content: { idBooking: 4711, statusBooking: 20, idFleet: 29 } }))
    await screen.findByText('Julia Ruiz')
    act(() => broker.publish(`${prefix}fleet.29`, { content: { idBooking: 4712, statusBooking: 30, idFleet: 29 } }))
    await until(() => expect(screen.queryByText('Acme SA')).toBeNull())
  })

  it('announce an incoming call (P-101)', async () => {
    await open([{ key1: 'receiveCallsFromNumber', value: '915000111' }])
    await until(() => expect(state()?.textContent).toBe('live'))
    act(() => broker.publish(`${prefix}915000111`, { phoneNumberOrigin: '612345678', phoneNumberDialed: '915000111' }))
    expect(await screen.findByText('Incoming call from:')).toBeTruthy()
    expect(screen.getByText('612345678', { selector: 'span' })).toBeTruthy()
  })

  it('show their state as a word in the header, and after a gap what was missed', async () => {
    const { alive } = await open()
    await until(() => expect(state()?.textContent).toBe('live'))
    act(() => broker.drop())
    expect(state()?.textContent).toBe('reconnecting')
    expect(state()?.title).toContain('may be out of date')
    alive.services = [booking(4713, 'Pedro Gil')]
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Pedro Gil')
    expect(screen.queryByText('María Soto')).toBeNull()
    await until(() => expect(state()?.textContent).toBe('live'))
    expect(broker.logins.map(({ login }) => login)).toEqual(['u1', 'u2'])
  })

  it.each<[string, (session: Session) => void]>([
    ['signed out of', (session) => session.signOut()],
    [
      'refused by the server',
      (session) => session.heard({ base: 'main', status: 401, call: self.who, token: session.token(), sentAt: 0 }),
    ],
  ])('stop when the session is %s, and start again with the next one', async (_, end) => {
    const { session, router } = await open()
    await until(() => expect(state()?.textContent).toBe('live'))
    act(() => end(session))
    await until(() => expect(router.state.location.pathname).toBe('/pages/signin'))
    expect(broker.open()).toEqual([])
    await act(() => session.signIn({ by: 'email', email: 'ana@demo.example', password: 'secret' }))
    await act(() => router.navigate({ to: '/dashboard' }))
    await until(() => expect(state()?.textContent).toBe('live'))
    expect(broker.open()).toHaveLength(1)
    expect(broker.logins.map(({ login }) => login)).toEqual(['u1', 'u2'])
  })
})
