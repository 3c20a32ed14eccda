import { expect, it } from 'vitest'
import { grantsOf } from './access/permissions.ts'
import { type Listener, topicPrefix, topicsOf } from './live.ts'

const listening = (values: Record<string, string>, change: Partial<Listener> = {}) =>
  topicsOf({
    idUser: 7,
    grants: grantsOf(Object.entries(values).map(([key1, value]) => ({ key1, value }))),
    ownFleets: [29, 44, 87],
    showCancelledBookingNotifications: false,
    ...change,
  })

const always = ['everybody', 'user.7']

it.each([
  [
    'one topic for each phone number held',
    { receiveCallsFromNumber: '910000111, 910000222' },
    ['910000111', '910000222'],
  ],
  ['no number for all or for what is no number', { receiveCallsFromNumber: 'all,abc' }, []],
  ['one topic for each fleet of editServiceByFleet', { editServiceByFleet: '29,87' }, ['fleet.29', 'fleet.87']],
  ['every own fleet where it says all', { editServiceByFleet: 'all' }, ['fleet.29', 'fleet.44', 'fleet.87']],
  ['no fleet that is not the tenant’s', { editServiceByFleet: '29,999' }, ['fleet.29']],
  ['no fleet of another permission', { dispatchServiceByFleet: 'all' }, []],
  ['the cases of insurers', { viewAsistenciaService: 'true' }, ['assistance']],
  ['no fleet of a permission denied', { editServiceByFleet: 'false' }, []],
])('%s', (_, values, expected) => expect(listening(values)).toEqual([...always, ...expected]))

it('the cancelled bookings of the same fleets, only with the flag of the tenant', () => {
  const values = { editServiceByFleet: '29' }
  expect(listening(values, { showCancelledBookingNotifications: true })).toEqual([
    ...always,
    'fleet.29',
    'cancelledBookingNotifications.fleet.29',
  ])
  expect(listening(values)).not.toContain('cancelledBookingNotifications.fleet.29')
})

it('names the tenant in front of every topic', () => expect(topicPrefix('demo')).toBe('/topic/parada.demo.'))
