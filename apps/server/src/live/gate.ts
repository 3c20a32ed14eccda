import { hashOfKey } from '@parada/db/keys'
import type { Database } from '@parada/db/open'
import { type LiveUser, liveLogin } from '@parada/db/queries/events'
import { ownFleets } from '@parada/db/queries/fleets'
import { loadSession } from '@parada/db/queries/sessions'
import { permissionsOf } from '@parada/db/queries/sign-in'
import { frontConfig } from '@parada/db/queries/tenants'
import { allFleets } from '@parada/domain/access/fleets'
import { grantsOf } from '@parada/domain/access/permissions'
import { topicPrefix, topicsOf } from '@parada/domain/live'

/** Who may connect, and to which destinations they may listen: the same answer for every broker. */
export type Gate = {
  login: (userName: string, password: string) => Promise<LiveUser | undefined>
  /** Undefined once the session is over. */
  destinations: (user: LiveUser) => Promise<ReadonlySet<string> | undefined>
}

export const gate = (database: Database, now: () => Date): Gate => ({
  login: (userName, password) => liveLogin(database.db, userName, hashOfKey(password)),
  destinations: (user) =>
    database.inTenant(
      user.tenantId,
      async (tx) => {
        const [session, { showCancelledBookingNotifications = false }] = await Promise.all([
          loadSession(tx, user.tokenHash, now()),
          frontConfig(tx),
        ])
        if (!session) return undefined
        const grants = grantsOf(await permissionsOf(tx, session.id))
        const fleets = await ownFleets(tx, allFleets(grants))
        const listener = {
          idUser: session.id,
          grants,
          ownFleets: fleets.map(({ id }) => id),
          showCancelledBookingNotifications,
        }
        const prefix = topicPrefix(user.subdomain)
        return new Set(topicsOf(listener).map((topic) => prefix + topic))
      },
      { isRead: true },
    ),
})
