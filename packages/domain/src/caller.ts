import { normalPhone, phonePattern } from './phone.ts'
import type { ProblemKey } from './problem/keys.ts'

/** What keeps a caller from being saved: without a number of their own nobody can be found by it. */
export const callerProblem = ({ phoneNumber }: { phoneNumber: string }): ProblemKey | undefined => {
  const number = normalPhone(phoneNumber)
  if (number === '') return 'problems.phoneRequired'
  return phonePattern.test(number) ? undefined : 'problems.phoneInvalid'
}
