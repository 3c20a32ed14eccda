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

/** The user whose reset it is, unless the link is unknown, used or expired. Setting the password uses it up. */
export const takePasswordReset = async (tx: Tx, tokenHash: Buffer, now: Date) => {
  const found = await standing(tx, tokenHash, now).forUpdate().executeTakeFirst()
  if (!found) return undefined
  return tx
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'user_email'])
    .where('id', '=', found.user_id)
    .executeTakeFirst()
}

/** Sets a password and invalidates every reset link mailed before. */
export const setPassword = async (tx: Tx, userId: number, passwordHash: string, now: Date) => {
  await tx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await tx
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export const passwordOwner = (tx: Tx, userId: number) =>
  tx
    .selectFrom('app_user')
    .select(['first_name', 'user_email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
