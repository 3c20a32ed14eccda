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
    'listens to one topic for each phone number held',
    { receiveCallsFromNumber: '910000111, 910000222' },
    ['910000111', '910000222'],
  ],
  ['listens to no number for all or an invalid number', { receiveCallsFromNumber: 'all,abc' }, []],
  [
    'listens to one topic for each fleet of editServiceByFleet',
    { editServiceByFleet: '29,87' },
    ['fleet.29', 'fleet.87'],
  ],
  ['listens to every own fleet for all', { editServiceByFleet: 'all' }, ['fleet.29', 'fleet.44', 'fleet.87']],
  ['listens to no fleet of another tenant', { editServiceByFleet: '29,999' }, ['fleet.29']],
  ['listens to no fleet of another permission', { dispatchServiceByFleet: 'all' }, []],
  ['listens to the cases of insurers', { viewAsistenciaService: 'true' }, ['assistance']],
  ['listens to no fleet if the permission is denied', { editServiceByFleet: 'false' }, []],
])('%s', (_, values, expected) => expect(listening(values)).toEqual([...always, ...expected]))

it('listens to the cancelled bookings of the same fleets only with the tenant’s flag', () => {
  const values = { editServiceByFleet: '29' }
  expect(listening(values, { showCancelledBookingNotifications: true })).toEqual([
    ...always,
    'fleet.29',
    'cancelledBookingNotifications.fleet.29',
  ])
  expect(listening(values)).not.toContain('cancelledBookingNotifications.fleet.29')
})

it('prefixes every topic with the tenant', () => expect(topicPrefix('demo')).toBe('/topic/parada.demo.'))
