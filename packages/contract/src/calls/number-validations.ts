import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { fields, list, number, text, time } from '../list.ts'

export const numberValidationFields = fields({
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

export const numberValidations = {
  list: list({
    path: '/numbervalidation/:sd',
    access: anyOf('viewUserByWhitelabel'),
    summary: 'Validations of mobile numbers by SMS code',
    key: 'validations',
    fields: numberValidationFields,
  }),
}
