import { callers } from '@parada/contract/calls/callers'
import { normalPhone, phoneSpellings } from '@parada/domain/phone'
import type { Draft, DraftCustomer } from '@parada/domain/wizard/draft'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useWizard } from '../wizard-context.ts'

/** Has enough digits for a complete phone number. */
const isWhole = (phone: string) => /^\+?\d{9,15}$/.test(phone)

const fullName = (one: { firstName?: string | null; lastName?: string | null }) =>
  `${one.firstName ?? ''} ${one.lastName ?? ''}`.trim()

/** The caller with the typed number, and the authorizations that have it. */
export const useCaller = ({ kind, phoneNumber }: Pick<Draft, 'kind' | 'phoneNumber'>) => {
  const client = useClient()
  const phone = normalPhone(phoneNumber)
  const isAsked = useMay(callers.search) && kind === 'caller' && isWhole(phone)
  const query = useQuery({
    queryKey: ['wizard', 'caller', phone],
    queryFn: ({ signal }) => client(callers.search, { query: { phoneNumber: phone, resultsPerPage: 5 }, signal }),
    enabled: isAsked,
    staleTime: 30_000,
  })
  const spellings = phoneSpellings(phone)
  const found = query.data?.rows.find((row) => spellings.includes(row.phoneNumber))
  return {
    isAsked,
    isSearching: isAsked && query.isPending,
    failure: query.error?.message,
    caller: found && { ...found, name: fullName(found) },
    authorizations: query.data?.beside?.authorization ?? [],
    isUnknown: isAsked && query.isSuccess && !found,
  }
}

/** Sets the draft's customer to the caller found, and clears it if the number is unknown. */
export const useCallerOfDraft = (found: ReturnType<typeof useCaller>) => {
  const { draft, dispatch } = useWizard()
  const { caller, isUnknown } = found
  const idCaller = caller?.id
  const { customer } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each answer, not for each change of the draft
  useEffect(() => {
    if (draft.kind !== 'caller') return
    if (caller && customer?.idCaller !== caller.id) {
      const { id, name, phoneNumber, isBlacklisted } = caller
      const chosen: DraftCustomer = { idCaller: id, name, phoneNumber, isBlacklisted: isBlacklisted ?? false }
      dispatch({ type: 'customerChosen', customer: chosen })
    } else if (!caller && isUnknown && customer) dispatch({ type: 'customerChosen', customer: null })
  }, [draft.kind, idCaller, isUnknown, draft.key, draft.attempt])
}
