import { useDebouncedValue } from '@mantine/hooks'
import { authorizations } from '@parada/contract/calls/authorizations'
import type { AnswerOf } from '@parada/contract/kit'
import { bookingProblem } from '@parada/domain/authorization/validity'
import type { Draft, DraftCustomer } from '@parada/domain/wizard/draft'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useSessionState } from '../../session/use-session.ts'
import { hasFleetsFor } from '../fleet/use-fleet-choices.ts'
import { useWizard } from '../wizard-context.ts'

const typingMs = 150

export const authorizationKey = (subscriberCode: string, userNumber: string) =>
  ['wizard', 'authorization', subscriberCode, userNumber] as const

export type FoundAuthorization = AnswerOf<typeof authorizations.search>

/** The authorization for a subscriber code and user number, and why it may not book. */
export const useAuthorization = ({
  kind,
  variant,
  subscriberCode,
  userNumber,
}: Pick<Draft, 'kind' | 'variant' | 'subscriberCode' | 'userNumber'>) => {
  const client = useClient()
  const grants = useSessionState((state) => state.grants)
  const typed = `${subscriberCode.trim()}\n${userNumber.trim()}`
  const [settled] = useDebouncedValue(typed, typingMs, { leading: true })
  const [code = '', number = ''] = settled.split('\n')
  const isAsked = useMay(authorizations.search) && kind === 'authorization' && code !== '' && number !== ''
  const query = useQuery({
    queryKey: authorizationKey(code, number),
    queryFn: ({ signal }) =>
      client(authorizations.search, { query: { subscriberCode: code, userNumber: number }, signal }),
    enabled: isAsked,
    staleTime: 30_000,
    retry: false,
  })
  const isUnknown = query.error?.status === 404
  const found = isAsked && settled === typed ? query.data?.authorization : undefined
  return {
    isSearching: isAsked && query.isPending,
    isUnknown,
    failure: isUnknown ? undefined : query.error?.message,
    authorization: found,
    /** Why it may not book now. */
    problem:
      (found &&
        bookingProblem(
          {
            ...found,
            validFromDate: found.validFromDate ?? null,
            expirationDate: found.expirationDate ?? null,
            availableTimesLeft: found.availableTimesLeft ?? null,
          },
          Date.now(),
        )) ??
      // Reported before anything is filled in: without a fleet the last step cannot be completed.
      (found && grants && !hasFleetsFor(variant, grants, found.idPaymentAccount)
        ? ('problems.noFleetForAccount' as const)
        : undefined),
  }
}

export const useAuthorizationOfDraft = ({ authorization, problem }: ReturnType<typeof useAuthorization>) => {
  const { draft, dispatch } = useWizard()
  const id = authorization?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each answer, not for each change of the draft
  useEffect(() => {
    if (draft.kind !== 'authorization') return
    if (!authorization) {
      if (draft.customer && draft.step === 1) dispatch({ type: 'customerChosen', customer: null })
      return
    }
    if (draft.customer?.idAuthorization === authorization.id && draft.customer.problem === (problem ?? null)) return
    const { firstName, lastName, mobileNumber, phoneNumber, userEmail } = authorization
    const customer: DraftCustomer = {
      idAuthorization: authorization.id,
      idPaymentAccount: authorization.idPaymentAccount ?? null,
      name: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
      phoneNumber: mobileNumber || phoneNumber || '',
      email: userEmail ?? '',
      subscriberCode: authorization.subscriberCode,
      userNumber: authorization.userNumber,
      problem: problem ?? null,
    }
    dispatch({ type: 'customerChosen', customer })
  }, [draft.kind, id, problem, draft.key, draft.attempt])
}
