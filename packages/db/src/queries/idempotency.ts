import { rowsOf, sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'

export type Once = { tenantId: number; userId: number; key: string; requestHash: Buffer }

/**
 * Claims a key for this transaction; whoever repeats it meanwhile waits for the end. What was answered before comes back
 * with the hash of what was asked then.
 */
export const claimKey = async (tx: Tx, { tenantId, userId, key, requestHash }: Once) => {
  const claimed = await rowsOf(tx, {
    name: 'idempotency_claim',
    text: `insert into idempotent_answer (tenant_id, id_user, key, request_hash) values ($1, $2, $3, $4)
           on conflict do nothing returning 1`,
    values: [tenantId, userId, key, requestHash],
  })
  if (claimed.length > 0) return undefined
  const [earlier] = await rowsOf<{ requestHash: Buffer; answer: unknown }>(tx, {
    text: `select request_hash as "requestHash", answer from idempotent_answer
           where tenant_id = $1 and id_user = $2 and key = $3`,
    values: [tenantId, userId, key],
  })
  return earlier
}

export const keepAnswer = (tx: Tx, { tenantId, userId, key }: Once, answer: unknown) =>
  sendAlong(tx, {
    name: 'idempotency_keep',
    text: 'update idempotent_answer set answer = $4 where tenant_id = $1 and id_user = $2 and key = $3',
    values: [tenantId, userId, key, JSON.stringify(answer ?? null)],
  })
