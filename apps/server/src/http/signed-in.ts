import { hashOfKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { loadSession, touchSession } from '@parada/db/queries/sessions'
import { permissionsOf } from '@parada/db/queries/sign-in'
import { grantsOf } from '@parada/domain/access/permissions'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { SignedIn } from './context.ts'
import { refuse } from './problem.ts'

const mostKept = 10_000

export const tokenOf = (request: FastifyRequest) => {
  const token = request.headers.token
  if (typeof token !== 'string' || token === '' || token.length > 200) throw refuse.unauthenticated()
  return hashOfKey(token)
}

/** For the rules that tell of a permission they cannot read (P-030). */
export const logUnreadable =
  ({ log }: { log: FastifyBaseLogger }) =>
  (problem: string) =>
    log.warn({ problem }, 'A permission cannot be read')

/**
 * Who makes a call. The token is looked up for every call. Permissions are kept for as long as the version that comes
 * with the token is the one they were read under, so a change still counts from the next call on.
 */
export const userDirectory = () => {
  type CachedPermissions = Pick<SignedIn, 'permissions' | 'grants'> & { version: number }
  const known = new Map<string, CachedPermissions>()

  const permissionsAt = async (tx: Tx, tenantId: number, userId: number, version: number) => {
    const key = `${tenantId}:${userId}`
    const kept = known.get(key)
    if (kept?.version === version) return kept
    // Read after the version, so never older than it.
    const permissions = await permissionsOf(tx, userId)
    const read: CachedPermissions = { version, permissions, grants: grantsOf(permissions) }
    if (known.size >= mostKept) known.clear()
    known.set(key, read)
    return read
  }

  return async (
    tx: Tx,
    { tenantId, tokenHash, now }: { tenantId: number; tokenHash: Buffer; now: Date },
  ): Promise<SignedIn> => {
    const found = await loadSession(tx, tokenHash, now)
    if (!found) throw refuse.unauthenticated()
    await touchSession(tx, found, now)
    const { id, name, surname, permissionVersion } = found
    const { permissions, grants } = await permissionsAt(tx, tenantId, id, permissionVersion)
    return { id, name, surname, permissions, grants, tokenHash }
  }
}
