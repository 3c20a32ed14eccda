import { hashOfKey } from '@parada/db/keys'
import type { Database } from '@parada/db/open'
import { type LiveUser, liveLogin } from '@parada/db/queries/events'
import { ownFleets } from '@parada/db/queries/fleets'
import { endedTokens, loadSession } from '@parada/db/queries/sessions'
import { permissionsOf } from '@parada/db/queries/sign-in'
import { frontConfig } from '@parada/db/queries/tenants'
import { allFleets } from '@parada/domain/access/fleets'
import { grantsOf } from '@parada/domain/access/permissions'
import { topicPrefix, topicsOf } from '@parada/domain/live'
import type { Broker } from './broker.ts'

/** Who may connect and which destinations they may listen to; the same for every broker. */
export type Gate = {
  login: (userName: string, password: string) => Promise<LiveUser | undefined>
  /** Undefined if the session is over. */
  destinations: (user: LiveUser) => Promise<ReadonlySet<string> | undefined>
  /** The users whose session is over. */
  ended: (users: readonly LiveUser[]) => Promise<LiveUser[]>
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
  ended: async (users) => {
    const ended: LiveUser[] = []
    for (const [tenantId, ofTenant] of Map.groupBy(users, (user) => user.tenantId)) {
      const hashes = ofTenant.map(({ tokenHash }) => tokenHash)
      const over = await database.inTenant(tenantId, (tx) => endedTokens(tx, hashes, now()), { isRead: true })
      ended.push(...ofTenant.filter(({ tokenHash }) => over.some((one) => one.equals(tokenHash))))
    }
    return ended
  },
})

const lookEveryMs = 5_000

type GateBroker = Pick<Broker, 'accessChanged'> & { users: () => LiveUser[] }

/**
 * An expired session or a disabled user causes no notification, so the sessions of all listeners are checked every few
 * seconds.
 */
export const watchSessions = (gate: Pick<Gate, 'ended'>, { users, accessChanged }: GateBroker) => {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      for (const user of await gate.ended(users())) accessChanged(user)
    } catch {
      // The database cannot be reached; the next check tries again.
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(look, lookEveryMs)
  return { stop: () => clearInterval(timer) }
}
