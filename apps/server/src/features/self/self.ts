import type { self } from '@parada/contract/calls/self'
import { hashOfKey, newKey } from '@parada/db/keys'
import { ownFleets, taxiFeatures, usualAnswers } from '@parada/db/queries/fleets'
import { replaceSocketCredential } from '@parada/db/queries/sessions'
import { allFleets } from '@parada/domain/access/fleets'
import type { Handlers } from '../../http/context.ts'

/** Long enough for a slow connection to be made, too short to be worth stealing. */
const credentialLife = 5 * 60_000

export const selfHandlers: Handlers<typeof self> = {
  who: async ({ user: { id, name, surname } }) => ({ id, name, surname }),
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
