import { code, fields, number, numbered, type RowOf, text, time } from '../list/fields.ts'
import type { AuthorizationStatus } from './status.ts'

/** A person's right to book under a subscriber code and user number. */
export const authorizationFields = fields({
  id: number,
  version: number.notFiltered.notSorted,
  status: code<'authorizationStatus', AuthorizationStatus>('authorizationStatus'),
  subscriberCode: text,
  userNumber: text,
  firstName: text,
  lastName: text,
  mobileNumber: text,
  phoneNumber: text,
  userEmail: text,
  notificationCCEmail: text.notSorted,
  superiorEmail: text.notSorted,
  authorizationAlias: text,
  locale: text.notSorted,
  idUser: number.nullable,
  commentsForOperator: text.notSorted,
  commentsForDriver: text.notSorted,
  idPaymentAccount: number,
  idTravelGroup: number.nullable,
  idDispatchGroup: number.nullable.notSorted,
  authorizationGroupId: number.nullable.notSorted,
  authorizationType: number.nullable.notSorted,
  paymentMethodType: number.nullable.notSorted,
  dateCreated: time,
  lastChange: time,
  validFromDate: time.nullable,
  expirationDate: time.nullable,
  availableTimesLeft: number.nullable,
  countServices: number,
  ...numbered('authorizationBreak', 10, text.notSorted),
})
export type AuthorizationRecord = RowOf<typeof authorizationFields>
