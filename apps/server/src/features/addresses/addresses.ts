import { type AddressBody, addresses, addressFields } from '@parada/contract/calls/addresses'
import type { Call } from '@parada/contract/kit'
import { recordsOf } from '@parada/db/list/records'
import { fleetTerms } from '@parada/db/queries/booking-references'
import { allFleets } from '@parada/domain/access/fleets'
import { mayUseFleet } from '@parada/domain/access/values'
import { required } from '@parada/domain/objects'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user'>

const records = recordsOf(addressFields, { table: 'address' })

/** An address without a fleet is shared by everyone, so only users with the permission for all fleets may change it. */
const checkFleet = ({ user }: Context, idSupplier: number | null) => {
  if (!mayUseFleet(user.grants, 'editCallerByFleet', idSupplier)) throw refuse.forbidden()
}

const rowFor = async (context: Context, { addressField, name, lat, lon, idSupplier = null }: AddressBody) => {
  checkFleet(context, idSupplier)
  if (idSupplier !== null && (await fleetTerms(context.tx, [idSupplier])).length === 0)
    throw refuse.field('idSupplier', `idSupplier: fleet ${idSupplier} doesn't exist`)
  return { addressField, name: name ?? '', lat, lon, idSupplier }
}

/** Locks the address until the API call ends, and checks that the user may change it. */
const lockOwn = async (context: Context, id: number) => {
  const found = await records.read(context.tx, context.tenant.id, id, { lock: true })
  if (!found) throw refuse.notFound()
  checkFleet(context, found.idSupplier)
}

const list = listReader(addresses.list, {
  table: 'address',
  orderBy: 'id DESC',
  isCounted: true,
  scope: { field: 'idSupplier', ids: allFleets, orEmpty: true },
})

export const addressHandlers: Handlers<typeof addresses> = {
  list,
  export: listExport(addresses.export, list),
  create: async (context) => ({
    id: required(await records.insert(context.tx, context.tenant.id, await rowFor(context, context.body))),
  }),
  update: async (context) => {
    const { tx, tenant, params, body } = context
    if (body.id !== undefined && body.id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
    await lockOwn(context, params.id)
    await records.update(tx, tenant.id, params.id, await rowFor(context, body))
    return undefined
  },
  remove: async (context) => {
    await lockOwn(context, context.params.id)
    await records.remove(context.tx, context.tenant.id, context.params.id)
    return undefined
  },
}
