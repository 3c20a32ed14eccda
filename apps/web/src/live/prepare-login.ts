import { self } from '@parada/contract/calls/self'
import { whitelabels } from '@parada/contract/calls/whitelabels'
import { grantsOf } from '@parada/domain/access/permissions'
import { topicsOf } from '@parada/domain/live'
import type { Client } from '../kit/client.ts'
import type { Session } from '../session/session.ts'
import type { Attempt, Login } from './connection.ts'

/**
 * Credentials are valid once: the first connection uses those from start-up, each later one requests its own. The user
 * and their permissions come from the session, unless they did not load or the broker refused them.
 */
export const prepareLogin =
  (session: Session, ask: Client) =>
  async ({ isFirst, wasRefused }: Attempt): Promise<Login> => {
    if (isFirst) await session.loaded('socketCredentials', 'permissions', 'fleets', 'self', 'whitelabelConfig')
    const { socketCredentials } = isFirst ? session.state() : {}
    const known = wasRefused ? {} : session.state()
    const [credentials, grants, fleets, who, config] = await Promise.all([
      socketCredentials ?? ask(self.socketCredentials).then((answer) => answer.userActiveMQCredentialsMessage),
      known.grants ?? ask(self.permissions).then(({ permissions }) => grantsOf(permissions)),
      known.fleets ?? ask(self.fleets).then((answer) => answer.fleets),
      known.self ?? ask(self.who),
      known.whitelabelConfig ?? ask(whitelabels.frontConfig),
    ])
    const { url, user, password, topicPrefix } = credentials
    const topics = topicsOf({
      idUser: who.id,
      grants,
      ownFleets: fleets.map(({ id }) => id),
      showCancelledBookingNotifications: config.showCancelledBookingNotifications === true,
    })
    return { url, user, password, destinations: topics.map((topic) => topicPrefix + topic) }
  }
