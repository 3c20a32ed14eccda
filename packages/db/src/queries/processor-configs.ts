import { required } from '@parada/domain/objects'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

export type ProcessorConfigRow = {
  id: number
  idPaymentAccount: number
  name: string
  activeForm: boolean
  enableCachet: boolean
}
export type ProcessorDataConfig = { id: number; name: string; value: string; enforce: number }
export type ProcessorConfig = ProcessorConfigRow & { dataConfigs: ProcessorDataConfig[] }

const selected = `p.id, p.id_payment_account as "idPaymentAccount", p.name, p.active_form as "activeForm",
  p.enable_cachet as "enableCachet",
  coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'value', d.value, 'enforce', d.enforce)
    order by d.id) from processor_data_config d
    where d.tenant_id = p.tenant_id and d.id_processor_config = p.id), '[]') as "dataConfigs"`

const one = async (tx: Tx, where: string, values: readonly unknown[]) => {
  const [row] = await rowsOf<ProcessorConfig>(tx, {
    text: `select ${selected} from processor_config p where p.tenant_id = $1 and ${where}`,
    values,
  })
  return row
}

export const readProcessorConfig = (tx: Tx, tenantId: number, id: number) => one(tx, 'p.id = $2', [tenantId, id])

export const activeProcessorConfig = (tx: Tx, tenantId: number, idPaymentAccount: number) =>
  one(tx, 'p.id_payment_account = $2 and p.active_form order by p.id limit 1', [tenantId, idPaymentAccount])

export const isPaymentAccount = async (tx: Tx, tenantId: number, id: number) => {
  const [known] = await rowsOf(tx, {
    text: 'select 1 from payment_account where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  })
  return known !== undefined
}

type NewDataConfig = Omit<ProcessorDataConfig, 'id'>

export const insertDataConfig = async (tx: Tx, tenantId: number, idConfig: number, values: NewDataConfig) => {
  const [made] = await rowsOf<ProcessorDataConfig>(tx, {
    text: `insert into processor_data_config (tenant_id, id_processor_config, name, value, enforce)
           values ($1, $2, $3, $4, $5) returning id, name, value, enforce`,
    values: [tenantId, idConfig, values.name, values.value, values.enforce],
  })
  return required(made)
}

export const updateDataConfig = async (tx: Tx, tenantId: number, idConfig: number, values: ProcessorDataConfig) => {
  const [changed] = await rowsOf<ProcessorDataConfig>(tx, {
    text: `update processor_data_config set name = $4, value = $5, enforce = $6
           where tenant_id = $1 and id_processor_config = $2 and id = $3 returning id, name, value, enforce`,
    values: [tenantId, idConfig, values.id, values.name, values.value, values.enforce],
  })
  return changed
}

/** False if there was none to delete. */
export const deleteDataConfig = async (tx: Tx, tenantId: number, idConfig: number, id: number) => {
  const rows = await rowsOf(tx, {
    text: 'delete from processor_data_config where tenant_id = $1 and id_processor_config = $2 and id = $3 returning id',
    values: [tenantId, idConfig, id],
  })
  return rows.length > 0
}
