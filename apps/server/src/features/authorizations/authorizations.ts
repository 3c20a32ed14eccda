import type { authorizationForms } from '@parada/contract/calls/authorization-forms'
import { type AuthorizationFields, authorizations, writtenFields } from '@parada/contract/calls/authorizations'
import {
  authorizationChanges,
  authorizationForm,
  authorizationJournal,
  changeAuthorization,
  findAuthorization,
  insertAuthorization,
  isCodeTaken,
  linkedUser,
  paymentAccounts,
  saveFormConfig,
} from '@parada/db/queries/authorizations'
import { breakConfigs } from '@parada/db/queries/booking-references'
import { journeysOf } from '@parada/db/queries/journeys'
import { lastServices } from '@parada/db/queries/last-services'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import type { Ids, OnProblem } from '@parada/domain/access/values'
import {
  accountsSeen,
  accountsToBookFor,
  accountsToCreateFor,
  accountsToEdit,
  isAmong,
} from '@parada/domain/authorization/access'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import { configProblems } from '@parada/domain/authorization/form'
import { mayChangeStatus } from '@parada/domain/authorization/status'
import { bookingProblem } from '@parada/domain/authorization/validity'
import { type AuthorizationView, authorizationViews, expiringWithinDays } from '@parada/domain/authorization/views'
import { defined, membersNamed, recordOf } from '@parada/domain/objects'
import { authorOf, workOf } from '../../booking/access.ts'
import { placesOf } from '../../booking/past-rides.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import { authorizationMail } from '../../deliveries/announce.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse, unlessOverQuota } from '../../http/problem.ts'
import { accountsOf, authorizationFor, type Context } from './access.ts'
import { checkAuthorization } from './check.ts'

const mostBookings = 200
const mostChanges = 50

const taken = () => refuse.state('problems.authorizationTaken')

/** Users who edit bookings get the warning for every account. */
const accountsToWorkFor = (grants: Grants, onProblem: OnProblem): Ids =>
  isGranted(grants, 'editServiceByFleet') ? 'all' : accountsToBookFor(grants, onProblem)

const writtenBy = ({ tenant, user, now }: Context) => ({
  tenantId: tenant.id,
  by: authorOf(user),
  now,
})

const detailOf = async ({ tx, tenant }: Context, record: AuthorizationRecord) => {
  const [user, bookingBreakConfigs] = await Promise.all([
    linkedUser(tx, tenant.id, record.idUser),
    breakConfigs(tx, tenant.id, record.idPaymentAccount),
  ])
  return { authorization: { ...record, user, bookingBreakConfigs } }
}

const search = async (context: SignedInContext<typeof authorizations.search>) => {
  const { tx, tenant, query, now } = context
  const found = await findAuthorization(tx, tenant.id, query.subscriberCode, query.userNumber)
  if (!found || !isAmong(accountsOf(context, accountsToBookFor), found.idPaymentAccount)) throw refuse.notFound()
  const problem = query.checkType === 'bookable' && bookingProblem(found, now.getTime())
  if (problem) throw refuse.rule(problem, 'userNumber')
  return detailOf(context, found)
}

const create = async (context: SignedInContext<typeof authorizations.create>) => {
  const { status, ...sent } = context.body
  if (!isAmong(accountsOf(context, accountsToCreateFor), sent.idPaymentAccount)) throw refuse.forbidden()
  const kept = await checkAuthorization(context, sent, { isNew: true })
  const authorization = await insertAuthorization(context.tx, writtenBy(context), { ...kept, status })
  if (!authorization) throw taken()
  return { authorization }
}

/** Rejects a change to an outdated version, reporting what others have changed since. */
const checkVersion = async ({ tx, tenant }: Context, { id, version }: AuthorizationRecord, seen: number) => {
  if (seen === version) return
  const lines = await authorizationChanges(tx, tenant.id, id, seen)
  const changes = lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )
  throw refuse.state('problems.authorizationChanged', { version, changes })
}

const update = async (context: SignedInContext<typeof authorizations.update>) => {
  const { tx, tenant, params, body } = context
  const { id, version, ...sent } = body
  if (id !== undefined && id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
  const before = await authorizationFor(context, params.id, accountsToEdit, { lock: true })
  await checkVersion(context, before, version)
  const whole = { ...membersNamed(before, writtenFields), ...defined(sent) } as AuthorizationFields
  if (!isAmong(accountsOf(context, accountsToEdit), whole.idPaymentAccount)) throw refuse.forbidden()
  const kept = await checkAuthorization(context, whole, { isNew: false })
  if (await isCodeTaken(tx, tenant.id, { ...before, ...kept })) throw taken()
  return { authorization: await changeAuthorization(tx, writtenBy(context), before, kept) }
}

const changeStatus = async (context: SignedInContext<typeof authorizations.changeStatus>) => {
  const { tx, params, query } = context
  const before = await authorizationFor(context, params.id, accountsToEdit, { lock: true })
  const { newStatus: status } = query
  if (before.status === status) return undefined
  if (!mayChangeStatus(before.status, status))
    throw refuse.field('newStatus', `newStatus: can't change from ${before.status} to ${status}`)
  await changeAuthorization(tx, writtenBy(context), before, { status })
  return undefined
}

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const authorizationSource = {
  table: 'customer_authorization',
  orderBy: 'id DESC',
  isCounted: true,
  views: {
    all: '',
    active: 't.status = 1',
    pending: 't.status = 0',
    inactive: 't.status = -1',
    expiring: `t.status = 1 and t.expiration_date >= now() and t.expiration_date < now() + interval '${expiringWithinDays} days'`,
    usedUp: 't.status = 1 and t.available_times_left = 0',
  } satisfies Record<AuthorizationView, string>,
  scope: { field: 'idPaymentAccount', ids: accountsSeen },
} as const

const formOf = async ({ tx, tenant }: Context, idPaymentAccount: number) => {
  const form = await authorizationForm(tx, tenant.id, idPaymentAccount)
  if (!form) throw refuse.notFound()
  const { config, travelGroupList, idDefaultTravelGroup } = form
  return { config, travelGroupList, idDefaultTravelGroup }
}

const list = listReader(authorizations.list, authorizationSource)

export const authorizationHandlers: Handlers<typeof authorizations> = {
  list,
  export: listExport(authorizations.export, list),
  counts: async (context) => {
    const counted = await list.counts(context)
    return recordOf(authorizationViews, (view) => counted[view] ?? 0)
  },
  accounts: async (context) => ({
    accounts: await paymentAccounts(context.tx, context.tenant.id, accountsOf(context, accountsToCreateFor)),
  }),
  search,
  form: async (context) => {
    const { idPaymentAccount } = context.params
    if (!isAmong(accountsOf(context, accountsToCreateFor), idPaymentAccount)) throw refuse.notFound()
    return formOf(context, idPaymentAccount)
  },
  get: async (context) => detailOf(context, await authorizationFor(context, context.params.id, accountsSeen)),
  create,
  update,
  changeStatus,
  journal: async (context) => {
    const { tx, tenant, params, query } = context
    await authorizationFor(context, params.id, accountsSeen)
    const found = await authorizationJournal(tx, tenant.id, params.id, mostChanges + 1, query.before)
    return { journal: found.slice(0, mostChanges), hasMore: found.length > mostChanges }
  },
  bookings: async (context) => {
    const { tx, tenant, user, params } = context
    await authorizationFor(context, params.id, accountsSeen)
    const found = await lastServices(tx, tenant.id, 'authorization', params.id, 'all', mostBookings)
    const fleets = fleetsWithRight(user.grants, 'repeat')
    const bookings = found.map((booking) =>
      isAmong(fleets, booking.idFleet) ? wireBooking(booking, user.grants) : placesOf(booking),
    )
    return { bookings }
  },
  journeys: async (context) => {
    const { tx, tenant, params, query } = context
    await authorizationFor(context, params.id, accountsSeen)
    return journeysOf(tx, tenant.id, 'id_authorization', params.id, query.pageNumber)
  },
  unlinkUser: async (context) => {
    const before = await authorizationFor(context, context.params.id, accountsToEdit, { lock: true })
    await changeAuthorization(context.tx, writtenBy(context), before, { idUser: null })
    return undefined
  },
  sendEmail: async (context) => {
    const { emailTo, idAuthorization } = context.body
    const authorization = await authorizationFor(context, idAuthorization, accountsToCreateFor)
    unlessOverQuota(await authorizationMail(workOf(context), authorization, emailTo), context.now)
    return undefined
  },
  editWarning: async (context) => {
    const { tx, tenant, params } = context
    const { idPaymentAccount } = await authorizationFor(context, params.id, accountsToWorkFor)
    const cancelMessage = (await authorizationForm(tx, tenant.id, idPaymentAccount))?.cancelMessage ?? ''
    return { hasToShowCancel: cancelMessage !== '', cancelMessage }
  },
}

export const authorizationFormHandlers: Handlers<typeof authorizationForms> = {
  save: async (context) => {
    const { tx, tenant, params, body } = context
    const form = await formOf(context, params.idPaymentAccount)
    const [problem] = configProblems(body.config)
    if (problem) {
      const field = problem.field === undefined ? 'config' : `config.${problem.field}.regex`
      throw refuse.field(field, `${field}: ${problem.reason}`)
    }
    await saveFormConfig(tx, tenant.id, params.idPaymentAccount, body.config)
    return { ...form, config: body.config }
  },
}
