import { rowsOf, sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'

export type Claim = { tenantId: number; tokenHash: Buffer; key: string }
export type Once = { tenantId: number; userId: number; key: string; requestHash: Buffer }

/**
 * Claims a key for this transaction; others that repeat it wait until the transaction ends. Returns an earlier answer
 * under the key, with the hash of its request. It needs only the token, so that it travels with the query for the
 * token's user.
 */
export const claimKey = async (tx: Tx, { tenantId, tokenHash, key }: Claim) => {
  const [earlier] = await rowsOf<{ requestHash: Buffer; answer: unknown }>(tx, {
    name: 'idempotency_claim',
    text: 'select request_hash as "requestHash", answer from claim_key($1, $2, $3)',
    values: [tenantId, tokenHash, key],
  })
  return earlier
}

export const keepAnswer = (tx: Tx, { tenantId, userId, key, requestHash }: Once, answer: unknown) =>
  sendAlong(tx, {
    name: 'idempotency_keep',
    text: `insert into idempotent_answer (tenant_id, id_user, key, request_hash, answer) values ($1, $2, $3, $4, $5)`,
    values: [tenantId, userId, key, requestHash, JSON.stringify(answer ?? null)],
  })
