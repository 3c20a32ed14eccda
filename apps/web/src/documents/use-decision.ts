import { documents, type IdentityDocument } from '@parada/contract/calls/documents'
import type { DocumentStatus } from '@parada/domain/document/document'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { undoToast } from '../kit/undo.tsx'
import { documentQuery } from './document-record.ts'

type Options = {
  keep: (document: IdentityDocument, before: IdentityDocument) => void
  onUndone: (id: number) => void
}

/** Saves a decision while the next document is reviewed, and offers to undo it for 5 s. */
export const useDecision = ({ keep, onUndone }: Options) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const underWay = useRef(new Set<number>())

  /** Applies the decision optimistically, and reverts it if the request fails. */
  const save = async (before: IdentityDocument, status: DocumentStatus) => {
    const hoped = { ...before, status }
    keep(hoped, before)
    try {
      const { document } = await client(documents.update, { body: hoped })
      keep(document, hoped)
      queries.setQueryData(documentQuery(client, document.id).queryKey, (known) => known && { ...known, document })
      return document
    } catch (cause) {
      keep(before, hoped)
      throw cause
    } finally {
      // Refetched because only the server knows who decided.
      void queries.invalidateQueries({ queryKey: ['document', before.id] })
      void queries.invalidateQueries({ queryKey: listKey(documents.list) })
    }
  }

  return async (before: IdentityDocument, status: DocumentStatus) => {
    if (underWay.current.has(before.id)) return
    underWay.current.add(before.id)
    const since = Date.now()
    const name = t('document.title', { type: t(`codes.documentType.${before.type}`), id: before.id })
    const saving = save(before, status)
    // Offered before the response, so that Ctrl+Z right after the key undoes this decision and not the previous one.
    const takeBack = undoToast({
      message: t('document.updated'),
      detail: `${name}: ${t(`codes.documentStatus.${status}`)}`,
      since,
      // Undo is an ordinary decision back, so it reports a conflict if somebody else has decided in between.
      undo: async () => save(await saving, before.status),
      onUndone: () => onUndone(before.id),
    })
    try {
      await saving
    } catch (cause) {
      takeBack()
      failedToast(t('document.notSaved', { document: name }), toFailure(cause).message)
    } finally {
      underWay.current.delete(before.id)
    }
  }
}
