import type { ListFields, RowOf } from '@parada/domain/list/fields'
import { required } from '@parada/domain/objects'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'
import { type Columns, selectOf, sqlOf, storedAs } from './columns.ts'

type Source<F extends ListFields> = { table: string; columns?: Columns<F> }

/**
 * Reads and writes single records of the fields that the contract declares. Callers check rules and permissions first.
 */
export const recordsOf = <F extends ListFields>(fields: F, { table, columns }: Source<F>) => {
  type Row = RowOf<F>
  const sql = sqlOf(fields, columns)
  const select = selectOf(fields, sql)

  const written = (record: object) => {
    const members = Object.entries(record).filter(([name, value]) => name !== 'id' && value !== undefined)
    return {
      columns: members.map(([name]) => sql.get(name)),
      values: members.map(([name, value]) => storedAs(required(fields[name], `The field ${name}`), value)),
    }
  }

  return {
    select,

    /** One record; with `lock`, locked until the transaction ends. */
    read: async (tx: Tx, tenantId: number, id: number, { lock = false } = {}): Promise<Row | undefined> => {
      const [found] = await rowsOf<Row>(tx, {
        text: `select ${select} from ${table} where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
        values: [tenantId, id],
      })
      return found
    },

    /** The id of the new record; undefined if another record has its key. */
    insert: async (tx: Tx, tenantId: number, record: Omit<Row, 'id'>): Promise<number | undefined> => {
      const { columns, values } = written(record)
      const [made] = await rowsOf<{ id: number }>(tx, {
        text: `insert into ${table} (tenant_id, ${columns.join(', ')})
               values ($1, ${values.map((_, index) => `$${index + 2}`).join(', ')}) on conflict do nothing returning id`,
        values: [tenantId, ...values],
      })
      return made?.id
    },

    /** False if there is no such record. */
    update: async (tx: Tx, tenantId: number, id: number, change: Partial<Row>) => {
      const { columns, values } = written(change)
      const changed = await rowsOf(tx, {
        text: `update ${table} set ${columns.map((column, index) => `${column} = $${index + 3}`).join(', ')}
               where tenant_id = $1 and id = $2 returning id`,
        values: [tenantId, id, ...values],
      })
      return changed.length > 0
    },

    remove: async (tx: Tx, tenantId: number, id: number) => {
      const removed = await rowsOf(tx, {
        text: `delete from ${table} where tenant_id = $1 and id = $2 returning id`,
        values: [tenantId, id],
      })
      return removed.length > 0
    },
  }
}
