import type { AddressBody, addresses } from '@parada/contract/calls/addresses'
import type { Call } from '@parada/contract/kit'
import { addressList, deleteAddress, insertAddress, lockAddress, updateAddress } from '@parada/db/queries/addresses'
import { fleetTerms } from '@parada/db/queries/booking-terms'
import { isAmong } from '@parada/domain/authorization/access'
import { allFleets } from '@parada/domain/fleet-access'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user'>

/** An address of no fleet is everybody's; one of a fleet belongs to those who have to do with that fleet. */
const checkFleet = ({ user }: Context, idSupplier: number | null) => {
  if (idSupplier !== null && !isAmong(allFleets(user.grants), idSupplier)) throw refuse.forbidden()
}

const rowFor = async (context: Context, { addressField, name, lat, lon, idSupplier = null }: AddressBody) => {
  checkFleet(context, idSupplier)
  if (idSupplier !== null && (await fleetTerms(context.tx, context.tenant.id, [idSupplier])).length === 0)
    throw refuse.field('idSupplier', `idSupplier: fleet ${idSupplier} doesn't exist`)
  return { addressField, name: name ?? '', lat, lon, idSupplier }
}

/** Held until the call ends, if the user may touch it at all. */
const lockOwn = async (context: Context, id: number) => {
  const found = await lockAddress(context.tx, context.tenant.id, id)
  if (!found) throw refuse.notFound()
  checkFleet(context, found.idSupplier)
}

export const addressHandlers: Handlers<typeof addresses> = {
  list: async ({ tx, tenant, user, query }) => {
    const fleets = allFleets(user.grants)
    const within = fleets === 'all' ? undefined : [{ field: 'idSupplier' as const, values: [...fleets], orEmpty: true }]
    return addressList.page(tx, tenant.id, query, within)
  },
  create: async (context) => insertAddress(context.tx, context.tenant.id, await rowFor(context, context.body)),
  update: async (context) => {
    const { tx, tenant, params, body } = context
    if (body.id !== undefined && body.id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
    await lockOwn(context, params.id)
    await updateAddress(tx, tenant.id, { id: params.id, ...(await rowFor(context, body)) })
    return undefined
  },
  remove: async (context) => {
    await lockOwn(context, context.params.id)
    await deleteAddress(context.tx, context.tenant.id, context.params.id)
    return undefined
  },
}
