import { authorizations } from '@parada/contract/calls/authorizations'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { authorizationCommands } from './sheet/authorization-commands.tsx'
import { sheetCommand } from './sheet/sheet-command.ts'

export const authorizationList = listScreen({
  title: 'screens.authorizations',
  call: authorizations.list,
  sort: 'id DESC',
  rowActions: authorizationCommands,
  command: sheetCommand,
  columns: (column) => [
    column('id', { width: 90, align: 'start' }),
    column('status', { width: 120 }),
    column('subscriberCode', { width: 120 }),
    column('userNumber', { width: 120 }),
    column('firstName', { width: 140 }),
    column('lastName', { width: 170 }),
    column('expirationDate', { dayOnly: true }),
  ],
})
