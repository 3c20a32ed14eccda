import { anyOf } from '@parada/domain/access/permissions'
import { userTextLimits } from '@parada/domain/user/edit'
import { userFields, userStatus } from '@parada/domain/user/fields'
import { z } from 'zod'
import { Booking } from '../booking.ts'
import { JournalLine } from '../journal.ts'
import { journeysOf } from '../journey.ts'
import { type ApiBase, call, id, withParams } from '../kit.ts'
import { list, rowOf } from '../list.ts'
import { exportOf } from '../list-export.ts'

const one = withParams({ id })
const ofUser = withParams({ idUser: id })
const seeing = anyOf('viewUserByWhitelabel')
const editing = anyOf('editUserByWhitelabel')

export const UserRow = rowOf(userFields)

const UserVehicle = z.object({ id: z.int(), numberPlate: z.string(), brand: z.string(), model: z.string() })

const UserCard = z.object({ id: z.int(), cardAlias: z.string(), paymentMethod: z.int() })

export const UserDetail = UserRow.extend({
  version: z.int(),
  /** When the person's data was erased. */
  erasedAt: z.int().nullable(),
  /** Only with extraParams=userVehicles. */
  vehicles: z.array(UserVehicle).optional(),
  listCards: z.array(UserCard),
  /** A user's wallet has the same id as the user. */
  paymentProfileBeanList: z.array(z.object({ id: z.int() })),
})
export type UserDetail = z.output<typeof UserDetail>

const { firstName, lastName, category, additionalInfo } = userTextLimits
const emptyAsNull = (text: string) => text || null

const written = {
  firstName: z.string().trim().min(1).max(firstName),
  lastName: z.string().trim().max(lastName),
  userEmail: z.union([z.literal('').transform(emptyAsNull), z.email().max(254)]).nullable(),
  prefixMobileNumber: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/)
    .transform(emptyAsNull)
    .nullable(),
  mobileNumber: z
    .string()
    .trim()
    .regex(/^(\d{6,15})?$/)
    .transform(emptyAsNull)
    .nullable(),
  additionalInfo: z.string().trim().max(additionalInfo),
  isAcceptedAd: z.boolean(),
  category: z.string().trim().max(category),
}

/** The other fields of a user as read: accepted but ignored, because other actions change them. */
const sentAlong = UserDetail.omit({ listCards: true, paymentProfileBeanList: true }).partial().shape

const counts = { total: z.int(), active: z.int(), finished: z.int(), cancelled: z.int() }
/** The total covers what is paid in euros (O3-68). */
const PaidSummary = z.object({ summary: z.object({ ...counts, totalAmount: z.number() }) })

const summaryOn = (base: ApiBase, of: string) =>
  call({
    base,
    method: 'GET',
    path: '/users/:sd/summary/:idUser',
    access: seeing,
    summary: `How many ${of} a user has, by how they stand, and what they come to`,
    params: ofUser,
    response: PaidSummary,
  })

export const FoundUser = UserRow.pick({
  id: true,
  firstName: true,
  lastName: true,
  userEmail: true,
  prefixMobileNumber: true,
  mobileNumber: true,
  status: true,
})
export type FoundUser = z.output<typeof FoundUser>

const userList = list({
  path: '/users/:sd/all',
  access: seeing,
  summary: 'The users of the white labels that the reader may see, by id',
  key: 'users',
  fields: userFields,
  resultsPerPage: 100,
  export: { title: 'screens.users', labels: { idWhiteLabel: 'user.whiteLabelId' } },
})

export const users = {
  list: userList,
  export: exportOf(userList),
  search: call({
    method: 'GET',
    path: '/users/:sd/search',
    access: seeing,
    summary: 'The users that a text names by id, name, telephone or e-mail, the newest first',
    query: z.strictObject({ text: z.string().trim().min(1).max(60) }),
    response: z.object({ users: z.array(FoundUser) }),
  }),
  get: call({
    method: 'GET',
    path: '/users/:sd/:id',
    access: seeing,
    summary: 'One user; with extraParams=userVehicles their vehicles too',
    params: one,
    query: z.strictObject({ extraParams: z.literal('userVehicles').optional() }),
    response: z.object({ user: UserDetail }),
  }),
  update: call({
    method: 'PUT',
    path: '/users/:sd/userinfo/:id',
    access: editing,
    summary: 'Changes a user; a version that others have changed since is refused with what they changed',
    params: one,
    body: z.strictObject({ ...sentAlong, ...z.object(written).partial().shape, version: z.int32() }),
    response: z.object({ user: UserDetail }),
  }),
  changeStatus: call({
    method: 'PUT',
    path: '/users/:sd/:id/:status',
    access: editing,
    summary: 'Enables (1) or disables (-1) a user',
    params: withParams({
      id,
      status: z.coerce.number().pipe(z.literal([userStatus.enabled, userStatus.disabled])),
    }),
    code: 204,
    response: z.undefined(),
  }),
  journal: call({
    method: 'GET',
    path: '/users/:sd/:id/journal',
    access: seeing,
    summary: 'Who changed what of a user, newest first',
    params: one,
    response: z.object({ journal: z.array(JournalLine) }),
  }),
  bookings: call({
    method: 'GET',
    path: '/users/:sd/:id/bookings',
    access: seeing,
    summary: 'The last bookings of a user, the latest start first',
    params: one,
    response: z.object({ bookings: z.array(Booking) }),
  }),
  journeys: journeysOf('users', seeing),
  summary: call({
    method: 'GET',
    path: '/users/:sd/summary/:idUser',
    access: seeing,
    summary: 'How many taxi bookings a user has, by how they stand, and what they come to in each currency',
    params: ofUser,
    response: z.object({
      summary: z.object({ ...counts, totals: z.array(z.object({ currency: z.string(), amount: z.number() })) }),
    }),
  }),
  routesSummary: call({
    method: 'GET',
    path: '/users/:sd/summary/routes/:idUser',
    access: seeing,
    summary: 'How many routes a user recorded, by how they stand, and how far they went',
    params: ofUser,
    response: z.object({ summary: z.object({ ...counts, distanceMeters: z.int() }) }),
  }),
  parkingSummary: summaryOn('parking', 'parking bookings'),
  ticketsSummary: summaryOn('transport', 'tickets'),
  personalData: call({
    method: 'POST',
    path: '/users/:sd/:id/personalData',
    access: editing,
    summary:
      'Everything kept about a user: a zip of JSON files and images. Needs viewDocumentsByWhiteLabel of the user’s white label too.',
    params: one,
    response: { file: ['zip'] },
  }),
  erase: call({
    method: 'DELETE',
    path: '/users/:sd/:id/personalData',
    access: editing,
    summary: 'Erases what is kept about the person for good; amounts and dates stay',
    params: one,
    /** The user's id again, typed to confirm. */
    body: z.strictObject({ confirmedId: z.int() }),
    code: 204,
    response: z.undefined(),
  }),
}
