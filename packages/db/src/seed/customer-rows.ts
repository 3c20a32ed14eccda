import { authorizationFormsOf, authorizationsOf } from './authorizations.ts'
import type { BookingScope } from './bookings.ts'
import { travelGroupsOf } from './customers.ts'
import { addressesOf, breakConfigsOf, cardsOf, processorConfigsOf, processorDataConfigsOf, projectsOf } from './desk.ts'
import { fleetsByTenant } from './fleets.ts'
import { makeRandom } from './random.ts'

/** What the desk knows of those who book, by table. Numbers of its own, so that no other table moves with it. */
export const customerRowsOf = (
  { tenant, accounts, callers, now }: Pick<BookingScope, 'tenant' | 'accounts' | 'callers' | 'now'>,
  idUser: number,
) => {
  const { id: tenantId, subdomain } = tenant
  const random = makeRandom(tenantId * 9_000)
  const groups = travelGroupsOf(accounts)
  const configs = processorConfigsOf(accounts)
  const authorizations = authorizationsOf({ tenantId, subdomain, accounts, groups, callers, idUser, now }, random)
  const tables: [string, readonly Record<string, unknown>[]][] = [
    ['authorization_form', authorizationFormsOf(accounts, groups)],
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
