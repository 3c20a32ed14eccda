import { places } from '@parada/contract/calls/places'
import { isPlaceComplete } from '@parada/domain/booking/places'
import { mergeSuggestions, type Suggestion } from '@parada/domain/places/suggestions'
import type { Draft } from '@parada/domain/wizard/draft'
import type { Search } from '../../kit/address-box/use-search.ts'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useUsualPlaces } from '../customer/use-past.ts'

const answersOf = (settled: readonly PromiseSettledResult<readonly Suggestion[]>[]) =>
  settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))

/** The point to search around: the pickup, or else the customer's usual one. */
const useNear = (draft: Draft) => {
  const [usual] = useUsualPlaces(draft, 'origin') ?? []
  const { lat, lon } = (isPlaceComplete(draft.origin) ? draft.origin : usual) ?? {}
  return lat && lon ? { lat, lon } : {}
}

/**
 * Searches places by the typed text. Requests both pickups and destinations, each with the customer's own rides, and
 * merges them into one list with points of interest first. If one request fails, the results of the other are used.
 */
export const usePlaceSearch = (draft: Draft, end: 'origin' | 'destination'): Search => {
  const client = useClient()
  const maySuggest = useMay(places.suggested)
  const near = useNear(draft)
  const { idAuthorization, idCaller } = draft.customer ?? {}
  const who = idAuthorization ? { idAuthorization } : idCaller && maySuggest ? { idCaller } : {}
  return async (q, signal) => {
    const asked = (queryAsDestination: 'true' | 'false') =>
      client(places.search, { query: { ...who, ...near, q, queryAsDestination }, signal })
    const both = [asked('false'), asked('true')].map(async (answer) => (await answer).suggestedAddresses)
    const settled = await Promise.allSettled(end === 'origin' ? both : both.toReversed())
    const answers = answersOf(settled)
    if (answers.length === 0) throw (settled[0] as PromiseRejectedResult).reason
    return mergeSuggestions(...answers).slice(0, 12)
  }
}
