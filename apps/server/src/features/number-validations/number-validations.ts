import { numberValidations } from '@parada/contract/calls/number-validations'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'

const list = listReader(numberValidations.list, {
  table: 'number_validation',
  columns: { idWhiteLabel: 't.tenant_id' },
  isCounted: true,
})

export const numberValidationHandlers: Handlers<typeof numberValidations> = {
  list,
  export: listExport(numberValidations.export, list),
}
