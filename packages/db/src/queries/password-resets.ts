import type { Tx } from '../open.ts'

export const createPasswordReset = (tx: Tx, tenantId: number, userId: number, tokenHash: Buffer, expiresAt: Date) =>
  tx
    .insertInto('password_reset')
    .values({ tenant_id: tenantId, user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .execute()

const standing = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .selectFrom('password_reset')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

/** Whether the link can still be used. */
export const isResetStanding = async (tx: Tx, tokenHash: Buffer, now: Date) =>
  (await standing(tx, tokenHash, now).executeTakeFirst()) !== undefined

/** Uses a reset up, and with it every other of its user; the user, unless it is unknown, used or too old. */
export const takePasswordReset = async (tx: Tx, tokenHash: Buffer, now: Date) => {
  const found = await standing(tx, tokenHash, now).forUpdate().executeTakeFirst()
  if (!found) return undefined
  await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('user_id', '=', found.user_id)
    .where('used_at', 'is', null)
    .execute()
  return tx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'user_email'])
    .where('id', '=', found.user_id)
    .executeTakeFirst()
}

export const setPassword = (tx: Tx, userId: number, passwordHash: string) =>
  tx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()

export const passwordHashOf = async (tx: Tx, userId: number) =>
  (await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst())?.password_hash
