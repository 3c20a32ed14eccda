import { isPlaceComplete } from '../booking/places.ts'
import { plainText } from '../places/suggestions.ts'
import type { PastRide } from './reduce-draft.ts'

const keyOf = ({ origin, destination }: PastRide) =>
  [origin, destination].map((place) => plainText(place?.addressField ?? '')).join('|')

/** The rides that can be repeated, each route once, in the order given. */
export const ridesToRepeat = <Ride extends PastRide>(rides: readonly Ride[], most = 9): Ride[] => {
  const seen = new Set<string>()
  return rides
    .filter((ride) => isPlaceComplete(ride.origin) && !seen.has(keyOf(ride)) && seen.add(keyOf(ride)))
    .slice(0, most)
}
