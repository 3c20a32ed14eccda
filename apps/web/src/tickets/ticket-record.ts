import { type TicketRow, tickets } from '@parada/contract/calls/tickets'
import type { Grants } from '@parada/domain/access/permissions'
import { mayUseId } from '@parada/domain/access/values'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toFailure, useClient } from '../kit/client.ts'
import { fileNameIn, saveFile, useDownload } from '../kit/download.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { useSessionState } from '../session/use-session.ts'

/** What the list knows about the signed-in user. */
export type TicketsKnown = { grants: Grants | undefined }

export const useTicketsKnown = (): TicketsKnown => {
  const grants = useSessionState((state) => state.grants)
  return useMemo(() => ({ grants }), [grants])
}

export const mayOpenTicket = (
  grants: Grants | undefined,
  { idPublicTransportSupplier }: Pick<TicketRow, 'idPublicTransportSupplier'>,
) => grants !== undefined && mayUseId(grants, 'viewTicketToInvoiceBySupplier', idPublicTransportSupplier)

/** Under the key of the list, so that a change to a ticket also refetches its detail. */
const partKey = (part: string, id: number) => [...listKey(tickets.list), part, id] as const

export const useTicket = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: partKey('detail', id),
    queryFn: ({ signal }) => client(tickets.read, { params: { id }, signal }),
  })
}

export const useTicketJournal = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: partKey('journal', id),
    queryFn: ({ signal }) => client(tickets.journal, { params: { id }, signal }),
  })
}

/** Saves a ticket under the name in the response, or else under its locator. */
export const useTicketPdf = () => {
  const download = useDownload()
  return async ({ id, locator }: Pick<TicketRow, 'id' | 'locator'>) => {
    try {
      const file = await download?.(tickets.pdf, { params: { id } })
      if (file) saveFile(file.data, fileNameIn(file.disposition) ?? `${locator}.pdf`)
    } catch (cause) {
      failedToast(toFailure(cause).message)
    }
  }
}
