import { authorizationFormsOf, authorizationsOf } from './authorizations.ts'
import type { BookingScope } from './bookings.ts'
import { travelGroupsOf } from './customers.ts'
import { addressesOf, breakConfigsOf, cardsOf, processorConfigsOf, processorDataConfigsOf, projectsOf } from './desk.ts'
import { fleetsByTenant } from './fleets.ts'
import { makeRandom } from './random.ts'

/**
 * What the desk knows about its customers, by table. It has a random sequence of its own, so that changes here leave
 * other tables as they are.
 */
export const customerRowsOf = (
  { tenant, accounts, callers, now }: Pick<BookingScope, 'tenant' | 'accounts' | 'callers' | 'now'>,
  idUser: number,
) => {
  const { id: tenantId, subdomain } = tenant
  const random = makeRandom(tenantId * 9_000)
  const groups = travelGroupsOf(accounts)
  const configs = processorConfigsOf(accounts)
  const forms = authorizationFormsOf(accounts, groups)
  const authorizations = authorizationsOf({ tenantId, subdomain, accounts, groups, callers, idUser, now }, random)
  const tables: [string, readonly Record<string, unknown>[]][] = [
    ['authorization_form', forms],
    ['customer_authorization', authorizations],
    ['project', projectsOf(tenantId, accounts, random)],
    ['booking_break_config', breakConfigsOf(accounts)],
    ['address', addressesOf(tenantId, fleetsByTenant[subdomain], random)],
    ['processor_config', configs],
    ['processor_data_config', processorDataConfigsOf(configs)],
    ['card', cardsOf(tenantId, idUser)],
  ]
  return { authorizations, tables }
}
