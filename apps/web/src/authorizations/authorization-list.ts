import { authorizations } from '@parada/contract/calls/authorizations'
import { authorizationStatus } from '@parada/domain/authorization/status'
import { bookingProblem } from '@parada/domain/authorization/validity'
import { authorizationViews } from '@parada/domain/authorization/views'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { authorizationCommands } from './sheet/authorization-commands.tsx'
import { sheetCommand } from './sheet/sheet-command.ts'

const hidden = { hidden: true }

export const authorizationList = listScreen({
  title: 'screens.authorizations',
  emptyText: 'list.empty.authorizations',
  call: authorizations.list,
  countsCall: authorizations.counts,
  views: authorizationViews.map((key) => ({ key, label: `authorization.views.${key}` })),
  pageSizes: [10, 20, 50, 100, 200],
  pageSize: 10,
  filterDelay: 750,
  sort: 'id DESC',
  createAt: { label: 'authorization.new', to: '/authorizations/new' },
  // Flags active authorizations that nobody can book under.
  tone: (row) =>
    row.status === authorizationStatus.active && bookingProblem(row, Date.now())
      ? { tone: 'warning', sign: '!' }
      : undefined,
  openRow: ({ id }) => ({ to: '/authorizations/all/$id', params: { id: String(id) }, search: true }),
  rowActions: authorizationCommands,
  command: sheetCommand,
  columns: (column) => [
    column('id', { width: 90, align: 'start' }),
    column('status', { width: 120 }),
    column('subscriberCode', { width: 154 }),
    column('userNumber', { width: 154 }),
    column('firstName', { width: 140 }),
    column('lastName', { width: 170 }),
    column('mobileNumber', { width: 150 }),
    column('userEmail', { width: 220 }),
    column('expirationDate', { dayOnly: true }),
    column('availableTimesLeft', { width: 110 }),
    column('countServices', { width: 110 }),
    column('idPaymentAccount', { width: 90, align: 'start' }),
    column('validFromDate', { hidden: true, dayOnly: true }),
    column('phoneNumber', hidden),
    column('notificationCCEmail', hidden),
    column('superiorEmail', hidden),
    column('authorizationAlias', hidden),
    column('locale', hidden),
    column('idUser', hidden),
    column('commentsForOperator', hidden),
    column('commentsForDriver', hidden),
    column('idTravelGroup', hidden),
    column('idDispatchGroup', hidden),
    column('authorizationGroupId', hidden),
    column('authorizationType', hidden),
    column('paymentMethodType', hidden),
    column('dateCreated', hidden),
    column('lastChange', hidden),
    column('authorizationBreak1', hidden),
    column('authorizationBreak2', hidden),
    column('authorizationBreak3', hidden),
    column('authorizationBreak4', hidden),
    column('authorizationBreak5', hidden),
    column('authorizationBreak6', hidden),
    column('authorizationBreak7', hidden),
    column('authorizationBreak8', hidden),
    column('authorizationBreak9', hidden),
    column('authorizationBreak10', hidden),
  ],
})
