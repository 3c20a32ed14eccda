import type { pois } from '@parada/contract/calls/pois'
import type { self } from '@parada/contract/calls/self'
import type { services } from '@parada/contract/calls/services'
import type { FrontConfig } from '@parada/contract/calls/whitelabels'
import type { AnswerOf } from '@parada/contract/kit'
import { type Grants, grantsOf, ownValue, type PermissionEntry } from '@parada/domain/access/permissions'
import type { EndReason } from './events.ts'

/** State that survives a reload, under the names that the documents give its session storage entries (P-004). */
type StoredSession = {
  token: string
  permissions: PermissionEntry[]
  userPermissionValues: Record<string, string>
  customerType: string | undefined
  whitelabelConfig: FrontConfig
  taxiFeatures: AnswerOf<typeof self.taxiFeatures>
  bookingsAlive: AnswerOf<typeof services.alive>['services']
  pois: AnswerOf<typeof pois.all>['pois']
  self: AnswerOf<typeof self.who>
  fleets: AnswerOf<typeof self.fleets>['fleets']
  lastSessionTime: number
  lastPingTime: number
}

/** State that would be stale after a reload or is derived from the rest. */
type InMemory = {
  socketCredentials: AnswerOf<typeof self.socketCredentials>['userActiveMQCredentialsMessage']
  grants: Grants
  ended: EndReason
}

export type SessionState = Partial<StoredSession & InMemory>

const names = [
  'token',
  'permissions',
  'userPermissionValues',
  'customerType',
  'whitelabelConfig',
  'taxiFeatures',
  'bookingsAlive',
  'pois',
  'self',
  'fleets',
  'lastSessionTime',
  'lastPingTime',
] as const satisfies (keyof StoredSession)[]

/** The storage entry in which the wizard keeps unfinished bookings. */
export const draftsEntry = 'parada.drafts'

/** The permissions with everything derived from them. */
export const withPermissions = (permissions: PermissionEntry[]) => {
  const grants = grantsOf(permissions)
  return {
    permissions,
    grants,
    userPermissionValues: Object.fromEntries(grants),
    customerType: ownValue(grants, 'customerType'),
  }
}

/** If the storage is full, a reload loses the entry, but the session continues. */
export const store = (storage: Storage, change: SessionState) => {
  for (const name of names) {
    if (!(name in change)) continue
    try {
      if (change[name] === undefined) storage.removeItem(name)
      else storage.setItem(name, JSON.stringify(change[name]))
    } catch (problem) {
      console.warn(`The browser could not keep ${name}`, problem)
    }
  }
}

const read = (storage: Storage, name: string): unknown => {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const restore = (storage: Storage): SessionState => {
  const entries = names.map((name) => [name, read(storage, name)] as const).filter(([, value]) => value !== undefined)
  const state = Object.fromEntries(entries) as SessionState
  if (typeof state.token !== 'string') return {}
  return Array.isArray(state.permissions) ? { ...state, ...withPermissions(state.permissions) } : state
}
