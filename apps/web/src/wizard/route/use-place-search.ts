import { places } from '@parada/contract/calls/places'
import { mergeSuggestions, type Suggestion } from '@parada/domain/places/suggestions'
import type { Draft } from '@parada/domain/wizard/draft'
import type { Search } from '../../kit/address-box/use-search.ts'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'

const answersOf = (settled: readonly PromiseSettledResult<readonly Suggestion[]>[]) =>
  settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))

/**
 * Places by what is typed: where the customer has ridden from and to, and what the map knows, as one list with the points
 * of interest first. Whatever one of them cannot answer, the others may.
 */
export const usePlaceSearch = ({ customer, origin }: Pick<Draft, 'customer' | 'origin'>): Search => {
  const client = useClient()
  const maySuggest = useMay(places.suggested)
  return async (q, signal) => {
    const near = origin?.lat && origin.lon ? { lat: origin.lat, lon: origin.lon } : {}
    const { idAuthorization, idCaller } = customer ?? {}
    const who = idAuthorization ? { idAuthorization } : idCaller ? { idCaller } : undefined
    const usual = async (queryAsDestination: 'true' | 'false') =>
      (await client(places.suggested, { query: { ...who, ...near, q, queryAsDestination }, signal })).suggestedAddresses
    const known = async () =>
      (
        await client(places.search, {
          query: { ...near, q, ...(idAuthorization && { idAuthorization }) },
          signal,
        })
      ).suggestedAddresses
    const asked = who && maySuggest ? [usual('false'), usual('true'), known()] : [known()]
    const settled = await Promise.allSettled(asked)
    const answers = answersOf(settled)
    if (answers.length === 0) throw (settled[0] as PromiseRejectedResult).reason
    return mergeSuggestions(...answers).slice(0, 12)
  }
}
