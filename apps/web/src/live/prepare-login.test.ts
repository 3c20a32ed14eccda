import { expect, it, vi } from 'vitest'
import { prepareLogin } from './prepare-login.ts'
import { askOf, sessionOf } from './testing.ts'

const credentials = { url: 'wss://b.example/live', user: 'u', password: 'p', topicPrefix: '/topic/parada.demo.' }
const answers = {
  '/users/:sd/self/socket-credentials': { userActiveMQCredentialsMessage: credentials },
  '/users/:sd/self/permissions': { permissions: [{ key1: 'editServiceByFleet', value: '29' }] },
  '/users/:sd/self/fleets': { fleets: [{ id: 29 }] },
  '/users/:sd/self': { id: 7 },
  '/whitelabels/:sd/frontconfig': { showCancelledBookingNotifications: false },
}
const permission = (key1: string, value: string) => ({ key1, value })
const first = { isFirst: true, wasRefused: false }

const listening = async (
  permissions: { key1: string; value: string }[],
  { showCancelledBookingNotifications = false, fleets = [29, 40, 87] } = {},
) => {
  const stored = {
    permissions,
    fleets: fleets.map((id) => ({ id })),
    self: { id: 7 },
    whitelabelConfig: { showCancelledBookingNotifications },
  }
  const { destinations } = await prepareLogin(sessionOf(stored), askOf(answers))(first)
  const common = ['/topic/parada.demo.everybody', '/topic/parada.demo.user.7']
  expect(destinations.slice(0, 2)).toEqual(common)
  return destinations.slice(2)
}
const prefixed = (topics: string[]) => topics.map((topic) => `/topic/parada.demo.${topic}`)

it.each([
  [
    'each number it receives calls from (P-089, B-147)',
    'receiveCallsFromNumber',
    '915000111,915000222',
    ['915000111', '915000222'],
  ],
  ['no number for all (O1-32)', 'receiveCallsFromNumber', 'all', []],
  ['no item that is no number (O1-32)', 'receiveCallsFromNumber', '915000111,desk', ['915000111']],
  ['each fleet it edits bookings of (P-090, B-045)', 'editServiceByFleet', '29,87', ['fleet.29', 'fleet.87']],
  ['each of the own fleets for all (O1-32, O2-58)', 'editServiceByFleet', 'all', ['fleet.29', 'fleet.40', 'fleet.87']],
  ['nothing of a fleet that is not its own (O1-31)', 'editServiceByFleet', '29,999', ['fleet.29']],
  ['nothing for a permission about something else (P-032)', 'viewServiceByFleet', '29', []],
])('subscribes, under the prefix from the credentials, to %s', async (_, key, value, topics) =>
  expect(await listening([permission(key, value)])).toEqual(prefixed(topics)),
)

it.each([
  [true, ['fleet.29', 'fleet.87', 'cancelledBookingNotifications.fleet.29', 'cancelledBookingNotifications.fleet.87']],
  [false, ['fleet.29', 'fleet.87']],
])('with showCancelledBookingNotifications %s subscribes to %j (P-091, B-046)', async (flag, topics) =>
  expect(
    await listening([permission('editServiceByFleet', '29,87')], { showCancelledBookingNotifications: flag }),
  ).toEqual(prefixed(topics)),
)

it('uses the credentials from start-up first and requests new ones for each later connection (O1-33)', async () => {
  let asked = 0
  const ask = askOf({
    ...answers,
    '/users/:sd/self/socket-credentials': () => ({
      userActiveMQCredentialsMessage: { ...credentials, user: `u${++asked}` },
    }),
    '/services/:sd/alive/fleet': { services: [] },
    '/pois/:sd/all/': { pois: [] },
    '/users/:sd/self/taxifeatures': [],
  })
  const session = sessionOf({ permissions: [] }, ask)
  session.resume()
  const prepare = prepareLogin(session, ask)
  expect(await prepare(first)).toMatchObject({ url: credentials.url, user: 'u1', password: 'p' })
  expect(await prepare({ isFirst: false, wasRefused: false })).toMatchObject({ user: 'u2' })
  expect(asked).toBe(2)
})

it('reloads the user and their permissions once the broker has refused them', async () => {
  const stored = {
    permissions: [permission('editServiceByFleet', '29,87')],
    fleets: [{ id: 29 }, { id: 87 }],
    self: { id: 7 },
    whitelabelConfig: {},
  }
  const ask = askOf(answers)
  const prepare = prepareLogin(sessionOf(stored), ask)
  expect((await prepare({ isFirst: false, wasRefused: false })).destinations).toContain('/topic/parada.demo.fleet.87')
  expect(ask).toHaveBeenCalledOnce()
  expect((await prepare({ isFirst: false, wasRefused: true })).destinations).toEqual(
    prefixed(['everybody', 'user.7', 'fleet.29']),
  )
})

it('rejects if the start-up data is missing and the API calls fail as well', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await expect(prepareLogin(sessionOf({}), askOf({}))(first)).rejects.toThrow('No answer')
})
