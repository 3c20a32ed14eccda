import { useEffect } from 'react'
import { useAuthorization, useAuthorizationOfDraft } from './customer/use-authorization.ts'
import { useCaller, useCallerOfDraft } from './customer/use-caller.ts'
import { usePastRides, useUsualPlaces } from './customer/use-past.ts'
import { useWizard } from './wizard-context.ts'

/** A request to go on, or to repeat the nth of the last rides. */
export type Wish = 'next' | { ride: number; isReversed?: boolean }
type Props = { wish: Wish | undefined; onGranted: () => void }

/** Looks up the customer, whichever step is open; a key pressed before the response takes effect when it arrives. */
export const Lookup = ({ wish, onGranted }: Props) => {
  const { draft, next, repeat } = useWizard()
  const caller = useCaller(draft)
  const authorization = useAuthorization(draft)
  useCallerOfDraft(caller)
  useAuthorizationOfDraft(authorization)
  const { rides, isLoading } = usePastRides(draft)
  // Prefetched during the greeting, so that step 2 has them when it opens.
  useUsualPlaces(draft, 'origin')
  useUsualPlaces(draft, 'destination')

  const isFound = draft.kind === 'caller' ? !caller.isSearching : !authorization.isSearching
  const found = draft.kind === 'caller' ? caller.caller?.id : authorization.authorization?.id
  const isKnown = found === undefined || (draft.customer?.idCaller ?? draft.customer?.idAuthorization) === found
  const isReady = isFound && isKnown && (wish === 'next' || !isLoading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: granted once, as soon as it can be
  useEffect(() => {
    if (!wish || !isReady) return
    onGranted()
    if (wish === 'next') return next()
    const ride = rides[wish.ride - 1]
    if (ride) repeat(ride, wish.isReversed ?? false)
  }, [wish, isReady])
  return null
}
