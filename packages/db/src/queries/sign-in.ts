import { afterFailure, type Failures } from '@parada/domain/sign-in-delay'
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

/** The member of staff of an e-mail or of a mobile written `prefix;number`, if any. */
export const findUserByIdentifier = (tx: Tx, identifier: string) => {
  const [prefix, number] = identifier.split(';')
  const users = tx
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'status', 'first_name', 'user_email'])
    .where('is_customer', '=', false)
  return number === undefined
    ? users.where((where) => where(where.fn('lower', ['user_email']), '=', identifier.toLowerCase())).executeTakeFirst()
    : users
        .where('prefix_mobile_number', '=', prefix ?? '')
        .where('mobile_number', '=', number)
        .executeTakeFirst()
}

export const permissionsOf = (tx: Tx, userId: number) =>
  tx.selectFrom('user_permission').select(['key1', 'value']).where('user_id', '=', userId).orderBy('key1').execute()

export const readFailures = async (tx: Tx, subject: Buffer): Promise<Failures | undefined> => {
  const found = await tx
    .selectFrom('sign_in_failure')
    .select(['failures', 'last_failed_at'])
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found && { count: found.failures, last: found.last_failed_at.getTime() }
}

/** Counts one more failure. Attempts made at once wait for each other here, or they would all count as one. */
export const addFailure = async (tx: Tx, tenantId: number, subject: Buffer, now: Date) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject.toString('hex')}, ${tenantId}))`.execute(tx)
  const { count, last } = afterFailure(await readFailures(tx, subject), now.getTime())
  const row = { failures: count, last_failed_at: new Date(last) }
  await tx
    .insertInto('sign_in_failure')
    .values({ tenant_id: tenantId, subject, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'subject']).doUpdateSet(row))
    .execute()
}

export const forgetFailures = (tx: Tx, subject: Buffer) =>
  tx.deleteFrom('sign_in_failure').where('subject', '=', subject).execute()
