import { invoicing, type Service } from '@parada/contract/calls/invoicing'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import { invoicingStatus } from '@parada/domain/booking/invoicing'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { lazy } from '../kit/lazy.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import type { RowAction, RowActions } from '../kit/list/declare/row-actions.ts'
import { toast } from '../kit/toast.tsx'
import type { BooksKnown } from './books-known.ts'

const ModificationModal = lazy(() => import('./modification.tsx'))
const CancelServiceModal = lazy(() => import('./cancel-service.tsx'))

/** Refetches every list that may hold the service. */
export const useReloadServices = () => {
  const queries = useQueryClient()
  return () => {
    for (const call of [invoicing.toInvoice, invoicing.historic, invoicing.cancelled])
      void queries.invalidateQueries({ queryKey: listKey(call) })
  }
}

const useTools = () => ({ t: useTranslation().t, client: useClient(), reload: useReloadServices() })
type Tools = ReturnType<typeof useTools>
type Action = RowAction<Service, BooksKnown, Tools>

const mayInvoice = ({ idSupplier }: Service, { grants }: BooksKnown) => {
  const fleets = grants ? fleetsWithRight(grants, 'invoice') : new Set<number>()
  return fleets === 'all' || (idSupplier !== null && fleets.has(idSupplier))
}
const isOpen = ({ statusInvoicing }: Service) => statusInvoicing !== invoicingStatus.invoiced

/** Opens a change request for a free service, and removes the request of any other (L-033). */
const modify: Action['run'] = async ([row], { tools: { t, client, reload }, show, close }) => {
  if (!row) return
  if (row.statusInvoicing === invoicingStatus.free) return show(() => <ModificationModal row={row} onClose={close} />)
  try {
    await client(invoicing.update, { params: { id: row.id }, body: { version: row.version, statusInvoicing: 1 } })
    toast(t('service.requestRemoved'), t('service.which', { id: row.id }))
    reload()
  } catch (problem) {
    failedToast(toFailure(problem).message)
  }
}

const receipt: Action['run'] = async ([row], { tools: { t, client } }) => {
  if (!row) return
  toast(t('service.sendingReceipt'))
  try {
    const { receipt: sent } = await client(invoicing.receipt, { params: { id: row.id } })
    toast(t('service.receiptSent'), sent.recipient)
  } catch (problem) {
    failedToast(toFailure(problem).message)
  }
}

export const serviceActions: RowActions<Service, BooksKnown, Tools> = {
  use: useTools,
  actions: [
    {
      id: 'modify',
      label: 'service.modify',
      shortcut: 'm',
      isFor: (row, known) => mayInvoice(row, known) && isOpen(row),
      run: modify,
    },
    { id: 'receipt', label: 'service.receipt', shortcut: 's', isFor: mayInvoice, run: receipt },
    {
      id: 'cancel',
      label: 'service.cancel',
      shortcut: 'x',
      isFor: (row, known) => mayInvoice(row, known) && isOpen(row),
      run: ([row], { show, close }) => row && show(() => <CancelServiceModal row={row} onClose={close} />),
    },
  ],
}
