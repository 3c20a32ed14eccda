import type { Call, Page } from '@parada/contract/kit'
import type { ListCall } from '@parada/contract/list'
import type { ListFields, RowOf } from '@parada/domain/list/fields'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Client, useClient } from '../../client.ts'
import { listKey } from '../data/list-data.ts'

/** A list call whose rows have these fields. */
export type CallOf<F extends ListFields> = Call & Pick<ListCall<F>, 'list'>

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** One row of a list by its id; null if there is none that the user may see. */
export const oneOf = <F extends ListFields>(client: Client, call: CallOf<F>, id: number) =>
  queryOptions({
    queryKey: [...listKey(call), 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id, resultsPerPage: 1 }
      const page = (await client(call as Call, { query, signal, body: undefined })) as Page<RowOf<F>>
      return page.rows[0] ?? null
    },
    enabled: isId(id),
    // Always fetched anew, so that a form does not begin with cached values.
    staleTime: 0,
    gcTime: 0,
  })

export const useOne = <F extends ListFields>(call: CallOf<F>, id: number) => {
  const { data, error, isFetching, isPending } = useQuery(oneOf(useClient(), call, id))
  return { row: data ?? undefined, error, isFetching, isLoading: isId(id) && isPending }
}
