import type { Database } from '@parada/db/open'
import { theHouse } from '@parada/db/queries/booking-changes'
import { subdomainOf } from '@parada/db/queries/tenants'
import type { FastifyBaseLogger } from 'fastify'
import type { Send } from '../deliveries/outbox-worker.ts'
import { drawInvoices } from './draw.ts'

/**
 * The monthly run, which waits in the outbox until its month is over. One server takes it; if some accounts fail, it is
 * retried for the accounts that still have no invoice.
 */
export const monthlyInvoices =
  (database: Database, clock: () => Date, log: FastifyBaseLogger): Send<'invoices'> =>
  async (_, { month }, { tenantId }) => {
    const tenant = { id: tenantId, subdomain: await database.inTenant(tenantId, subdomainOf) }
    const request = { month, accounts: 'all' } as const
    const { sums, results } = await drawInvoices({ database, tenant, by: theHouse, now: clock() }, request)
    const drawn = results.flatMap((result) => ('invoices' in result ? result.invoices : []))
    const failed = results.filter((result) => 'failure' in result)
    const blocked = sums.reduce((count, { blockedCount }) => count + blockedCount, 0)
    log.info({ tenant: tenant.subdomain, month, invoices: drawn.length, blocked }, 'Invoices were drawn')
    const [first] = failed
    if (first) throw new Error(`${failed.length} accounts have no invoice of ${month}: ${first.failure}`)
  }
