import type { ProblemKey } from '../problem/keys.ts'
import { isEmail } from '../session.ts'
import type { UserRecord } from './fields.ts'

/** The fields of a user that people fill in; everything else is derived or has an action of its own. */
export const writtenFields = [
  'firstName',
  'lastName',
  'userEmail',
  'prefixMobileNumber',
  'mobileNumber',
  'additionalInfo',
  'isAcceptedAd',
  'category',
] as const satisfies (keyof UserRecord)[]
export type WrittenUser = Pick<UserRecord, (typeof writtenFields)[number]>

export const userTextLimits = { firstName: 200, lastName: 200, category: 100, additionalInfo: 1_000 } as const

type TypedUser = {
  firstName: string
  userEmail: string | null
  prefixMobileNumber: string | null
  mobileNumber: string | null
}

const hasText = (text: string | null) => (text ?? '').trim() !== ''

/** Every rule that the inputs break, by input. */
export const userProblems = (user: TypedUser) => {
  const { firstName, userEmail, prefixMobileNumber, mobileNumber } = user
  const found: Partial<Record<keyof TypedUser, ProblemKey>> = {}
  if (!hasText(firstName)) found.firstName = 'problems.missingProperty'
  if (hasText(userEmail) && !isEmail((userEmail ?? '').trim())) found.userEmail = 'problems.emailInvalid'
  if (hasText(mobileNumber)) {
    if (!/^\d{6,15}$/.test((mobileNumber ?? '').trim())) found.mobileNumber = 'problems.numberInvalid'
    if (!/^\d{1,4}$/.test((prefixMobileNumber ?? '').trim())) found.prefixMobileNumber = 'problems.prefixInvalid'
  }
  if (!hasText(userEmail) && !hasText(mobileNumber)) found.userEmail = 'problems.userUnreachable'
  return found
}

/** A changed address or number has to be verified again. */
export const verifiedAfter = (before: UserRecord, after: Partial<WrittenUser>) => {
  const isChanged = (...names: (keyof WrittenUser)[]) =>
    names.some((name) => after[name] !== undefined && after[name] !== before[name])
  return {
    ...(isChanged('userEmail') && { isEmailVerified: false }),
    ...(isChanged('prefixMobileNumber', 'mobileNumber') && { isMobileNumberVerified: false }),
  }
}
