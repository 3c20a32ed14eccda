import { users } from '@parada/contract/calls/users'
import type { Call } from '@parada/contract/kit'
import { writeLook } from '@parada/db/queries/documents'
import { journeysOf } from '@parada/db/queries/journeys'
import { lastServices } from '@parada/db/queries/last-services'
import { documentImagesOf, eraseUser } from '@parada/db/queries/user-privacy'
import {
  cardsOfUser,
  changeUser,
  parkingSummary,
  readUser,
  routeSummary,
  searchUsers,
  taxiSummary,
  tellOfUser,
  ticketSummary,
  userChanges,
  userJournal,
  userSource,
  vehiclesOfUser,
} from '@parada/db/queries/users'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import { mayUseId } from '@parada/domain/access/values'
import { isAmong } from '@parada/domain/authorization/access'
import { searchTerms } from '@parada/domain/booking/search'
import { defined, membersNamed } from '@parada/domain/objects'
import { mayEditUser, whiteLabelsSeen } from '@parada/domain/user/access'
import { userProblems, verifiedAfter, type WrittenUser, writtenFields } from '@parada/domain/user/edit'
import type { UserRecord } from '@parada/domain/user/fields'
import { authorOf } from '../../booking/access.ts'
import { placesOf } from '../../booking/past-rides.ts'
import { seesCustomerPrice } from '../../booking/record/customer-price.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import type { ImageStore } from '../../documents/image-store.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { personalDataFile } from '../../privacy/personal-data.ts'
import { securityEvent } from '../../security/security-event.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user' | 'now' | 'log'>

const mostChanges = 100
const mostBookings = 10

/** The user of an API call. Users of another white label and staff are treated as missing. */
const userFor = async ({ tx, tenant, user: { grants } }: Context, id: number) => {
  const found = await readUser(tx, tenant.id, id)
  if (!found || !isAmong(whiteLabelsSeen(grants), found.idWhiteLabel)) throw refuse.notFound()
  return found
}

/** Locks the user to be changed. Without permission to edit them they are treated as missing. */
const userToChange = async ({ tx, tenant, user: { grants } }: Context, id: number) => {
  const found = await readUser(tx, tenant.id, id, { lock: true })
  if (!found || !mayEditUser(grants, found)) throw refuse.notFound()
  if (found.erasedAt !== null) throw refuse.state('problems.userErased')
  return found
}

const workOf = ({ tenant, user, now }: Context) => ({ tenantId: tenant.id, by: authorOf(user), now })

const detailOf = async ({ tx, tenant }: Context, user: UserRecord, { hasVehicles = true } = {}) => {
  const [listCards, vehicles] = await Promise.all([
    cardsOfUser(tx, tenant.id, user.id),
    hasVehicles ? vehiclesOfUser(tx, tenant.id, user.id) : undefined,
  ])
  return { user: { ...user, ...(vehicles && { vehicles }), listCards, paymentProfileBeanList: [{ id: user.id }] } }
}

/** Rejects a change to an outdated version, reporting what others have changed since. */
const checkVersion = async ({ tx, tenant }: Context, { id, version }: UserRecord, seen: number) => {
  if (seen === version) return
  const lines = await userChanges(tx, tenant.id, id, seen)
  const changes = lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )
  throw refuse.state('problems.userChanged', { version, changes })
}

const update = async (context: SignedInContext<typeof users.update>) => {
  const { tx, params, body } = context
  if (body.id !== undefined && body.id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
  const before = await userToChange(context, params.id)
  await checkVersion(context, before, body.version)
  const written = defined(membersNamed(body, writtenFields)) as Partial<WrittenUser>
  const whole = { ...before, ...written }
  // Without a number the prefix is cleared too.
  const change = { ...written, ...(whole.mobileNumber === null && { prefixMobileNumber: null }) }
  const [broken] = Object.entries(userProblems(whole))
  if (broken) throw refuse.rule(broken[1], broken[0], { name: broken[0] })
  const changed = await changeUser(tx, workOf(context), before, 'edit', { ...change, ...verifiedAfter(before, change) })
  if ('problem' in changed) throw refuse.state(changed.problem)
  return detailOf(context, changed.user)
}

const changeStatus = async (context: SignedInContext<typeof users.changeStatus>) => {
  const { status } = context.params
  const before = await userToChange(context, context.params.id)
  await changeUser(context.tx, workOf(context), before, status === 1 ? 'enable' : 'disable', { status })
  return undefined
}

const bookings = async (context: SignedInContext<typeof users.bookings>) => {
  const { tx, tenant, user, params } = context
  await userFor(context, params.id)
  const found = await lastServices(tx, tenant.id, 'user', params.id, 'all', mostBookings)
  const fleets = fleetsWithRight(user.grants, 'repeat')
  return {
    bookings: found.map((booking) =>
      isAmong(fleets, booking.idFleet) ? wireBooking(booking, user.grants) : placesOf(booking),
    ),
  }
}

/** The images are in the file, so each one counts as viewed. */
const writeLooks = async (context: SignedInContext<typeof users.personalData>, idUser: number) => {
  const { tx, tenant, user, now, ip: ipAddress } = context
  const viewer = { idUser: user.id, who: authorOf(user).who }
  for (const { id: idDocument, imageFront, imageBack } of await documentImagesOf(tx, tenant.id, idUser))
    for (const [side, hash] of Object.entries({ front: imageFront, back: imageBack }))
      if (hash !== null) await writeLook(tx, tenant.id, { now, idDocument, side, idUser, viewer, ipAddress })
}

const personalData = (images: ImageStore) => async (context: SignedInContext<typeof users.personalData>) => {
  const { tx, tenant, params } = context
  const user = await userToChange(context, params.id)
  // The file contains documents, so it requires permission to see them.
  if (!mayUseId(context.user.grants, 'viewDocumentsByWhiteLabel', user.idWhiteLabel)) throw refuse.forbidden()
  const file = await personalDataFile(tx, tenant.id, user, images)
  await writeLooks(context, user.id)
  await tellOfUser(tx, workOf(context), { id: user.id, version: user.version, action: 'export' })
  securityEvent(context, { kind: 'personalData', idUser: user.id })
  return new FileAnswer(async () => file)
}

const erase = async (context: SignedInContext<typeof users.erase>) => {
  const { tx, params, body } = context
  if (body.confirmedId !== params.id) throw refuse.field('confirmedId', 'confirmedId: must match the id in the path')
  const user = await userToChange(context, params.id)
  const problem = await eraseUser(tx, workOf(context), user)
  if (problem) throw refuse.state(problem)
  securityEvent(context, { kind: 'erasure', idUser: user.id })
  return undefined
}

const list = listReader(users.list, { ...userSource, scope: { field: 'idWhiteLabel', ids: whiteLabelsSeen } })

const summaryOf =
  <Summary>(read: (tx: Context['tx'], tenantId: number, id: number) => Promise<Summary>) =>
  async (context: Context & { params: { idUser: number } }) => {
    await userFor(context, context.params.idUser)
    return { summary: await read(context.tx, context.tenant.id, context.params.idUser) }
  }

export const userHandlers = (images: ImageStore): Handlers<typeof users> => ({
  list,
  export: listExport(users.export, list),
  search: async ({ tx, tenant, user, query }) => {
    const terms = searchTerms(query.text)
    return { users: terms ? await searchUsers(tx, tenant.id, whiteLabelsSeen(user.grants), terms) : [] }
  },
  get: async (context) => {
    const user = await userFor(context, context.params.id)
    return detailOf(context, user, { hasVehicles: context.query.extraParams === 'userVehicles' })
  },
  update,
  changeStatus,
  journal: async (context) => {
    const { tx, tenant, params } = context
    await userFor(context, params.id)
    return { journal: await userJournal(tx, tenant.id, params.id, mostChanges) }
  },
  bookings,
  journeys: async (context) => {
    const { tx, tenant, params, query } = context
    await userFor(context, params.id)
    return journeysOf(tx, tenant.id, 'id_user', params.id, query.pageNumber)
  },
  summary: async (context) => {
    const { summary } = await summaryOf(taxiSummary)(context)
    return { summary: seesCustomerPrice(context.user.grants) ? summary : { ...summary, totals: [] } }
  },
  routesSummary: summaryOf(routeSummary),
  parkingSummary: summaryOf(parkingSummary),
  ticketsSummary: summaryOf(ticketSummary),
  personalData: personalData(images),
  erase,
})
