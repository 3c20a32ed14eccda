import { type MobilityChange, mobility } from '@parada/contract/calls/mobility'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'

// Under the key of the lists, so that an open record is refetched whenever a booking changes.
const liveKey = (id: number) => [...listKey(mobility.get), id] as const
const toInvoiceKey = (id: number) => [...listKey(mobility.readToInvoice), id] as const

/** One booking, in whatever state. */
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

/** One ride that has ended. */
export const useRide = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: toInvoiceKey(id),
    queryFn: ({ signal }) => client(mobility.readToInvoice, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Refetches everything about shared vehicles that is on screen. */
export const useReload = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['list', mobility.live.base] })
}

export type Journal = readonly MobilityChange[]
