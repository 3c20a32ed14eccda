import { numberValidations } from '@parada/contract/calls/number-validations'
import type { Handlers } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'

export const numberValidationHandlers: Handlers<typeof numberValidations> = {
  list: listReader(numberValidations.list, {
    table: 'number_validation',
    columns: { idWhiteLabel: 't.tenant_id' },
    isCounted: true,
  }),
}
