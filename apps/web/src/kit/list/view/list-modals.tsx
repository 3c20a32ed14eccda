import { Suspense } from 'react'
import { narrowing } from '../data/request.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import type { ListState } from '../state/list-state.ts'

type Props = {
  list: ListDefinition
  state: ListState
  row: AnyRow | undefined
  isCommanded: boolean
  isCreating: boolean
  onRowClose: () => void
  onCommandClose: () => void
  onCreateClose: () => void
}

/** The modals over the list: a row, the list's command, or a new record. */
export const ListModals = ({ list, state, row, isCommanded, isCreating, ...on }: Props) => {
  const RowModal = list.rowModal
  const CommandModal = list.command?.modal
  const CreateModal = list.create?.modal
  return (
    <Suspense>
      {RowModal && row && <RowModal row={row} onClose={on.onRowClose} />}
      {CommandModal && isCommanded && (
        <CommandModal view={state.view} query={narrowing(list, state, Date.now())} onClose={on.onCommandClose} />
      )}
      {CreateModal && isCreating && <CreateModal onClose={on.onCreateClose} />}
    </Suspense>
  )
}
