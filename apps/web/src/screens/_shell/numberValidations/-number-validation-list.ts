import { numberValidations } from '@parada/contract/calls/number-validations'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'

export const numberValidationList = listScreen({
  title: 'screens.numberValidations',
  emptyText: 'list.empty.numberValidations',
  call: numberValidations.list,
  columns: (column) => [
    column('id'),
    column('prefixMobileNumber', { width: 100 }),
    column('mobileNumber', { width: 140 }),
    column('validationCode', { width: 120 }),
    column('smsSentResult', { width: 180 }),
    column('idWhiteLabel', { width: 110 }),
    column('dateCreated'),
    column('dateValidated'),
  ],
})
