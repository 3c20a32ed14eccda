import { numberValidations } from '@parada/contract/calls/number-validations'
import { createFileRoute } from '@tanstack/react-router'
import { listScreen } from '../../kit/list/list-screen.ts'

export const Route = createFileRoute('/_shell/numberValidations')(
  listScreen({
    title: 'screens.numberValidations',
    menu: { group: 'settings', order: 30, icon: 'validations' },
    call: numberValidations.list,
    columns: (column) => [
      column.number('id', { filter: true }),
      column.text('prefixMobileNumber', { filter: true, width: 100 }),
      column.text('mobileNumber', { filter: true, width: 140 }),
      column.text('validationCode', { filter: true, width: 120 }),
      column.text('smsSentResult', { filter: true, width: 180 }),
      column.number('idWhiteLabel', { filter: true, width: 110 }),
      column.time('dateCreated', { filter: true }),
      column.time('dateValidated', { filter: true }),
    ],
  }),
)
