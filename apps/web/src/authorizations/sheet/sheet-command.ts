import { lazy } from '../../kit/lazy.ts'
import type { ListCommand } from '../../kit/list/declare/list-types.ts'

/** Opens the sheet import from the toolbar of the list. */
export const sheetCommand: ListCommand = {
  label: 'sheet.add',
  shortcut: 'i',
  isFor: () => true,
  modal: lazy(() => import('./sheet-import.tsx')),
}
