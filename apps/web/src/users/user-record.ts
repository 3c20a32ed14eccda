import { type UserDetail, users } from '@parada/contract/calls/users'
import { wallet } from '@parada/contract/calls/wallet'
import type { AnswerOf, Call } from '@parada/contract/kit'
import { mayEditUser } from '@parada/domain/user/access'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { recordKey } from '../kit/record-key.ts'
import { useMay } from '../session/use-may.ts'
import { useSessionState } from '../session/use-session.ts'

const keyOf = (id: number) => recordKey(users.get, id)

export const useUser = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => client(users.get, { params: { id }, query: { extraParams: 'userVehicles' }, signal }),
    staleTime: 0,
  })
}

/** Fetches a part of the user's data; sends no request without the permission for it. */
export const useUserPart = <C extends Call>(call: C, id: number, params: object) => {
  const client = useClient()
  const may = useMay(call)
  const query = useQuery({
    queryKey: [...keyOf(id), call.base, call.path],
    queryFn: ({ signal }) => client(call as Call, { params, signal, body: undefined }) as Promise<AnswerOf<C>>,
    enabled: may,
  })
  return { ...query, may }
}

export const useUserJournal = (id: number) => useUserPart(users.journal, id, { id })

export const useWallet = (id: number, idUserProfile: number) => {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...keyOf(id), wallet.movements.path],
    queryFn: ({ pageParam, signal }) =>
      client(wallet.movements, { params: { idUserProfile }, query: { pageNumber: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMoreResults }, pages) => (hasMoreResults ? pages.length : undefined),
  })
}

/** Refetches everything about a user, and the list. */
export const useReloadUser = () => {
  const queries = useQueryClient()
  return (id: number) => {
    void queries.invalidateQueries({ queryKey: keyOf(id) })
    void queries.invalidateQueries({ queryKey: listKey(users.list) })
  }
}

/** Stores the user from a response, and refetches everything about them and the list. */
export const useKeepUser = () => {
  const queries = useQueryClient()
  const reload = useReloadUser()
  return (user: UserDetail) => {
    queries.setQueryData(keyOf(user.id), { user })
    reload(user.id)
  }
}

export const useMayEdit = (user: UserDetail) =>
  useSessionState(({ grants }) => !!grants && user.erasedAt === null && mayEditUser(grants, user))

export const nameOf = ({ firstName, lastName }: Pick<UserDetail, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()
