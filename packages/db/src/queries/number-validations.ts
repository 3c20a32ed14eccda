import { listOf } from '../list.ts'

export const numberValidationList = listOf<{
  id: number
  prefixMobileNumber: string
  mobileNumber: string
  validationCode: string
  smsSentResult: string
  idWhiteLabel: number
  dateCreated: number
  dateValidated: number | null
}>({
  table: 'number_validation',
  columns: {
    id: { column: 'id', kind: 'number' },
    prefixMobileNumber: { column: 'prefix_mobile_number', kind: 'text' },
    mobileNumber: { column: 'mobile_number', kind: 'text' },
    validationCode: { column: 'validation_code', kind: 'text' },
    smsSentResult: { column: 'sms_sent_result', kind: 'text' },
    idWhiteLabel: { column: 'tenant_id', kind: 'number' },
    dateCreated: { column: 'date_created', kind: 'time' },
    dateValidated: { column: 'date_validated', kind: 'time' },
  },
  orderBy: 'id ASC',
  isCounted: true,
})
