import type { AuthorizationRow } from '@parada/contract/customer'
import { authorizationStatus } from '@parada/domain/authorization/status'
import { lazy } from '../../kit/lazy.ts'
import type { RowAction, RowActions } from '../../kit/list/declare/row-actions.ts'

const Several = lazy(() => import('./several.tsx'))

const open =
  (what: 'deactivate' | 'prolong'): RowAction<AuthorizationRow>['run'] =>
  (rows, { show, close }) =>
    show(() => <Several what={what} rows={rows} onClose={close} />)

/** The actions on one or several authorizations of the list. */
export const authorizationCommands: RowActions<AuthorizationRow> = {
  actions: [
    {
      id: 'deactivate',
      label: 'sheet.several.deactivate',
      shortcut: 'd',
      forMany: true,
      isFor: ({ status }) => status !== authorizationStatus.inactive,
      run: open('deactivate'),
    },
    { id: 'prolong', label: 'sheet.several.prolong', shortcut: 'p', forMany: true, run: open('prolong') },
  ],
}
