import { ticketTitles } from '@parada/contract/calls/ticket-titles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useClient } from '../kit/client.ts'
import { log } from '../kit/log.ts'
import type { SupplierNames } from './title-words.ts'

/**
 * Public transport suppliers by name. The screen also works with their numbers, so a failure is only logged (O3-05).
 */
export const useSupplierNames = () => {
  const client = useClient()
  const { data, error, isPending } = useQuery({
    queryKey: [ticketTitles.suppliers.path],
    queryFn: ({ signal }) => client(ticketTitles.suppliers, { signal }),
    retry: false,
  })
  useEffect(() => {
    if (error) log('Error getting supplier list', error)
  }, [error])
  const names: SupplierNames = useMemo(
    () => new Map(data?.transportSuppliers.map(({ id, transportName }) => [id, transportName])),
    [data],
  )
  return { names, isPending }
}
