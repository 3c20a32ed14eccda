import type { Tx } from '@parada/db/open'
import type { Author, Tenant } from '@parada/db/queries/booking-changes'

/** What a use case on bookings works with: one transaction, whose tenant, in whose name, and when. */
export type Work = { tx: Tx; tenant: Tenant; by: Author; now: Date }
