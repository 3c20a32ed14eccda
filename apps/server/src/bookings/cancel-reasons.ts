import type { Tx } from '@parada/db/open'
import { tenantLocale } from '../deliveries/tenant-locale.ts'
import { words } from '../deliveries/words.ts'

/** The reasons that every tenant starts with (O2-28), in the tenant's language; passengers and fleets give others. */
export const cancelReasonsOf = async (tx: Tx) =>
  Object.entries(words[await tenantLocale(tx)].cancelReasons).map(([code, label]) => ({ code, label }))
