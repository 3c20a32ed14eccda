import { authorizations } from '@parada/contract/calls/authorizations'
import type { AuthorizationRow } from '@parada/contract/customer'
import type { AnswerOf } from '@parada/contract/kit'
import { parseFormConfig } from '@parada/domain/authorization/form'
import type { AuthorizationStatus } from '@parada/domain/authorization/status'
import { constants } from '@parada/domain/constants'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type CallFailed, toFailure, useClient } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { log } from '../kit/log.ts'
import { isPartOf, recordKey } from '../kit/record-key.ts'
import { useMay } from '../session/use-may.ts'
import { useSessionState } from '../session/use-session.ts'

type Answer = AnswerOf<typeof authorizations.get>
/** An authorization; until it has loaded, only the fields of its list row. */
export type Authorization = AuthorizationRow & Partial<Pick<Answer['authorization'], 'user' | 'bookingBreakConfigs'>>

const keyOf = (id: number) => recordKey(authorizations.get, id)

export const useAuthorization = (row: AuthorizationRow) => {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: keyOf(row.id),
    queryFn: ({ signal }) => client(authorizations.get, { params: { id: row.id }, signal }),
    staleTime: 0,
  })
  const loaded = data?.authorization
  const isNewer = loaded !== undefined && loaded.version >= row.version
  const authorization: Authorization = isNewer ? loaded : { ...loaded, ...row }
  return { authorization, error }
}

/** The tenant's time zone, which decides when a day of validity begins and ends. */
export const useZone = () => {
  const zone = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.timeZone)
  return typeof zone === 'string' ? zone : constants.defaultTimeZone
}

/** Caches an authorization from a response, and refetches its dependent queries and the list. */
export const useKeepAuthorization = () => {
  const queries = useQueryClient()
  return (row: AuthorizationRow) => {
    const key = keyOf(row.id)
    queries.setQueryData<Answer>(key, (known) =>
      known && known.authorization.version <= row.version
        ? { authorization: { ...known.authorization, ...row } }
        : known,
    )
    void queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => isPartOf(key, queryKey) })
    void queries.invalidateQueries({ queryKey: listKey(authorizations.list) })
  }
}

export const useReloadAuthorization = () => {
  const queries = useQueryClient()
  return (id: number) => {
    void queries.invalidateQueries({ queryKey: keyOf(id) })
    void queries.invalidateQueries({ queryKey: listKey(authorizations.list) })
  }
}

export const useJournal = (id: number) => {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...keyOf(id), 'journal'],
    queryFn: ({ pageParam, signal }) =>
      client(authorizations.journal, {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ journal, hasMore }) => (hasMore ? journal.at(-1)?.version : undefined),
  })
}

/** A failure to load the bookings is only logged (document 1, section 8). */
export const useBookingsOf = (id: number) => {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [...keyOf(id), 'bookings'],
    queryFn: ({ signal }) => client(authorizations.bookings, { params: { id }, signal }),
  })
  useEffect(() => {
    if (error) log(error.message, error)
  }, [error])
  return data?.bookings
}

export const useAccounts = () => {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [authorizations.accounts.path],
    queryFn: ({ signal }) => client(authorizations.accounts, { signal }),
    enabled: useMay(authorizations.accounts),
    staleTime: 60_000,
  })
  return { accounts: data?.accounts, error }
}

export type AccountForm = ReturnType<typeof readForm>
const readForm = ({ config, ...groups }: AnswerOf<typeof authorizations.form>) => {
  const unchecked: string[] = []
  const read = parseFormConfig(config, ({ field, reason }) => {
    log(reason)
    if (field !== undefined) unchecked.push(field)
  })
  return { ...groups, config: read, unchecked }
}

/** The form used if the account has none of its own, or none that the user may read. */
export const plainForm: AccountForm = {
  config: new Map(),
  travelGroupList: [],
  idDefaultTravelGroup: null,
  unchecked: [],
}

export const useAccountForm = (idPaymentAccount: number | undefined) => {
  const client = useClient()
  const isAsked = useMay(authorizations.form) && idPaymentAccount !== undefined
  const { data, error } = useQuery({
    queryKey: [authorizations.form.path, idPaymentAccount],
    queryFn: ({ signal }) =>
      client(authorizations.form, { params: { idPaymentAccount: idPaymentAccount as number }, signal }),
    enabled: isAsked,
    staleTime: 60_000,
  })
  return { form: useMemo(() => data && readForm(data), [data]), error }
}

/**
 * Applies a change optimistically. A failure is only logged, and the previous state is restored (document 1, section 8;
 * O1-59).
 */
const useSilentChange = () => {
  const queries = useQueryClient()
  const reload = useReloadAuthorization()
  return async (id: number, part: Partial<Answer['authorization']>, make: () => Promise<unknown>) => {
    const key = keyOf(id)
    await queries.cancelQueries({ queryKey: key, exact: true })
    const before = queries.getQueryData<Answer>(key)
    queries.setQueryData<Answer>(key, (known) => known && { authorization: { ...known.authorization, ...part } })
    try {
      await make()
      return true
    } catch (cause) {
      const failure: CallFailed = toFailure(cause)
      log(failure.message, failure)
      queries.setQueryData<Answer>(key, before)
      return false
    } finally {
      reload(id)
    }
  }
}

export const useChangeStatus = () => {
  const client = useClient()
  const change = useSilentChange()
  return (id: number, newStatus: AuthorizationStatus) =>
    change(id, { status: newStatus }, () =>
      client(authorizations.changeStatus, { params: { id }, query: { newStatus } }),
    )
}

export const useUnlinkUser = () => {
  const client = useClient()
  const change = useSilentChange()
  return (id: number) =>
    change(id, { idUser: null, user: null }, () => client(authorizations.unlinkUser, { params: { id } }))
}
