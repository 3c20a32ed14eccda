import { shortestPassword } from '@parada/domain/session'

/** Problems with a new password that was entered twice. */
export const newPasswordProblems = (password: string, again: string) => ({
  ...(password.length < shortestPassword && { password: 'problems.passwordTooShort' as const }),
  ...(password !== again && { again: 'problems.passwordsDiffer' as const }),
})
