import { anyOf } from '@parada/domain/access'
import { z } from 'zod'
import { call, filterBy, listQuery, pageOf } from '../kit.ts'

export const NumberValidation = z.object({
  id: z.number().int(),
  prefixMobileNumber: z.string(),
  mobileNumber: z.string(),
  validationCode: z.string(),
  smsSentResult: z.string(),
  idWhiteLabel: z.number().int(),
  dateCreated: z.number().int(),
  dateValidated: z.number().int().nullable(),
})
export type NumberValidation = z.output<typeof NumberValidation>

export const numberValidations = {
  list: call({
    method: 'GET',
    path: '/numbervalidation/:sd',
    access: anyOf('viewUserByWhitelabel'),
    summary: 'Validations of mobile numbers by SMS code',
    query: listQuery(NumberValidation, {
      id: filterBy.number,
      prefixMobileNumber: filterBy.text,
      mobileNumber: filterBy.text,
      validationCode: filterBy.text,
      smsSentResult: filterBy.text,
      idWhiteLabel: filterBy.number,
      dateCreated: filterBy.time,
      dateValidated: filterBy.time,
    }),
    response: pageOf('validations', NumberValidation),
  }),
}
