import type { Tx } from '@parada/db/open'
import type { Author, Tenant } from '@parada/db/queries/booking-changes'
import type { Hold } from '@parada/db/queries/holds'

/**
 * What a use case on bookings works with: one transaction, whose tenant, in whose name, and when. Under a hold nothing
 * that it causes leaves the house before the hold is over.
 */
export type Work = { tx: Tx; tenant: Tenant; by: Author; now: Date; hold?: Hold | undefined }
