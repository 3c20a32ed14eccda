import { z } from 'zod'
import { call } from '../kit.ts'

export const Permission = z.object({ key1: z.string(), value: z.string() })

export const Password = z
  .base64()
  .length(28)
  .describe('base64 of the SHA-1 of the password: the clear text never travels')

export const session = {
  signIn: call({
    method: 'POST',
    path: '/authenticate/:sd/',
    access: 'public',
    summary: 'Sign in: Basic base64(e-mail or prefix;number, a colon, base64 SHA-1 of the password)',
    headers: ['authorization'],
    response: z.object({ token: z.string(), permissions: z.array(Permission) }),
  }),
  signOut: call({
    method: 'POST',
    path: '/authenticate/:sd/logout',
    access: 'signedIn',
    summary: 'Revoke the token',
    code: 204,
    response: z.undefined(),
  }),
  resendPassword: call({
    method: 'POST',
    path: '/users/:sd/resend-password',
    access: 'public',
    summary: 'Mail a link to set a new password; answers alike whether or not the address is known',
    body: z.strictObject({ email: z.email().max(254) }),
    code: 204,
    response: z.undefined(),
  }),
  resetPassword: call({
    method: 'POST',
    path: '/users/:sd/reset-password',
    access: 'public',
    summary: 'Set a new password with the token of the mailed link',
    body: z.strictObject({ token: z.string().min(1).max(100), password: Password }),
    code: 204,
    response: z.undefined(),
  }),
}
