import { type MobilityChange, mobility } from '@parada/contract/calls/mobility'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'

// Below the key of the lists: what is open is asked for again whenever a booking changes.
const liveKey = (id: number) => [...listKey(mobility.get), id] as const
const toInvoiceKey = (id: number) => [...listKey(mobility.readToInvoice), id] as const

/** One booking, whatever has become of it. */
export const useBooking = (id: number, mayOpen: boolean) => {
  const client = useClient()
  return useQuery({
    queryKey: liveKey(id),
    queryFn: ({ signal }) => client(mobility.get, { params: { id }, signal }),
    enabled: mayOpen,
    staleTime: 0,
    retry: false,
  })
}

/** One ride that is over. */
export const useRide = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: toInvoiceKey(id),
    queryFn: ({ signal }) => client(mobility.readToInvoice, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Everything about shared vehicles that is on the screen is asked for again. */
export const useReload = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['list', mobility.live.base] })
}

export type Journal = readonly MobilityChange[]
