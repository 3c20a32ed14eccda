import { required } from '@parada/domain/objects'
import type { Database } from '../database.ts'
import { hashOfKey, newKey } from '../keys.ts'
import { createSession } from '../queries/sessions.ts'
import { demoUsers, type Subdomain, type UserKind } from '../seed/demo-users.ts'
import { demoTenants } from '../seed/tenants.ts'

type Rest = { subdomain?: Subdomain; now?: Date; longestMs?: number }

/**
 * The token of a session created directly in the database: checking a password takes as long as twenty calls, and has
 * tests of its own.
 */
export const startSession = async (
  { inTenant }: Pick<Database, 'inTenant'>,
  kind: UserKind,
  { subdomain = 'demo', now = new Date(), longestMs }: Rest = {},
) => {
  const { email, prefix, mobile } = required(demoUsers.find((one) => one.kind === kind && one.subdomain === subdomain))
  const tenant = required(demoTenants.find((one) => one.subdomain === subdomain))
  const token = newKey()
  await inTenant(tenant.id, async (tx) => {
    const { id } = await tx
      .selectFrom('app_user')
      .select('id')
      .where('user_email', 'is not distinct from', email)
      .where('prefix_mobile_number', 'is not distinct from', prefix)
      .where('mobile_number', 'is not distinct from', mobile)
      .executeTakeFirstOrThrow()
    await createSession(tx, tenant.id, id, hashOfKey(token), now, longestMs)
  })
  return token
}
