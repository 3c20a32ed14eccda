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

/** Where the ride begins, or usually does: places around it are meant. */
const useNear = (draft: Draft) => {
  const [usual] = useUsualPlaces(draft, 'origin') ?? []
  const { lat, lon } = (isPlaceComplete(draft.origin) ? draft.origin : usual) ?? {}
  return lat && lon ? { lat, lon } : {}
}

/**
 * Places by what is typed: the search answers for origins and for destinations, each with the customer's own rides, and both
 * become one list with the points of interest first. Whatever one of them cannot answer, the other may.
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
