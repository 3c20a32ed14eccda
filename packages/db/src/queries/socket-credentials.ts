import type { Tx } from '../open.ts'

type NewCredential = { tenantId: number; tokenHash: Buffer; userName: string; secretHash: Buffer; expiresAt: Date }

/** Gives a session its one live credential; the earlier one stops working. */
export const replaceSocketCredential = async (tx: Tx, credential: NewCredential) => {
  const row = { user_name: credential.userName, secret_hash: credential.secretHash, expires_at: credential.expiresAt }
  await tx
    .insertInto('socket_credential')
    .values({ tenant_id: credential.tenantId, token_hash: credential.tokenHash, ...row })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(row))
    .execute()
}
