import type { Database } from '@parada/db/open'
import { tenantOfSubdomain } from '@parada/db/queries/tenants'

const keepFor = 5_000
const mostKept = 10_000

/** Resolves the tenant in a path to its id, cached for a few seconds because every request needs it. */
export const tenantDirectory = (database: Database, now: () => number = Date.now) => {
  const known = new Map<string, { id: number | undefined; until: number }>()

  return async (subdomain: string): Promise<number | undefined> => {
    const kept = known.get(subdomain)
    if (kept && kept.until > now()) return kept.id
    const id = await tenantOfSubdomain(database.aside.db, subdomain)
    if (known.size >= mostKept) known.clear()
    known.set(subdomain, { id, until: now() + keepFor })
    return id
  }
}
