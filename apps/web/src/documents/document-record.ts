import { documents, type IdentityDocument } from '@parada/contract/calls/documents'
import { mayUseId } from '@parada/domain/access/values'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../kit/client.ts'
import { useSessionState } from '../session/use-session.ts'

/** One document with its user. Stays fresh for a while, so that opening a preloaded one sends no second request. */
export const documentQuery = (client: Client, id: number) =>
  queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => client(documents.read, { params: { id }, signal }),
    staleTime: 30_000,
    gcTime: 120_000,
  })

/** Users without this right can only view the document (O3-31). */
export const useMayDecide = (document: Pick<IdentityDocument, 'idWhiteLabel'> | undefined) => {
  const grants = useSessionState((state) => state.grants)
  return grants !== undefined && mayUseId(grants, 'editDocumentsByWhiteLabel', document?.idWhiteLabel)
}
