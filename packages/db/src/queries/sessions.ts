import { sql } from 'kysely'
import { rowsOf } from '../database.ts'
import type { Executor, Tx } from '../open.ts'

const hour = 3_600_000
/**
 * The last use of a token is written at most this often; tokens live this much longer, so that the hour is never cut
 * short.
 */
const touchEvery = 30_000

const expiry = (now: Date) => new Date(now.getTime() + hour + touchEvery)
const earlier = (one: Date, other: Date) => (one < other ? one : other)

type FoundSession = {
  id: number
  name: string
  surname: string
  /** Counts the changes of the user's permissions. */
  permissionVersion: number
  /** Counts the changes of the tenant's settings, fleets and tariffs. */
  termsVersion: number
  seenAt: Date
  tokenHash: Buffer
}

export const createSession = (
  tx: Tx,
  tenantId: number,
  userId: number,
  tokenHash: Buffer,
  now: Date,
  longestMs = 24 * hour,
) =>
  tx
    .insertInto('session')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      token_hash: tokenHash,
      created_at: now,
      seen_at: now,
      expires_at: earlier(expiry(now), new Date(now.getTime() + longestMs)),
    })
    .execute()

const livingSession = `
  from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
  where s.expires_at > $2 and u.status = 1`

const sessionOfToken = `
  select u.id, u.first_name as name, u.last_name as surname, s.seen_at as "seenAt",
    u.permission_version as "permissionVersion",
    (select t.terms_version from tenant t where t.id = s.tenant_id) as "termsVersion"
  ${livingSession} and s.token_hash = $1`

/** The user behind a valid token. */
export const loadSession = async (tx: Tx, tokenHash: Buffer, now: Date): Promise<FoundSession | undefined> => {
  const statement = { text: sessionOfToken, values: [tokenHash, now], name: 'session of token' }
  const [found] = await rowsOf<Omit<FoundSession, 'tokenHash'>>(tx, statement)
  return found && { ...found, tokenHash }
}

/** Those of the tokens that are no longer valid. */
export const endedTokens = async (tx: Tx, tokenHashes: readonly Buffer[], now: Date) => {
  const text = `
    select hash from unnest($1::bytea[]) as given (hash)
    where not exists (select ${livingSession} and s.token_hash = given.hash)`
  const rows = await rowsOf<{ hash: Buffer }>(tx, { text, values: [tokenHashes, now], name: 'ended tokens' })
  return rows.map(({ hash }) => hash)
}

/** Whether the stored last use of a session is old enough to be written again. */
export const isToBeTouched = (seenAt: Date, now: Date) => now.getTime() - seenAt.getTime() >= touchEvery

/**
 * Restarts the hour, up to the longest life of a session. Parallel calls of one user skip a locked row instead of
 * queueing for it: one update is enough.
 */
export const touchSession = async (tx: Tx, { seenAt, tokenHash }: FoundSession, now: Date, longestMs: number) => {
  if (!isToBeTouched(seenAt, now)) return
  await sql`update session set seen_at = ${now},
      expires_at = least(${expiry(now)}, created_at + make_interval(secs => ${longestMs / 1_000}))
    where token_hash =
      (select token_hash from session where token_hash = ${tokenHash} for update skip locked)`.execute(tx)
}

export const deleteSession = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute()

export const deleteSessionsOf = (tx: Tx, userId: number) =>
  tx.deleteFrom('session').where('user_id', '=', userId).execute()

export const deleteOtherSessionsOf = (tx: Tx, userId: number, tokenHash: Buffer) =>
  tx.deleteFrom('session').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()

export const setBusy = (tx: Tx, tokenHash: Buffer, isBusy: boolean) =>
  tx.updateTable('session').set({ is_busy: isBusy }).where('token_hash', '=', tokenHash).execute()

type CallTaker = { id: number; isBusy: boolean; permissions: { key1: string; value: string }[] }

/** Signed-in users who receive calls of some number, and whether they are busy at any desk of theirs. */
export const callTakers = async (tx: Tx, tenantId: number, now: Date) => {
  const { rows } = await sql<CallTaker>`
    select s.user_id as id, bool_or(s.is_busy) as "isBusy", p.permissions
    from session s
    join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 1
    cross join lateral (
      select jsonb_agg(jsonb_build_object('key1', key1, 'value', value)) as permissions,
        bool_or(key1 = 'receiveCallsFromNumber') as receives
      from user_permission where tenant_id = s.tenant_id and user_id = s.user_id
    ) p
    where s.tenant_id = ${tenantId} and s.expires_at > ${now} and p.receives
    group by s.user_id, p.permissions
    order by s.user_id`.execute(tx)
  return rows
}

/** Deletes what has expired in every tenant, and folds the kept counts. */
export const tidy = (db: Executor) => sql`select tidy()`.execute(db)

/** The tenant of a token, for the few paths without a tenant segment. */
export const tenantOfToken = async (db: Executor, tokenHash: Buffer) => {
  const { rows } = await sql<{ id: number | null }>`select tenant_of_token(${tokenHash}) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

type NewCredential = { tenantId: number; tokenHash: Buffer; userName: string; secretHash: Buffer; expiresAt: Date }

/** Gives a session its only live credential; the previous one stops working. */
export const replaceSocketCredential = async (tx: Tx, credential: NewCredential) => {
  const row = { user_name: credential.userName, secret_hash: credential.secretHash, expires_at: credential.expiresAt }
  await tx
    .insertInto('socket_credential')
    .values({ tenant_id: credential.tenantId, token_hash: credential.tokenHash, ...row })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(row))
    .execute()
}
