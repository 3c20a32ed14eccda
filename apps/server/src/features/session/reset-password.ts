import { createHash } from 'node:crypto'
import type { session } from '@parada/contract/calls/session'
import { hashOfKey, newKey } from '@parada/db/keys'
import { putInOutbox } from '@parada/db/queries/outbox'
import { createPasswordReset, setPassword, takePasswordReset } from '@parada/db/queries/password-resets'
import { deleteSessionsOf } from '@parada/db/queries/sessions'
import { addFailure, findUserByIdentifier, readFailures } from '@parada/db/queries/sign-in'
import { frontConfig } from '@parada/db/queries/tenants'
import { blockedFor } from '@parada/domain/sign-in-delay'
import { resetMail } from '../../deliveries/mail-texts.ts'
import type { PublicContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { hashPassword } from '../../passwords.ts'

const validFor = 3_600_000

/**
 * Where a mailed link leads. A Host header is whatever its sender wrote: believed where it names this machine, but never put
 * into a mail to somebody else.
 */
const linkBase = (publicUrl: string | undefined, subdomain: string, origin: string) => {
  if (publicUrl) return publicUrl.replace('{sd}', subdomain).replace(/\/$/, '')
  const asked = URL.canParse(origin) ? new URL(origin) : undefined
  const isOwn = asked && (ownNames(subdomain).includes(asked.hostname) || /^127(\.\d+){3}$/.test(asked.hostname))
  return isOwn ? asked.origin : undefined
}

const ownNames = (subdomain: string) => ['localhost', `${subdomain}.localhost`, '[::1]']

/** Mails a link that sets a new password. Nothing in the answer tells whether the address is known. */
export const resendPassword = async (context: PublicContext<typeof session.resendPassword>) => {
  const { body, headers, inTenant, origin, config, now, tenant } = context
  const base = linkBase(config.publicUrl, tenant.subdomain, origin)
  if (!base) return refuse.state('problems.passwordMailOff')
  const subject = createHash('sha256').update(`reset:${body.email.toLowerCase()}`).digest()

  const refused = await inTenant(async (tx) => {
    const asked = await readFailures(tx, subject)
    const wait = blockedFor(asked, now.getTime())
    if (wait > 0) return refuse.tooMany(Math.ceil(wait / 1_000))
    await addFailure(tx, tenant.id, subject, now)

    const user = await findUserByIdentifier(tx, body.email)
    if (!user?.user_email || user.status !== 1) return undefined
    const token = newKey()
    await createPasswordReset(tx, tenant.id, user.id, hashOfKey(token), new Date(now.getTime() + validFor))
    const { name } = await frontConfig(tx)
    const language = String(headers['accept-language'] ?? '').startsWith('es') ? 'es' : 'en'
    const link = `${base}/pages/forgot?reset=${token}`
    await putInOutbox(tx, tenant.id, 'mail', {
      to: user.user_email,
      ...resetMail(language, { tenant: name, name: user.first_name, link }),
    })
    return undefined
  })
  return refused
}

/** A used link, an old one and a made-up one are refused alike; every session of the user ends. */
export const resetPassword = async (context: PublicContext<typeof session.resetPassword>) => {
  const { body, inTenant, now } = context
  const passwordHash = await hashPassword(body.password)
  return inTenant(async (tx) => {
    const userId = await takePasswordReset(tx, hashOfKey(body.token), now)
    if (userId === undefined) throw refuse.rule('problems.linkExpired', 'token')
    await setPassword(tx, userId, passwordHash)
    await deleteSessionsOf(tx, userId)
    return undefined
  })
}
