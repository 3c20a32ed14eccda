import { authorizations } from '@parada/contract/calls/authorizations'
import type { Draft } from '@parada/domain/wizard/draft'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { authorizationKey, type FoundAuthorization } from '../customer/use-authorization.ts'
import { quoteOf } from './quote.ts'
import type { StepThree } from './step-three.ts'
import { useFleetChoices } from './use-fleet-choices.ts'

const none: StepThree['breaks'] = []

/** The account fields. The authorization lists them before the booking has an id. */
const useBreaks = ({ step, kind, customer }: Draft) => {
  const client = useClient()
  const queries = useQueryClient()
  const { subscriberCode, userNumber } = customer ?? {}
  const isAsked = useMay(authorizations.search) && step === 3 && kind === 'authorization' && !!subscriberCode
  const { data } = useQuery({
    queryKey: ['wizard', 'breaks', subscriberCode, userNumber],
    queryFn: ({ signal }) =>
      client(authorizations.search, {
        query: { subscriberCode: subscriberCode ?? '', userNumber: userNumber ?? '' },
        signal,
      }),
    enabled: isAsked,
    staleTime: 20_000,
    // Step 1 has already loaded the authorization, so nobody can book while a field is still loading.
    placeholderData: () =>
      queries.getQueryData<FoundAuthorization>(authorizationKey(subscriberCode ?? '', userNumber ?? '')),
  })
  return (isAsked && data?.authorization.bookingBreakConfigs) || none
}

/** Fleets, prices and account fields, all requested at once when step 3 is entered. */
export const useStepThreeLoads = (draft: Draft): StepThree => {
  const loaded = useFleetChoices(draft)
  const breaks = useBreaks(draft)
  const chosen = loaded.choices.find(({ fleet }) => fleet.id === draft.idFleet)
  return { ...loaded, breaks, chosen, quote: quoteOf(draft, chosen) }
}
