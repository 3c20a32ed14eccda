import { type FinishedBooking, finishedBookings } from '@parada/contract/calls/finished-bookings'
import { services } from '@parada/contract/calls/services'
import { mayUseFleet } from '@parada/domain/access/values'
import { useQueryClient } from '@tanstack/react-query'
import { toFailure, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { lazy } from '../kit/lazy.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import type { RowAction, RowActions } from '../kit/list/declare/row-actions.ts'
import type { BooksKnown } from './books-known.ts'

const EditModal = lazy(() => import('../booking/actions/edit.tsx'))

const useTools = () => {
  const queries = useQueryClient()
  return {
    client: useClient(),
    reload: () => void queries.invalidateQueries({ queryKey: listKey(finishedBookings.list) }),
  }
}
type Tools = ReturnType<typeof useTools>

/** Loads the whole current booking first, since the row may be partial or stale. */
const edit: RowAction<FinishedBooking, BooksKnown, Tools>['run'] = async ([row], { tools, show, close }) => {
  if (!row) return
  try {
    const { booking } = await tools.client(services.get, { params: { id: row.id } })
    const done = (answer?: unknown) => {
      close()
      if (answer) tools.reload()
    }
    show(() => <EditModal booking={booking} onClose={done} />)
  } catch (problem) {
    failedToast(toFailure(problem).message)
  }
}

export const editFinished: RowActions<FinishedBooking, BooksKnown, Tools> = {
  use: useTools,
  actions: [
    {
      id: 'edit',
      label: 'finished.edit',
      shortcut: 'e',
      isFor: ({ idSupplier }, { grants }) =>
        grants !== undefined && mayUseFleet(grants, 'editServiceDeadByFleet', idSupplier),
      run: edit,
    },
  ],
}
