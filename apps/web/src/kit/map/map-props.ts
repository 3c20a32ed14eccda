import type { StateColor } from '@parada/domain/code-colors'
import type { Polygon } from '@parada/domain/places/area'
import type { Bounds } from '@parada/domain/places/coverage'
import type { Point } from '@parada/domain/places/geo'

export const pinKinds = ['origin', 'destination', 'stop', 'fleet', 'taxi', 'poi'] as const
export type PinKind = (typeof pinKinds)[number]

export type MapPoint = Point & {
  id: string
  kind: PinKind
  label: string
  /** Said of some points, those are kept in view wherever they move, and no others. */
  isFollowed?: boolean
  /** The colour of a state instead of that of its kind, and a sign for those who do not tell colours apart. */
  state?: StateColor
  sign?: string
  /** Said of taxis: degrees from north, when that was reported, and the number they are known by. */
  heading?: number | undefined
  reportedAt?: number | undefined
  number?: string
}

export type MapArea = {
  id: string
  polygons: readonly Polygon[]
  state: StateColor
  isDashed?: boolean
  /** The one that is looked at. */
  isStrong?: boolean
}

/** How often something happened in each cell of the map. */
export type MapHeat = {
  key: string
  tone: 'warm' | 'red'
  cells: readonly (Point & { count: number })[]
  /** What is counted, for whom the colours mean nothing yet. */
  legend: string
}

export type MapLayer = { key: string; label: string; isOn: boolean; onToggle: (isOn: boolean) => void }

export type MapProps = {
  /** What the map shows, for those who do not see it. */
  label: string
  points?: readonly MapPoint[]
  path?: readonly Point[]
  /** Written beside the path: how far and how long. */
  pathLabel?: string | undefined
  areas?: readonly MapArea[]
  heat?: readonly MapHeat[]
  /** What can be switched on and off; the screen gives what is on. */
  layers?: readonly MapLayer[]
  /** Names written on the map for orientation, the more important first. */
  places?: readonly (Point & { name: string })[]
  /** Given, every pin but taxis and points of interest can be dragged, or pushed with the arrow keys. */
  onMove?: (id: string, point: Point) => void
  onClick?: (point: Point) => void
  selected?: string
  onSelect?: (id: string) => void
  /** Followed: once all were in view the map looks elsewhere only when other points are followed. */
  fit?: 'all' | 'followed'
  /** What to look at instead of the points. */
  look?: { key: string; bounds: Bounds } | undefined
  /** Where nothing is followed, the town with the most of these is in view at first; there is a button to see all. */
  opening?: readonly Point[]
  /** What is in view while there is nothing to fit. */
  empty?: { centre: Point; zoom: number }
  /** Told where the map came to rest. */
  onView?: (centre: Point) => void
}
