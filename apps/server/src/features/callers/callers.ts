import { type CallerBody, callers } from '@parada/contract/calls/callers'
import { type CallerRow, callerFields } from '@parada/contract/customer'
import type { Call } from '@parada/contract/kit'
import type { ListQuery } from '@parada/db/list/list'
import { recordsOf } from '@parada/db/list/records'
import { authorizationsOfPhone } from '@parada/db/queries/authorizations'
import { fleetTerms } from '@parada/db/queries/booking-references'
import { isNumberTaken } from '@parada/db/queries/callers'
import { fleetsOfAny } from '@parada/domain/access/fleets'
import type { Grants, PermissionKey } from '@parada/domain/access/permissions'
import type { Ids } from '@parada/domain/access/values'
import { accountsToBookFor, isAmong } from '@parada/domain/authorization/access'
import { barePhone, normalPhone, phoneSpellings } from '@parada/domain/phone'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user' | 'log'>

const keys: readonly PermissionKey[] = ['editCallerByFleet', 'dispatchServiceByFleet']
const fleetsReached = (grants: Grants) => fleetsOfAny(grants, keys)
const fleetsOf = ({ user }: Context) => fleetsReached(user.grants)

const records = recordsOf(callerFields, { table: 'caller' })
const page = listReader(callers.search, {
  table: 'caller',
  orderBy: 'id DESC',
  isCounted: true,
  scope: { field: 'idSupplier', ids: fleetsReached, orEmpty: true },
})

/** Callers without a fleet are shared by everyone. */
const isReached = (fleets: Ids, idSupplier: number | null) => idSupplier === null || isAmong(fleets, idSupplier)

/** Accepts complete numbers only, because a partial one must not reveal callers of other fleets. */
const isWhole = (phone: string) => /^\+?\d{9,20}$/.test(phone)

const ofPhone = async (context: Context, phoneNumber: string) => {
  const { tx, tenant, user } = context
  const accounts = accountsToBookFor(user.grants, logUnreadable(context))
  const found = await authorizationsOfPhone(tx, tenant.id, phoneSpellings(phoneNumber))
  return found.filter(({ idPaymentAccount }) => isAmong(accounts, idPaymentAccount))
}

/**
 * A complete number finds callers of every fleet, because the operator who takes a call must be able to identify the
 * caller.
 */
const byPhone = (asked: ListQuery) => {
  const typed = barePhone(String(asked.phoneNumber ?? ''))
  const whole = normalPhone(typed)
  const spellings = isWhole(whole) ? phoneSpellings(whole) : []
  const query: ListQuery = { ...asked, phoneNumber: spellings.length > 0 ? whole : typed }
  return { whole, spellings, query, alsoSeen: [{ field: 'phoneNumber' as const, values: spellings }] }
}

const search = async (context: SignedInContext<typeof callers.search>) => {
  const { whole, spellings, query, alsoSeen } = byPhone(context.query)
  const [found, authorization] = await Promise.all([
    page(context, { query, alsoSeen }),
    spellings.length > 0 ? ofPhone(context, whole) : [],
  ])
  return { ...found, beside: { authorization } }
}

const rowOf = (body: CallerBody): Omit<CallerRow, 'id'> => ({
  phoneNumber: body.phoneNumber,
  firstName: body.firstName ?? '',
  lastName: body.lastName ?? '',
  addressBilling: body.addressBilling ?? '',
  notesClient: body.notesClient ?? '',
  isBlacklisted: body.isBlacklisted ?? false,
  idSupplier: body.idSupplier ?? null,
})

const taken = () => refuse.state('problems.phoneTaken')

/** The caller's fleet must exist and be one of the user's, and the number must not belong to another caller. */
const checkCaller = async (context: Context, row: Omit<CallerRow, 'id'>, id?: number) => {
  const { tx, tenant } = context
  if (!isReached(fleetsOf(context), row.idSupplier)) throw refuse.forbidden()
  if (row.idSupplier !== null && (await fleetTerms(tx, [row.idSupplier])).length === 0)
    throw refuse.field('idSupplier', `idSupplier: fleet ${row.idSupplier} doesn't exist`)
  if (await isNumberTaken(tx, tenant.id, phoneSpellings(row.phoneNumber), id)) throw taken()
}

export const callerHandlers: Handlers<typeof callers> = {
  search,
  export: listExport(callers.export, page, byPhone),
  authorizations: async (context) => {
    const caller = await records.read(context.tx, context.tenant.id, context.query.idCaller)
    if (!caller) throw refuse.notFound()
    return { authorizations: await ofPhone(context, caller.phoneNumber) }
  },
  create: async (context) => {
    const row = rowOf(context.body)
    await checkCaller(context, row)
    const id = await records.insert(context.tx, context.tenant.id, row)
    if (id === undefined) throw taken()
    return { id }
  },
  update: async (context) => {
    const { tx, tenant, params, body } = context
    if (body.id !== undefined && body.id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
    const before = await records.read(tx, tenant.id, params.id, { lock: true })
    if (!before) throw refuse.notFound()
    if (!isReached(fleetsOf(context), before.idSupplier)) throw refuse.forbidden()
    const caller = { id: params.id, ...rowOf(body) }
    await checkCaller(context, caller, params.id)
    await records.update(tx, tenant.id, params.id, caller)
    return { caller }
  },
}
