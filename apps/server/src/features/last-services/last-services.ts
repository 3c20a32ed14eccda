import type { lastServices } from '@parada/contract/calls/last-services'
import { readAuthorization } from '@parada/db/queries/authorizations'
import { lastServices as lastServicesOf } from '@parada/db/queries/last-services'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { accountsToBookFor, isAmong } from '@parada/domain/authorization/access'
import { wireBooking } from '../../booking/record/wire.ts'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'

/** Whoever takes a call must know where the caller rides to, with whichever fleet that was. */
const takesCalls = (grants: Grants) =>
  isGranted(grants, 'dispatchServiceByFleet') || isGranted(grants, 'editServiceByFleet')

export const lastServiceHandlers: Handlers<typeof lastServices> = {
  list: async ({ tx, tenant, user, query: { idCaller, idAuthorization }, log }) => {
    const { grants } = user
    const wire = (found: Awaited<ReturnType<typeof lastServicesOf>>) => ({
      services: found.map((booking) => wireBooking(booking, grants)),
    })
    if (idAuthorization !== undefined) {
      if (idCaller !== undefined)
        throw refuse.field('idCaller', 'idCaller: send either idCaller or idAuthorization, not both')
      const accounts = takesCalls(grants) ? 'all' : accountsToBookFor(grants, logUnreadable({ log }))
      const authorization = await readAuthorization(tx, tenant.id, idAuthorization)
      if (!authorization || !isAmong(accounts, authorization.idPaymentAccount)) throw refuse.notFound()
      return wire(await lastServicesOf(tx, tenant.id, 'authorization', idAuthorization))
    }
    if (idCaller === undefined) throw refuse.field('idCaller', 'idCaller: send idCaller or idAuthorization')
    if (!takesCalls(grants)) throw refuse.forbidden()
    return wire(await lastServicesOf(tx, tenant.id, 'caller', idCaller))
  },
}
