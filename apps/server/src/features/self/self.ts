import { createHash } from 'node:crypto'
import type { self } from '@parada/contract/calls/self'
import { hashOfKey, newKey } from '@parada/db/keys'
import { ownFleets, taxiFeatures, usualAnswers } from '@parada/db/queries/fleets'
import { passwordOwner, setPassword } from '@parada/db/queries/password-resets'
import { deleteOtherSessionsOf, replaceSocketCredential, setBusy } from '@parada/db/queries/sessions'
import { addFailure, forgetFailures, lockIfAlone, readFailures } from '@parada/db/queries/sign-in'
import { allFleets } from '@parada/domain/access/fleets'
import { blockedFor } from '@parada/domain/sign-in-delay'
import { tellOfNewPassword } from '../../deliveries/password-notice.ts'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { hashPassword, isPassword } from '../../passwords.ts'
import { securityEvent } from '../../security/security-event.ts'
import { isWeak } from '../../weak-passwords.ts'

/** Long enough to connect over a slow line, too short to be worth stealing. */
const credentialLife = 5 * 60_000

export const selfHandlers: Handlers<typeof self> = {
  who: async ({ user: { id, name, surname } }) => ({ id, name, surname }),
  /** Slows down wrong passwords as sign-in does, so that nobody can guess the password at an unattended desk. */
  changePassword: async (context) => {
    const { tx, user, tenant, body, headers, now } = context
    const subject = createHash('sha256').update(`password:${user.id}`).digest()
    const isAlone = await lockIfAlone(tx, tenant.id, subject)
    const wait = isAlone ? blockedFor(await readFailures(tx, subject), now.getTime()) : 1_000
    if (wait > 0) {
      securityEvent(context, { kind: 'passwordChange', outcome: 'blocked' })
      return refuse.tooMany(Math.ceil(wait / 1_000))
    }
    const owner = await passwordOwner(tx, user.id)
    if (!(await isPassword(owner.password_hash, body.currentPassword))) {
      await addFailure(tx, tenant.id, subject, now)
      securityEvent(context, { kind: 'passwordChange', outcome: 'failed' })
      return refuse.rule('problems.passwordWrong', 'currentPassword')
    }
    await forgetFailures(tx, subject)
    if (await isWeak(body.password)) return refuse.rule('problems.passwordWeak', 'password')
    await setPassword(tx, user.id, await hashPassword(body.password), now)
    await deleteOtherSessionsOf(tx, user.id, user.tokenHash)
    await tellOfNewPassword(tx, tenant.id, owner, String(headers['accept-language'] ?? ''))
    securityEvent(context, { kind: 'passwordChange' })
    return undefined
  },
  availability: async ({ tx, user, body }) => {
    await setBusy(tx, user.tokenHash, body.state === 'busy')
    return undefined
  },
  permissions: async ({ user }) => ({ permissions: [...user.permissions] }),
  fleets: async ({ tx, user, tenant }) => {
    const own = await ownFleets(tx, allFleets(user.grants))
    const usual = own.length === 0 ? new Map<number, number>() : await usualAnswers(tx, tenant.id)
    return { fleets: own.map((fleet) => ({ ...fleet, usualAnswerSeconds: usual.get(fleet.id) })) }
  },
  taxiFeatures: async ({ tx }) => taxiFeatures(tx),
  socketCredentials: async ({ tx, user, tenant, origin, config, now }) => {
    const userName = newKey()
    const password = newKey()
    const expiresAt = new Date(now.getTime() + credentialLife)
    const { tokenHash } = user
    const secretHash = hashOfKey(password)
    await replaceSocketCredential(tx, { tenantId: tenant.id, tokenHash, userName, secretHash, expiresAt })
    return {
      userActiveMQCredentialsMessage: {
        url: config.broker.stompUrl ?? `${origin.replace(/^http/, 'ws')}/live`,
        user: userName,
        password,
        topicPrefix: `/topic/parada.${tenant.subdomain}.`,
      },
    }
  },
}
