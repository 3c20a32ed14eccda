import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

/** Whether a number, in any of its spellings, belongs to another caller. */
export const isNumberTaken = async (tx: Tx, tenantId: number, spellings: readonly string[], idCaller = 0) => {
  const [taken] = await rowsOf(tx, {
    text: 'select 1 from caller where tenant_id = $1 and phone_number = any($2::text[]) and id <> $3 limit 1',
    values: [tenantId, spellings, idCaller],
  })
  return taken !== undefined
}

/** Whether the caller has the number, in one of its spellings. */
export const hasNumber = async (tx: Tx, tenantId: number, idCaller: number, spellings: readonly string[]) => {
  const [found] = await rowsOf(tx, {
    text: 'select 1 from caller where tenant_id = $1 and id = $2 and phone_number = any($3::text[])',
    values: [tenantId, idCaller, spellings],
  })
  return found !== undefined
}
