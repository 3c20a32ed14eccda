import type { self } from '@parada/contract/calls/self'
import { ownFleets, taxiFeatures } from '@parada/db/queries/fleets'
import { replaceSocketCredential } from '@parada/db/queries/socket-credentials'
import { allFleets } from '@parada/domain/access/fleets'
import type { Handlers } from '../../http/context.ts'
import { hashOf, newToken } from '../../http/token.ts'

/** Long enough for a slow connection to be made, too short to be worth stealing. */
const credentialLife = 5 * 60_000

export const selfHandlers: Handlers<typeof self> = {
  who: async ({ user: { id, name, surname } }) => ({ id, name, surname }),
  permissions: async ({ user }) => ({ permissions: [...user.permissions] }),
  fleets: async ({ tx, user }) => ({ fleets: await ownFleets(tx, allFleets(user.grants)) }),
  taxiFeatures: async ({ tx }) => taxiFeatures(tx),
  socketCredentials: async ({ tx, user, tenant, origin, services }) => {
    const userName = newToken()
    const password = newToken()
    const expiresAt = new Date(services.now().getTime() + credentialLife)
    const { tokenHash } = user
    const secretHash = hashOf(password)
    await replaceSocketCredential(tx, { tenantId: tenant.id, tokenHash, userName, secretHash, expiresAt })
    return {
      userActiveMQCredentialsMessage: {
        url: services.config.broker.stompUrl ?? `${origin.replace(/^http/, 'ws')}/live`,
        user: userName,
        password,
        topicPrefix: `/topic/parada.${tenant.subdomain}.`,
      },
    }
  },
}
