import { type MobilityChange, mobility } from '@parada/contract/calls/mobility'
import type { Grants } from '@parada/domain/access/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailed, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { useSessionState } from '../session/use-session.ts'

/** What a rule says of the reader; undefined before anything is known of them. */
export const useFromGrants = <T>(rule: (grants: Grants) => T): T | undefined => {
  const grants = useSessionState((state) => state.grants)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rule says the same of the same grants
  return useMemo(() => grants && rule(grants), [grants])
}

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

/** Nothing but failure: the status text is shown, and the list (O3-58). */
export const useReturnOn = (error: CallFailed | null, list: '/mobility/dashboard' | '/mobility/mobilitytoinvoice') => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    failedToast(t('mobility.failed'), error.http?.statusText || error.message)
    void navigate({ to: list, replace: true })
  }, [error, list, navigate, t])
}

export type Journal = readonly MobilityChange[]
