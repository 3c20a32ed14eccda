import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

/** Whoever keeps or removes an image holds its lock, so that none is removed while another document is given it. */
export const lockImage = (tx: Tx, tenantId: number, hash: string) =>
  rowsOf(tx, { text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`${tenantId} ${hash}`] })

export const isImageUsed = async (tx: Tx, tenantId: number, hash: string) => {
  const [found] = await rowsOf<{ isUsed: boolean }>(tx, {
    text: `select exists (select from identity_document where tenant_id = $1 and image_front = $2)
             or exists (select from identity_document where tenant_id = $1 and image_back = $2) as "isUsed"`,
    values: [tenantId, hash],
  })
  return found?.isUsed ?? false
}
