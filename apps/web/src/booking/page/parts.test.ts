import { describe, expect, it } from 'vitest'
import { textsIn } from '../../testing/messages.ts'
import { mapPoints } from '../record/map-points.ts'
import { at, booking, now } from '../testing.tsx'
import { howSoon } from './how-soon.ts'
import { licenceLink, spartanLink } from './spartan-link.ts'

const labels = { origin: 'Pickup', destination: 'Destination', stop: (n: number) => `Stop ${n}`, taxi: 'Taxi' }
const coords = { lat: 40.42, lng: -3.7, routeWayPoints: '', dispatchStatus: null, eta: 4 }

describe('the map', () => {
  const followed = (statusDispatch: number | null, status = 20) =>
    mapPoints({ ...booking, status, statusDispatch }, { ...coords, dispatchStatus: statusDispatch }, labels)
      .filter(({ isFollowed }) => isFollowed)
      .map(({ id }) => id)

  it.each([
    ['pickup and taxi before the client is on board (B-063)', 2000, ['origin', 'taxi']],
    ['pickup and taxi without a dispatch status (B-063)', null, ['origin', 'taxi']],
    ['destination and taxi from then on (B-063)', 2500, ['destination', 'taxi']],
  ])('fits %s', (_, statusDispatch, ids) => expect(followed(statusDispatch).sort()).toEqual(ids.toSorted()))

  it('follows nothing if the booking is not tracked', () => expect(followed(949, 10)).toEqual([]))

  it('shows pickup, stops and destination in their order', () =>
    expect(mapPoints({ ...booking, stops: '40.45,-3.65' }, undefined, labels).map(({ id }) => id)).toEqual([
      'origin',
      'stop-0',
      'destination',
    ]))
})

describe('the Spartan link', () => {
  const config = { hasSpartan: true, spartanURL: 'https://spartan.example/s/' }
  const service = { idSupplierService: 'A 1' }

  it.each([
    ['of a Spartan fleet on a tenant that has it', 2, config, 'https://spartan.example/s/A%201'],
    ['of another fleet', 4, config, undefined],
    ['without the tenant’s flag', 2, { ...config, hasSpartan: false }, undefined],
    ['without an address', 2, { hasSpartan: true }, undefined],
    ['with an address that is a script', 2, { hasSpartan: true, spartanURL: 'javascript:alert(1)//' }, undefined],
  ])('is shown only where configured: %s (B-059, O2-46)', (_, protocolDispatch, given, link) =>
    expect(spartanLink(service, { protocolDispatch }, given)).toBe(link),
  )

  it.each([
    ['a taxi that is known', 77, 'https://spartan.example/s/licences/77'],
    ['no taxi yet', null, undefined],
  ])('to a licence depends on the taxi: %s', (_, idSupplierTaxi, link) =>
    expect(licenceLink({ idSupplierTaxi }, { protocolDispatch: 2 }, config)).toBe(link),
  )
})

it.each([
  [at(12), 'en', 'in 12 min'],
  [at(-4), 'en', '4 min ago'],
  [at(0), 'en', 'now'],
  [at(117), 'en', 'in 1 h 57 min'],
  [at(60 * 30), 'es', 'dentro de 30 h 0 min'],
  [at(60 * 72), 'es', 'dentro de 3 días'],
  [at(-60 * 48), 'en', '2 days ago'],
])('formats how soon %d is', async (moment, language, text) =>
  expect(howSoon(moment, now, await textsIn(language))).toBe(text),
)
