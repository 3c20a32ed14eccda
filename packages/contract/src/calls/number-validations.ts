import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { fields, list, number, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const numberValidationFields = fields({
  id: number,
  prefixMobileNumber: text,
  mobileNumber: text,
  validationCode: text,
  smsSentResult: text,
  idWhiteLabel: number,
  dateCreated: time,
  dateValidated: time.nullable,
})
export type NumberValidation = RowOf<typeof numberValidationFields>

const validationList = list({
  path: '/numbervalidation/:sd',
  access: anyOf('viewUserByWhitelabel'),
  summary: 'Validations of mobile numbers by SMS code',
  key: 'validations',
  fields: numberValidationFields,
  export: { title: 'screens.numberValidations' },
})

export const numberValidations = {
  list: validationList,
  export: exportOf(validationList),
}
