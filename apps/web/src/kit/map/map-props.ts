import type { StateColor } from '@parada/domain/code-colors'
import type { Polygon } from '@parada/domain/places/area'
import type { Bounds } from '@parada/domain/places/coverage'
import type { Point } from '@parada/domain/places/geo'

const pinKinds = ['origin', 'destination', 'stop', 'fleet', 'taxi', 'poi'] as const
export type PinKind = (typeof pinKinds)[number]

export type MapPoint = Point & {
  id: string
  kind: PinKind
  label: string
  /** If set on some points, those are kept in view wherever they move, and no others. */
  isFollowed?: boolean
  /** The colour of a state instead of the one of its kind, and a sign for people who cannot tell colours apart. */
  state?: StateColor
  sign?: string
  /** For taxis: the heading in degrees from north, the time of the report, and the number they are known by. */
  heading?: number | undefined
  reportedAt?: number | undefined
  number?: string
}

export type MapArea = {
  id: string
  polygons: readonly Polygon[]
  state: StateColor
  isDashed?: boolean
  /** Highlights the area being looked at. */
  isStrong?: boolean
}

/** How often something happened in each cell of the map. */
export type MapHeat = {
  key: string
  tone: 'warm' | 'red'
  cells: readonly (Point & { count: number })[]
  /** Says what is counted, for people who do not know the colours yet. */
  legend: string
}

export type MapLayer = { key: string; label: string; isOn: boolean; onToggle: (isOn: boolean) => void }

export type MapProps = {
  /** What the map shows, for people who cannot see it. */
  label: string
  points?: readonly MapPoint[]
  path?: readonly Point[]
  /** The distance and duration, written beside the path. */
  pathLabel?: string | undefined
  areas?: readonly MapArea[]
  heat?: readonly MapHeat[]
  /** Layers that can be switched on and off. The screen supplies the content of those that are on. */
  layers?: readonly MapLayer[]
  /** Names written on the map for orientation, the most important first. */
  places?: readonly (Point & { name: string })[]
  /** If given, every pin except taxis and points of interest can be dragged, or moved with the arrow keys. */
  onMove?: (id: string, point: Point) => void
  onClick?: (point: Point) => void
  selected?: string
  onSelect?: (id: string) => void
  /** With 'followed', once all points have been in view, the map moves only when other points are followed. */
  fit?: 'all' | 'followed'
  /** The area to show instead of the points. */
  look?: { key: string; bounds: Bounds } | undefined
  /** If nothing is followed, the map opens at the town with the most of these points. A button shows all. */
  opening?: readonly Point[]
  /** The view if there is nothing to fit. */
  empty?: { centre: Point; zoom: number }
  /** Called with the centre when the map comes to rest. */
  onView?: (centre: Point) => void
}
