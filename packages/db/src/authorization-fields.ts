import type { ListColumn } from './list.ts'

type Break = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** An authorization as it is kept, under the documents' names; moments are epoch milliseconds. */
export type AuthorizationRecord = {
  id: number
  version: number
  status: 1 | 0 | -1
  subscriberCode: string
  userNumber: string
  firstName: string
  lastName: string
  mobileNumber: string
  phoneNumber: string
  userEmail: string
  notificationCCEmail: string
  superiorEmail: string
  authorizationAlias: string
  locale: string
  idUser: number | null
  commentsForOperator: string
  commentsForDriver: string
  idPaymentAccount: number
  idTravelGroup: number | null
  idDispatchGroup: number | null
  authorizationGroupId: number | null
  authorizationType: number | null
  paymentMethodType: number | null
  dateCreated: number
  lastChange: number
  validFromDate: number | null
  expirationDate: number | null
  availableTimesLeft: number | null
  countServices: number
} & Record<`authorizationBreak${Break}`, string>

export type AuthorizationField = keyof AuthorizationRecord

const texts = [
  'subscriberCode',
  'userNumber',
  'firstName',
  'lastName',
  'mobileNumber',
  'phoneNumber',
  'userEmail',
  'notificationCCEmail',
  'superiorEmail',
  'authorizationAlias',
  'locale',
  'commentsForOperator',
  'commentsForDriver',
  'authorizationBreak1',
  'authorizationBreak2',
  'authorizationBreak3',
  'authorizationBreak4',
  'authorizationBreak5',
  'authorizationBreak6',
  'authorizationBreak7',
  'authorizationBreak8',
  'authorizationBreak9',
  'authorizationBreak10',
] as const
const numbers = [
  'id',
  'version',
  'status',
  'idUser',
  'idPaymentAccount',
  'idTravelGroup',
  'idDispatchGroup',
  'authorizationGroupId',
  'authorizationType',
  'paymentMethodType',
  'availableTimesLeft',
  'countServices',
] as const
const times = ['dateCreated', 'lastChange', 'validFromDate', 'expirationDate'] as const

const columnOf = (field: string) =>
  field.replace('CCEmail', 'CcEmail').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnsOf = <const Field extends AuthorizationField>(fields: readonly Field[], kind: ListColumn['kind']) =>
  Object.fromEntries(fields.map((field) => [field, { column: columnOf(field), kind }])) as Record<Field, ListColumn>

/** How each field stands in SQL. */
export const authorizationColumns: Record<AuthorizationField, ListColumn> = {
  ...columnsOf(numbers, 'number'),
  ...columnsOf(texts, 'text'),
  ...columnsOf(times, 'time'),
}

/** Every field of the table under its name, for a query of one's own. */
export const selectAuthorization = Object.entries(authorizationColumns)
  .map(([field, { column, kind }]) =>
    kind === 'time' ? `(extract(epoch from ${column}) * 1000)::bigint as "${field}"` : `${column} as "${field}"`,
  )
  .join(', ')

/** A value as its column takes it. */
export const storedAuthorization = (field: AuthorizationField, value: unknown) =>
  authorizationColumns[field].kind === 'time' && typeof value === 'number' ? new Date(value) : value
