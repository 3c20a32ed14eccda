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

/** Gives a document its status while the next one is looked at, with 5 s to take it back. */
export const useDecision = ({ keep, onUndone }: Options) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const underWay = useRef(new Set<number>())

  /** Counts as done at once, and no longer where it fails. */
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
      // Who decided is told by the server alone.
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
    // Offered at once: Ctrl Z right after the key must mean this decision, and not the one before.
    const takeBack = undoToast({
      message: t('document.updated'),
      detail: `${name}: ${t(`codes.documentStatus.${status}`)}`,
      since,
      // A plain decision back, which says so where somebody else has decided meanwhile.
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
