import type { Point } from '@parada/domain/places/geo'
import { plainText } from '@parada/domain/places/suggestions'
import type { Geocoder } from './geocoder.ts'
import { type GuardOptions, makeGuard } from './guard.ts'

/** Shorter than the 800 ms within which the request itself has to be answered. */
const usualPatienceMs = 650

/** A geocoder that can neither fail nor delay a request. */
export const guarded = (
  provider: Geocoder,
  { patienceMs = usualPatienceMs, ...options }: Omit<GuardOptions, 'patienceMs'> & { patienceMs?: number },
): Geocoder => {
  const answer = makeGuard({ ...options, patienceMs })
  const spot = ({ lat, lon }: Point, digits: number) => `${lat.toFixed(digits)} ${lon.toFixed(digits)}`

  return {
    search: (query, near, signal) =>
      answer(`search ${plainText(query)} ${spot(near, 1)}`, [], signal, (inner) => provider.search(query, near, inner)),
    reverse: (point, signal) =>
      answer(`reverse ${spot(point, 5)}`, undefined, signal, (inner) => provider.reverse(point, inner)),
  }
}
