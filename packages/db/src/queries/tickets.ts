import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

/** SQL for the field of a title that is not a plain column; works with and without the alias `t`. */
export const titleColumns = { idPublicTransportSuppliers: 'to_jsonb(id_public_transport_suppliers)' }

/** The names of a title's suppliers; the table is `t`. */
export const titleSuppliers = `(select string_agg(s.name, ', ' order by s.id) from trip_supplier s
  where s.tenant_id = t.tenant_id and s.id = any(t.id_public_transport_suppliers))`

export const transportSuppliers = (tx: Tx, tenantId: number) =>
  rowsOf<{ id: number; transportName: string }>(tx, {
    name: 'transport_suppliers',
    text: `select id, name as "transportName" from trip_supplier where tenant_id = $1 and mode = 'ticket' order by id`,
    values: [tenantId],
  })
