import { afterFailure, blockedFor, type Failures } from '@parada/domain/sign-in-delay'
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

/** The staff user with a canonical identifier: an email in lower case, or a mobile number written `prefix;number`. */
export const findUserByIdentifier = (tx: Tx, identifier: string) => {
  const [prefix, number] = identifier.split(';')
  const users = tx
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'status', 'first_name', 'last_name', 'user_email'])
    .where('is_customer', '=', false)
  return number === undefined
    ? users.where((where) => where(where.fn('lower', ['user_email']), '=', identifier)).executeTakeFirst()
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

const lockOf = (tenantId: number, subject: Buffer) => sql`hashtextextended(${subject.toString('hex')}, ${tenantId})`

/** Attempts for the same subject wait for each other here; made at once, they would all count as one. */
const lockSubject = (tx: Tx, tenantId: number, subject: Buffer) =>
  sql`select pg_advisory_xact_lock(${lockOf(tenantId, subject)})`.execute(tx)

/** Subjects are always locked in one order, so that transactions cannot deadlock. */
const inOrder = Buffer.compare

/** Locks the subject until the transaction ends; false if somebody else is trying it at this moment. */
export const lockIfAlone = async (tx: Tx, tenantId: number, subject: Buffer) => {
  const { rows } = await sql<{
    alone: boolean
  }>`select pg_try_advisory_xact_lock(${lockOf(tenantId, subject)}) as alone`.execute(tx)
  return rows[0]?.alone === true
}

/** Counts one more failure. */
export const addFailure = async (tx: Tx, tenantId: number, subject: Buffer, now: Date) => {
  await lockSubject(tx, tenantId, subject)
  const { count, last } = afterFailure(await readFailures(tx, subject), now.getTime())
  const row = { failures: count, last_failed_at: new Date(last) }
  await tx
    .insertInto('sign_in_failure')
    .values({ tenant_id: tenantId, subject, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'subject']).doUpdateSet(row))
    .execute()
}

/** A subject that may fail `free` times before failures count; the first few counted ones cost no delay either. */
type FailureCount = { subject: Buffer; free: number }

/**
 * Counts a try as a failure for every subject before its outcome is known, and returns 0. While a subject is blocked it
 * counts nothing, and returns the milliseconds to wait.
 */
export const takeTry = async (tx: Tx, tenantId: number, counted: readonly FailureCount[], now: Date) => {
  const sorted = counted.toSorted((one, other) => inOrder(one.subject, other.subject))
  let wait = 0
  for (const { subject, free } of sorted) {
    await lockSubject(tx, tenantId, subject)
    const failures = await readFailures(tx, subject)
    wait = Math.max(wait, blockedFor(failures && { ...failures, count: failures.count - free }, now.getTime()))
  }
  if (wait === 0) for (const { subject } of sorted) await addFailure(tx, tenantId, subject, now)
  return wait
}

/** Settles a try that did not fail: one failure less for `giveBack`, and none left for `forget`. */
export const endTry = async (
  tx: Tx,
  tenantId: number,
  { giveBack, forget = [] }: { giveBack: readonly Buffer[]; forget?: readonly Buffer[] },
) => {
  for (const subject of [...giveBack, ...forget].sort(inOrder)) {
    await lockSubject(tx, tenantId, subject)
    if (forget.includes(subject)) await forgetFailures(tx, subject)
    else await giveTryBack(tx, subject)
  }
}

const giveTryBack = (tx: Tx, subject: Buffer) =>
  tx
    .updateTable('sign_in_failure')
    .set((set) => ({ failures: set('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()

export const forgetFailures = (tx: Tx, subject: Buffer) =>
  tx.deleteFrom('sign_in_failure').where('subject', '=', subject).execute()
