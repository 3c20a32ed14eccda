import type { Tx } from '../open.ts'

export const createPasswordReset = (tx: Tx, tenantId: number, userId: number, tokenHash: Buffer, expiresAt: Date) =>
  tx
    .insertInto('password_reset')
    .values({ tenant_id: tenantId, user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()

/** Uses a reset up; the id of its user, unless it is unknown, used or too old. */
export const takePasswordReset = async (tx: Tx, tokenHash: Buffer, now: Date) => {
  const taken = await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return taken?.user_id
}

export const setPassword = (tx: Tx, userId: number, passwordHash: string) =>
  tx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()

export const passwordHashOf = async (tx: Tx, userId: number) =>
  (await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst())?.password_hash
