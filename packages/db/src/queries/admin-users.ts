import type { PermissionEntry } from '@parada/domain/access/permissions'
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

type NewUser = {
  firstName: string
  lastName: string
  email: string | undefined
  prefix: string | undefined
  mobile: string | undefined
  passwordHash: string
}

/** The new user's id; undefined if the email or the mobile number is taken. */
export const createUser = async (tx: Tx, tenantId: number, user: NewUser) => {
  const made = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      first_name: user.firstName,
      last_name: user.lastName,
      user_email: user.email ?? null,
      prefix_mobile_number: user.prefix ?? null,
      mobile_number: user.mobile ?? null,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export const listUsers = (tx: Tx) =>
  tx
    .selectFrom('app_user as u')
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.user_email as email',
      'u.prefix_mobile_number as prefix',
      'u.mobile_number as mobile',
      'u.status',
      sql<number>`(select count(*)::int from user_permission p where p.tenant_id = u.tenant_id and p.user_id = u.id)`.as(
        'permissions',
      ),
    ])
    .where('u.is_customer', '=', false)
    .orderBy('u.id')
    .execute()

export const setUserStatus = (tx: Tx, userId: number, status: number) =>
  tx.updateTable('app_user').set({ status }).where('id', '=', userId).execute()

/** Deletes a user's password resets, so that mailed links stop working. */
export const deletePasswordResetsOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()

export const grantPermissions = async (tx: Tx, tenantId: number, userId: number, entries: PermissionEntry[]) => {
  if (entries.length === 0) return
  await tx
    .insertInto('user_permission')
    .values(entries.map(({ key1, value }) => ({ tenant_id: tenantId, user_id: userId, key1, value })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'key1']).doUpdateSet((set) => ({ value: set.ref('excluded.value') })),
    )
    .execute()
}

/** Revokes the named permissions, or all of them. */
export const revokePermissions = (tx: Tx, userId: number, keys: 'all' | string[]) => {
  const held = tx.deleteFrom('user_permission').where('user_id', '=', userId)
  return (keys === 'all' ? held : held.where('key1', 'in', keys)).execute()
}
