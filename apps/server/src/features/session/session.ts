import type { session } from '@parada/contract/calls/session'
import { deleteSession } from '@parada/db/queries/sessions'
import type { Handlers } from '../../http/context.ts'
import { securityEvent } from '../../security/security-event.ts'
import { resendPassword, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'

export const sessionHandlers: Handlers<typeof session> = {
  signIn,
  signOut: async (context) => {
    await deleteSession(context.tx, context.user.tokenHash)
    securityEvent(context, { kind: 'signOut' })
    return undefined
  },
  resendPassword,
  resetPassword,
}
