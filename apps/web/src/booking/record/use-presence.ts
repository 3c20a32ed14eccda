import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CallFailed, type Client, useClient } from '../../kit/client.ts'
import { randomKey } from '../../kit/random-key.ts'
import { presenceKey } from '../../kit/record-key.ts'

export type Present = AnswerOf<typeof services.presence>['people'][number]

const heartbeatMs = 10_000

/** The id of this tab. */
export const tab = randomKey()

/** For each booking, how many components of this tab have it open, and how many of them are forms that change it. */
const open = new Map<number, { here: number; editing: number }>()
const openOn = (id: number) => open.get(id) ?? { here: 0, editing: 0 }

const enter = (id: number, isEditing: boolean) => {
  const { here, editing } = openOn(id)
  open.set(id, { here: here + 1, editing: editing + Number(isEditing) })
}

const leave = (id: number, isEditing: boolean) => {
  const { here, editing } = openOn(id)
  if (here > 1) open.set(id, { here: here - 1, editing: editing - Number(isEditing) })
  else open.delete(id)
}

const sayGoodbye = (client: Client, id: number) =>
  // If this fails, the others notice when the heartbeats stop.
  void client(services.presence, { params: { id }, body: { tab, isLeaving: true }, keepalive: true }).catch(
    () => undefined,
  )

const nobody: Present[] = []

const isFinal = (error: CallFailed | null) => error !== null && error.status >= 400 && error.status < 500

/**
 * Reports that this tab has the booking open, or a form that changes it, and returns who else has. Refreshed on every
 * live event about it and, failing those, with each heartbeat; silent while the tab is hidden.
 */
export const usePresence = (id: number, { isEditing = false } = {}) => {
  const client = useClient()
  const queries = useQueryClient()
  useEffect(() => {
    const key = presenceKey(services.get, id)
    enter(id, isEditing)
    if (isEditing) void queries.invalidateQueries({ queryKey: key })
    const goodbye = () => sayGoodbye(client, id)
    window.addEventListener('pagehide', goodbye)
    return () => {
      window.removeEventListener('pagehide', goodbye)
      leave(id, isEditing)
      if (!open.has(id)) goodbye()
      else if (isEditing) void queries.invalidateQueries({ queryKey: key })
    }
  }, [client, queries, id, isEditing])

  const { data, error } = useQuery({
    queryKey: presenceKey(services.get, id),
    queryFn: ({ signal }) =>
      client(services.presence, { params: { id }, body: { tab, isEditing: openOn(id).editing > 0 }, signal }),
    // Stop after a refusal: the answer will not change.
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : heartbeatMs),
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  })
  return error || !data ? nobody : data.people
}
