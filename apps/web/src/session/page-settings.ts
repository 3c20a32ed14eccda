import type { ApiBase } from '@parada/contract/kit'
import type { MapSettings } from '@parada/contract/map-settings'
import type { Session } from './session.ts'

export type DemoUser = { label: string; name: string; identifier: string; password: string }

/** The tenant's appearance before sign-in. */
export type Brand = { name?: string; color?: string; logo?: string }

/**
 * Settings served with the page. All are optional, so that the page works with any server that implements the contract.
 */
export type PageSettings = {
  tenant?: string
  defaultTenant?: string
  apiBases?: Partial<Record<ApiBase, string>>
  brand?: Brand
  demoUsers?: DemoUser[]
  styleNonce?: string
  /** Addresses of the fleets' own notification sounds, by fleet id. */
  sounds?: Record<string, string>
  /** The maps that can be drawn; without them the page draws the bundled outlines. */
  map?: MapSettings
}

export type RouteContext = {
  session: Session
  settings: PageSettings
  build: string
  /** Preloads the code of the signed-in frame. */
  prepareFrame: () => void
  /** Path and query of the page on the screen, if any. */
  pageOnScreen: () => string | undefined
}
