import { signatureHeaders } from '@parada/contract/calls/suppliers'
import type { Database } from '@parada/db/open'
import { tenantOfToken } from '@parada/db/queries/sessions'
import { subdomainOf } from '@parada/db/queries/tenants'
import type { FastifyRequest } from 'fastify'
import { securityEventAside } from '../security/security-event.ts'
import type { SignedIn } from './context.ts'
import { Problem } from './problem.ts'
import { tokenOf, type UserDirectory } from './signed-in.ts'

type Tenant = { id: number; subdomain: string }

/** Who made a request, as far as was established before it was answered. */
export type RequestFacts = { tenant?: Tenant; user?: SignedIn }

const longestQueueMs = 2_000

/** Whether the sender identifies itself with a signature or a key instead of a token, as other systems do. */
const isFromSystem = ({ headers }: FastifyRequest) =>
  [headers[signatureHeaders.signature], headers['x-api-key']].some((proof) => proof !== undefined) ||
  /^Bearer /i.test(headers.authorization ?? '')

/**
 * Records security events for denied requests: the user lacks the permission, the session is of another tenant, or
 * another system has a wrong signature or key.
 */
export const refusalTeller = (database: Database, users: UserDirectory, clock: () => Date) => {
  const { inTenant } = database

  /** The user of this token, if it belongs to a tenant other than the requested one. */
  const strangerTo = async (tenant: Tenant, request: FastifyRequest) => {
    const tokenHash = tokenOf(request)
    const id = await tenantOfToken(database.aside.db, tokenHash)
    if (id === undefined || id === tenant.id) return undefined
    const read = inTenant(
      id,
      async (tx) => ({
        user: await users.signedIn(tx, { tenantId: id, tokenHash }, clock()),
        tenant: { id, subdomain: await subdomainOf(tx) },
      }),
      { longestQueueMs },
    )
    return read.catch(() => undefined)
  }

  return async (error: unknown, request: FastifyRequest, { tenant, user }: RequestFacts) => {
    if (!(error instanceof Problem) || !tenant) return
    const tell = (whose: Tenant, by?: SignedIn, reason = '') => {
      const { ip, id: requestId, log } = request
      const source = { tenant: whose, user: by, now: clock(), ip, requestId, log }
      const detail = `${request.method} ${request.routeOptions.url}${reason}`
      return securityEventAside(
        { ...source, inTenant: (run) => inTenant(whose.id, run, { longestQueueMs }) },
        { kind: 'access', outcome: 'denied', detail },
      )
    }
    if (error.status === 403) await tell(tenant, user)
    if (error.status !== 401) return
    if (isFromSystem(request)) await tell(tenant, undefined, `: ${error.message}`)
    if (!request.headers.token) return
    const stranger = await strangerTo(tenant, request).catch(() => undefined)
    if (!stranger) return
    // Only the user's own tenant is told the name.
    await tell(tenant)
    await tell(stranger.tenant, stranger.user)
  }
}
