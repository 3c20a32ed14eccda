import { connectionOf, type Tx } from './database.ts'

const mostKept = 5_000

const frozen = <T>(value: T): T => {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) frozen(inner)
  return value
}

/** Sets the version of the tenant's terms that a transaction works with; without it, terms are read every time. */
export const noteTerms = (tx: Tx, version: number) => {
  connectionOf(tx).termsVersion = version
}

/**
 * Caches what a tenant seldom changes and every booking needs: it is read again when the tenant's terms version has
 * changed, and is shared otherwise, so it is frozen. The database counts the changes (terms_version).
 */
export const remembered = <Key extends string | number, T>(
  read: (tx: Tx, tenantId: number, key: Key) => Promise<T>,
) => {
  const memories = new WeakMap<object, Map<string, { version: number; value: T }>>()
  return async (tx: Tx, key: Key): Promise<T> => {
    const { tenantId, memory, termsVersion: version } = connectionOf(tx)
    if (version === undefined) return read(tx, tenantId, key)
    const kept = memories.get(memory) ?? new Map<string, { version: number; value: T }>()
    memories.set(memory, kept)
    const place = `${tenantId} ${key}`
    const found = kept.get(place)
    if (found?.version === version) return found.value
    // Read after the version, so never older than it.
    const value = frozen(await read(tx, tenantId, key))
    if (kept.size >= mostKept) kept.clear()
    kept.set(place, { version, value })
    return value
  }
}
