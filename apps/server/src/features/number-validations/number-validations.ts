import type { numberValidations } from '@parada/contract/calls/number-validations'
import { numberValidationList } from '@parada/db/queries/number-validations'
import type { Handlers } from '../../http/context.ts'

export const numberValidationHandlers: Handlers<typeof numberValidations> = {
  list: async ({ tx, tenant, query }) => numberValidationList.page(tx, tenant.id, query),
}
