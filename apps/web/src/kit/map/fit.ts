import type { Bounds } from '@parada/domain/places/coverage'
import { mapDefaults, type Point } from '@parada/domain/places/geo'
import type { MapPoint } from './map-props.ts'

export type View = { kind: 'place'; centre: Point; zoom: number } | { kind: 'area'; bounds: Bounds }

const ends = new Set(['origin', 'destination', 'stop'])

/** Taxis move around, so unless points are followed the map fits the ride, and taxis only if there is nothing else. */
const fitted = (points: readonly MapPoint[]) => {
  const followed = points.filter(({ isFollowed }) => isFollowed)
  if (followed.length > 0) return followed
  const ride = points.filter(({ kind }) => ends.has(kind))
  return ride.length > 0 ? ride : points
}

/** Close enough to see the place, far enough to see its surroundings. */
export const followedZoom = 14

/** Changes when the map has to move its view. Taxis that merely moved are no reason unless they are followed. */
export const fitKey = (points: readonly MapPoint[], isFollowing = true) =>
  fitted(points)
    .map(({ id, kind, lat, lon, isFollowed }) =>
      ends.has(kind) || (isFollowed && isFollowing) ? `${id}@${lat},${lon}` : id,
    )
    .join(' ')

/** Nothing is followed, so the current view may stay. */
export const anywhere = 'anywhere'

/** Which points are followed, regardless of where they are; empty as long as there are no points at all. */
export const followedKey = (points: readonly MapPoint[]) =>
  points
    .filter(({ isFollowed }) => isFollowed)
    .map(({ id }) => id)
    .join(' ') || (points.length > 0 ? anywhere : '')

export const emptyView = { centre: mapDefaults.centre, zoom: mapDefaults.resetZoom }

/** The bounds of all points; undefined without any. */
export const boundsOfAll = (points: readonly Point[]): Bounds | undefined => {
  if (points.length === 0) return undefined
  const lats = points.map(({ lat }) => lat)
  const lons = points.map(({ lon }) => lon)
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

/** A single point is shown close up, several so that all are in view (document 2, section 9). */
export const viewOf = (points: readonly MapPoint[], empty: { centre: Point; zoom: number } = emptyView): View => {
  const shown = fitted(points)
  const bounds = boundsOfAll(shown)
  if (!bounds) return { kind: 'place', ...empty }
  const [west, south, east, north] = bounds
  if (west === east && south === north)
    return { kind: 'place', centre: { lat: south, lon: west }, zoom: mapDefaults.placeZoom }
  return { kind: 'area', bounds }
}
