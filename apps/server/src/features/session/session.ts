import type { session } from '@parada/contract/calls/session'
import { deleteSession } from '@parada/db/queries/sessions'
import type { Handlers } from '../../http/context.ts'
import { resendPassword, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'

export const sessionHandlers: Handlers<typeof session> = {
  signIn,
  signOut: async ({ tx, user }) => {
    await deleteSession(tx, user.tokenHash)
    return undefined
  },
  resendPassword,
  resetPassword,
}
