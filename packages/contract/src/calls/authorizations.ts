import { anyOf } from '@parada/domain/access/permissions'
import { authorizationFields } from '@parada/domain/authorization/fields'
import { authorizationLocales } from '@parada/domain/authorization/locales'
import { authorizationStatus } from '@parada/domain/authorization/status'
import { authorizationViews } from '@parada/domain/authorization/views'
import { authorizationBreakNumbers } from '@parada/domain/booking/breaks'
import { keysOf } from '@parada/domain/objects'
import { z } from 'zod'
import { Booking } from '../booking.ts'
import { Authorization, AuthorizationRow } from '../customer.ts'
import { journeysOf } from '../journey.ts'
import { call, id, withParams } from '../kit.ts'
import { list, viewCounts } from '../list.ts'
import { exportOf } from '../list-export.ts'
import { MaybePhone } from '../phone.ts'
import { each } from '../schemas.ts'

export const authorizationBreaks = authorizationBreakNumbers.map((number) => `authorizationBreak${number}` as const)

export const AuthorizationDetail = Authorization.omit({ bookings: true }).extend({ version: z.int() })

const one = withParams({ id })
const editing = anyOf('editAuthorizationByPA')
const creating = anyOf('editAuthorizationByPA', 'createAuthorizationByPA')
const seeing = anyOf('editAuthorizationByPA', 'createAuthorizationByPA', 'viewAllAuthorizations')
const booking = anyOf(
  'dispatchServiceByFleet',
  'editServiceByFleet',
  'editServiceToInvoiceByFleet',
  'viewAllAuthorizations',
  'editAuthorizationByPA',
  'createAuthorizationByPA',
)

const line = z.string().trim().max(200).nullish()
const mail = z.union([z.literal(''), z.email().max(254)]).nullish()
const moment = z.int().min(0).max(253_402_300_799_999).nullish()
const reference = z.int().positive().nullish()
const count = z.int32().min(0).nullish()

const written = {
  ...each(z.string().trim().min(1).max(100), ['subscriberCode', 'userNumber']),
  ...each(line, ['firstName', 'lastName', 'authorizationAlias']),
  ...each(MaybePhone.nullish(), ['mobileNumber', 'phoneNumber']),
  ...each(mail, ['userEmail', 'notificationCCEmail', 'superiorEmail']),
  ...each(z.string().trim().max(1_000).nullish(), ['commentsForOperator', 'commentsForDriver']),
  locale: z.enum(authorizationLocales).nullish(),
  ...each(moment, ['validFromDate', 'expirationDate']),
  ...each(count, ['availableTimesLeft', 'authorizationType', 'paymentMethodType']),
  ...each(reference, ['idUser', 'idDispatchGroup', 'idTravelGroup', 'authorizationGroupId']),
  ...each(line, authorizationBreaks),
  idPaymentAccount: z.int().positive(),
}
const Fields = z.object(written)
export type AuthorizationFields = z.output<typeof Fields>

/** Fields that a person fills in; the server maintains the rest. */
export const writtenFields = keysOf(written)

/** One change of an authorization: who, when, before and after. */
export const AuthorizationChange = z.object({
  version: z.int(),
  at: z.int(),
  who: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuthorizationChange = z.output<typeof AuthorizationChange>

export const AccountForm = z.object({
  config: z.string(),
  travelGroupList: z.array(z.object({ id: z.int(), name: z.string() })),
  idDefaultTravelGroup: z.int().nullable(),
})

const authorizationList = list({
  path: '/authorizations/:sd/all',
  access: seeing,
  summary: 'The authorizations of the payment accounts the user may see, newest first',
  key: 'authorizations',
  fields: authorizationFields,
  views: authorizationViews,
  export: { title: 'screens.authorizations' },
})

export const authorizations = {
  list: authorizationList,
  export: exportOf(authorizationList),
  counts: viewCounts(authorizationList, {
    path: '/authorizations/:sd/counts',
    summary: 'How many of them are of each status, expire soon or are used up, under the same filters',
  }),
  accounts: call({
    method: 'GET',
    path: '/authorizations/:sd/accounts',
    access: creating,
    summary: 'The payment accounts that the user may create authorizations for, by name',
    response: z.object({ accounts: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  search: call({
    method: 'GET',
    path: '/authorizations/:sd/search',
    access: booking,
    summary: 'The authorization of a subscriber code and user number; with checkType=bookable only if it may book now',
    query: z.strictObject({
      subscriberCode: z.string().min(1).max(100),
      userNumber: z.string().min(1).max(100),
      checkType: z.enum(['any', 'bookable']).default('any'),
    }),
    response: z.object({ authorization: AuthorizationDetail }),
  }),
  form: call({
    method: 'GET',
    path: '/authorizations/:sd/form/:idPaymentAccount',
    access: creating,
    summary: 'The form that creates authorizations of a payment account',
    params: withParams({ idPaymentAccount: id }),
    response: AccountForm,
  }),
  get: call({
    method: 'GET',
    path: '/authorizations/:sd/:id',
    access: seeing,
    summary: 'One authorization with its linked user and the breaks that its bookings carry',
    params: one,
    response: z.object({ authorization: AuthorizationDetail }),
  }),
  create: call({
    method: 'POST',
    path: '/authorizations/:sd/',
    access: creating,
    summary: 'A new authorization, checked against the form of its payment account',
    body: z.strictObject({
      ...written,
      status: z.literal([authorizationStatus.pending, authorizationStatus.active]).default(authorizationStatus.pending),
    }),
    isIdempotent: true,
    code: 201,
    response: z.object({ authorization: AuthorizationRow }),
  }),
  update: call({
    method: 'PUT',
    path: '/authorizations/:sd/:id',
    access: editing,
    summary:
      'Changes the fields that are sent; a version that others have changed since is refused with what they changed',
    params: one,
    body: z.strictObject({ ...Fields.partial().shape, version: z.int32(), id: z.int().optional() }),
    response: z.object({ authorization: AuthorizationRow }),
  }),
  changeStatus: call({
    method: 'PUT',
    path: '/authorizations/:sd/:id/status',
    access: editing,
    summary: 'Activates or deactivates an authorization',
    params: one,
    query: z.strictObject({ newStatus: z.coerce.number().pipe(z.literal([1, 0, -1])) }),
    code: 204,
    response: z.undefined(),
  }),
  journal: call({
    method: 'GET',
    path: '/authorizations/:sd/:id/journal',
    access: seeing,
    summary: 'Who changed what in an authorization, newest first; with before, what happened before that version',
    params: one,
    query: z.strictObject({ before: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
    response: z.object({ journal: z.array(AuthorizationChange), hasMore: z.boolean() }),
  }),
  bookings: call({
    method: 'GET',
    path: '/authorizations/:sd/:id/bookings',
    access: seeing,
    summary: 'The bookings under an authorization, the latest start first',
    params: one,
    response: z.object({ bookings: z.array(Booking) }),
  }),
  journeys: journeysOf('authorizations', seeing),
  unlinkUser: call({
    method: 'DELETE',
    path: '/authorizations/:sd/:id/unlinkuser',
    access: editing,
    summary: 'Takes the linked user from an authorization',
    params: one,
    code: 204,
    response: z.undefined(),
  }),
  sendEmail: call({
    method: 'POST',
    path: '/authorizations/:sd/sendEmail',
    access: creating,
    summary: 'Mails an authorization’s code and number to an address',
    body: z.strictObject({ emailTo: z.email().max(254), idAuthorization: z.int().positive() }),
    code: 204,
    response: z.undefined(),
  }),
  editWarning: call({
    method: 'GET',
    path: '/authorizations/:sd/:id/editWarning',
    access: booking,
    summary: 'What to tell whoever edits or cancels a booking under an authorization',
    params: one,
    response: z.object({ hasToShowCancel: z.boolean(), cancelMessage: z.string() }),
  }),
}
