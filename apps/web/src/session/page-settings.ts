import type { ApiBase } from '@parada/contract/kit'
import type { MapSettings } from '@parada/contract/map-settings'
import type { Session } from './session.ts'

export type DemoUser = { label: string; name: string; identifier: string; password: string }

/** The tenant's looks before anybody signed in. */
export type Brand = { name?: string; color?: string; logo?: string }

/** What the page was served with; every value has a default, so that any server of the contract will do. */
export type PageSettings = {
  tenant?: string
  defaultTenant?: string
  apiBases?: Partial<Record<ApiBase, string>>
  brand?: Brand
  demoUsers?: DemoUser[]
  styleNonce?: string
  /** Addresses of the notification sounds that fleets have of their own, by fleet id. */
  sounds?: Record<string, string>
  /** The maps that can be drawn; without them the shipped outlines are. */
  map?: MapSettings
}

/** What every route is given. */
export type RouteContext = {
  session: Session
  settings: PageSettings
  build: string
  /** Brings in the code of the signed-in frame, so that it is there when the frame is opened. */
  prepareFrame: () => void
  /** Path and query of the page that stands on the screen, if one does. */
  pageOnScreen: () => string | undefined
}
