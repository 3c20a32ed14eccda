import { hashOfKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { isToBeTouched, loadSession, touchSession } from '@parada/db/queries/sessions'
import { permissionsOf } from '@parada/db/queries/sign-in'
import { noteTerms } from '@parada/db/terms'
import { grantsOf } from '@parada/domain/access/permissions'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { SignedIn } from './context.ts'
import type { Disk } from './disk.ts'
import { refuse } from './problem.ts'

const mostKept = 10_000

export const tokenOf = (request: FastifyRequest) => {
  const token = request.headers.token
  if (typeof token !== 'string' || token === '' || token.length > 200) throw refuse.unauthenticated()
  return hashOfKey(token)
}

/** For rules that report a permission they cannot read (P-030). */
export const logUnreadable =
  ({ log }: { log: FastifyBaseLogger }) =>
  (problem: string) =>
    log.warn({ problem }, 'A permission cannot be read')

type Token = { tenantId: number; tokenHash: Buffer }
type KnownUser = { user: SignedIn; permissionVersion: number; seenAt: Date }

/** Who makes a request, and who made the last one with the same token. */
export const userDirectory = ({ sessionMaxMs }: Pick<Config, 'sessionMaxMs'>, disk?: Disk) => {
  const known = new Map<string, KnownUser>()
  const keyOf = ({ tenantId, tokenHash }: Token) => `${tenantId}:${tokenHash.toString('latin1')}`

  /**
   * Looks up the token for every request. Permissions are read again when their version has changed, so a change takes
   * effect with the next request. Returns the same object as before if nothing has changed.
   */
  const signedIn = async (tx: Tx, token: Token, now: Date): Promise<SignedIn> => {
    const key = keyOf(token)
    const found = await loadSession(tx, token.tokenHash, now)
    if (!found) {
      known.delete(key)
      throw refuse.unauthenticated()
    }
    noteTerms(tx, found.termsVersion)
    // Reads continue while nothing can be written.
    if (!disk?.isFull()) await touchSession(tx, found, now, sessionMaxMs)
    const { id, name, surname, permissionVersion, seenAt, tokenHash } = found
    const kept = known.get(key)
    if (kept) kept.seenAt = seenAt
    const isSame = kept?.permissionVersion === permissionVersion && kept.user.name === name
    if (isSame && kept.user.surname === surname) return kept.user
    // Read after the version, so never older than it.
    const permissions = await permissionsOf(tx, id)
    const user = { id, name, surname, permissions, grants: grantsOf(permissions), tokenHash }
    if (known.size >= mostKept) known.clear()
    known.set(key, { user, permissionVersion, seenAt })
    return user
  }

  /** Whether the token was seen so recently that a request with it need not update the session. */
  const isFresh = (token: Token, now: Date) => {
    const kept = known.get(keyOf(token))
    return kept !== undefined && !isToBeTouched(kept.seenAt, now)
  }

  return { signedIn, isFresh, last: (token: Token) => known.get(keyOf(token))?.user }
}
export type UserDirectory = ReturnType<typeof userDirectory>
