import { code, fields, flag, number, type RowOf, text, texts, time } from '../list/fields.ts'

export const userStatus = { enabled: 1, disabled: -1 } as const
export type UserStatus = (typeof userStatus)[keyof typeof userStatus]

/** Someone who books with the tenant's app. */
export const userFields = fields({
  id: number,
  firstName: text,
  lastName: text,
  userEmail: text.nullable,
  prefixMobileNumber: text.nullable.notSorted,
  mobileNumber: text.nullable,
  dateCreated: time,
  isEmailVerified: flag.notSorted,
  isMobileNumberVerified: flag.notSorted,
  status: code<'userStatus', UserStatus>('userStatus'),
  deviceTokens: texts.notFiltered,
  additionalInfo: text.notSorted,
  isAcceptedAd: flag.notSorted,
  category: text.notSorted,
  idWhiteLabel: number,
  /** The white label's name. */
  whiteLabel: text.notFiltered.notSorted,
})
export type UserRow = RowOf<typeof userFields>

export type UserRecord = UserRow & {
  version: number
  /** When the person's data was erased; null if it was not. */
  erasedAt: number | null
}
