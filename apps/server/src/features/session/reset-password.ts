import { createHash } from 'node:crypto'
import type { session } from '@parada/contract/calls/session'
import { hashOfKey } from '@parada/db/keys'
import { putInOutbox } from '@parada/db/queries/outbox'
import { isResetStanding, setPassword, takePasswordReset } from '@parada/db/queries/password-resets'
import { deleteSessionsOf } from '@parada/db/queries/sessions'
import { endTry, takeTry } from '@parada/db/queries/sign-in'
import { canonicalIdentifier, maskedIdentifier } from '@parada/domain/session'
import { tellOfNewPassword } from '../../deliveries/password-notice.ts'
import type { PublicContext } from '../../http/context.ts'
import { tenantAddress } from '../../http/own-hosts.ts'
import { refuse } from '../../http/problem.ts'
import { hashPassword } from '../../passwords.ts'
import { fullName, securityEvent, securityEventAside } from '../../security/security-event.ts'
import { isWeak } from '../../weak-passwords.ts'

/** Mails a link that sets a new password. The response does not reveal whether the address is known. */
export const resendPassword = async (context: PublicContext<typeof session.resendPassword>) => {
  const { body, headers, inTenant, origin, config, now, tenant } = context
  const base = tenantAddress(config.publicUrl, tenant.subdomain, origin)
  if (!base) return refuse.state('problems.passwordMailOff')
  const subject = createHash('sha256').update(`reset:${body.email.toLowerCase()}`).digest()

  // The outbox looks up the user later, because a slower response to a known address would reveal it.
  return inTenant(async (tx) => {
    const wait = await takeTry(tx, tenant.id, [{ subject, free: 0 }], now)
    const who = maskedIdentifier(canonicalIdentifier(body.email))
    securityEvent({ ...context, tx }, { kind: 'passwordLink', outcome: wait > 0 ? 'blocked' : 'done', who })
    if (wait > 0) return refuse.tooMany(Math.ceil(wait / 1_000))
    const language = String(headers['accept-language'] ?? '').startsWith('es') ? 'es' : 'en'
    await putInOutbox(tx, tenant.id, 'passwordLink', { email: body.email.toLowerCase(), base, language })
    return undefined
  })
}

/** Allows typing errors with a valid link, but slows down guessing of links. */
const freeTries = 10

/**
 * Used, expired and made-up links are refused alike. Success ends every session of the user and voids every other link.
 */
export const resetPassword = async (context: PublicContext<typeof session.resetPassword>) => {
  const { body, headers, ip, tenant, inTenant, now } = context
  const token = hashOfKey(body.token)
  const subject = createHash('sha256').update(`reset token:${ip}`).digest()
  const { wait, isStanding } = await inTenant(async (tx) => ({
    wait: await takeTry(tx, tenant.id, [{ subject, free: freeTries }], now),
    isStanding: await isResetStanding(tx, token, now),
  }))
  if (wait > 0 || !isStanding)
    await securityEventAside(context, { kind: 'passwordReset', outcome: wait > 0 ? 'blocked' : 'failed' })
  if (wait > 0) return refuse.tooMany(Math.ceil(wait / 1_000))
  if (!isStanding) return refuse.rule('problems.linkExpired', 'token')
  if (await isWeak(body.password)) return refuse.rule('problems.passwordWeak', 'password')

  const passwordHash = await hashPassword(body.password)
  return inTenant(async (tx) => {
    const user = await takePasswordReset(tx, token, now)
    if (!user) throw refuse.rule('problems.linkExpired', 'token')
    await setPassword(tx, user.id, passwordHash, now)
    await deleteSessionsOf(tx, user.id)
    await endTry(tx, tenant.id, { giveBack: [subject] })
    const who = fullName({ name: user.first_name, surname: user.last_name })
    securityEvent({ ...context, tx }, { kind: 'passwordReset', idStaff: user.id, who })
    await tellOfNewPassword(tx, tenant.id, user, String(headers['accept-language'] ?? ''))
    return undefined
  })
}
