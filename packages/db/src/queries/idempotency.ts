import { rowsOf, sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'

export type Claim = { tenantId: number; tokenHash: Buffer; key: string; requestHash: Buffer }
export type Once = { tenantId: number; userId: number; key: string }

/**
 * Claims a key of the token's user for this transaction; whoever repeats it meanwhile waits for the end. Says whether it
 * was free. It asks for nothing but the token, so that it travels with the question whose that is.
 */
export const claimKey = async (tx: Tx, { tenantId, tokenHash, key, requestHash }: Claim) => {
  const claimed = await rowsOf(tx, {
    name: 'idempotency_claim',
    text: `insert into idempotent_answer (tenant_id, id_user, key, request_hash)
           select $1, user_id, $3, $4 from session where token_hash = $2
           on conflict do nothing returning 1`,
    values: [tenantId, tokenHash, key, requestHash],
  })
  return claimed.length > 0
}

/** What was answered under the key before, with the hash of what was asked then. */
export const earlierAnswer = async (tx: Tx, { tenantId, userId, key }: Once) => {
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
