import type { lastServices } from '@parada/contract/calls/last-services'
import { readAuthorization } from '@parada/db/queries/authorizations'
import { lastServices as lastServicesOf } from '@parada/db/queries/last-services'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { accountsToBookFor, isAmong } from '@parada/domain/authorization/access'
import { pastRidesReach, placesOf } from '../../booking/past-rides.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'

const takesCalls = (grants: Grants) =>
  isGranted(grants, 'dispatchServiceByFleet') || isGranted(grants, 'editServiceByFleet')

type Context = SignedInContext<typeof lastServices.list>

const mayAskAbout = async ({ tx, tenant, user: { grants }, log }: Context, idAuthorization: number) => {
  const accounts = takesCalls(grants) ? 'all' : accountsToBookFor(grants, logUnreadable({ log }))
  const authorization = await readAuthorization(tx, tenant.id, idAuthorization)
  return authorization !== undefined && isAmong(accounts, authorization.idPaymentAccount)
}

export const lastServiceHandlers: Handlers<typeof lastServices> = {
  list: async (context) => {
    const { tx, tenant, user, query } = context
    const { idCaller, idAuthorization } = query
    const id = idAuthorization ?? idCaller
    if (id === undefined) throw refuse.field('idCaller', 'idCaller: send idCaller or idAuthorization')
    if (idAuthorization !== undefined && idCaller !== undefined)
      throw refuse.field('idCaller', 'idCaller: send either idCaller or idAuthorization, not both')
    if (idCaller !== undefined && !takesCalls(user.grants)) throw refuse.forbidden()
    if (idAuthorization !== undefined && !(await mayAskAbout(context, idAuthorization))) throw refuse.notFound()
    const { fleets, areOthersTold } = await pastRidesReach(context, query)
    const whose = idCaller === undefined ? 'authorization' : 'caller'
    const found = await lastServicesOf(tx, tenant.id, whose, id, areOthersTold ? 'all' : fleets)
    const services = found.map((booking) =>
      isAmong(fleets, booking.idFleet) ? wireBooking(booking, user.grants) : placesOf(booking),
    )
    return { services }
  },
}
