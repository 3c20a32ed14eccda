import type { Point } from '@parada/domain/places/geo'
import { useEffect, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { busiestTown } from './busiest.ts'
import { anywhere, emptyView, fitKey, followedKey, followedZoom, viewOf } from './fit.ts'
import { isStill } from './glider.ts'
import type { MapPoint, MapProps } from './map-props.ts'

/**
 * Room for a pin, which stands above its point, below the text in the corner and beside the buttons, so that none
 * covers another.
 */
export const padding = { top: 84, bottom: 32, left: 40, right: 72 }

/**
 * Fits the view to what there is to see, at once and whenever that changes, but not when somebody moved a pin by hand.
 */
export const useFit = (
  map: MapRef | null,
  points: readonly MapPoint[],
  { empty = emptyView, fit = 'all', look, opening }: Pick<MapProps, 'empty' | 'fit' | 'look' | 'opening'>,
  isFollowing: boolean,
) => {
  const moved = useRef<string>(undefined)
  const all = fitKey(points, isFollowing) || `${empty.centre.lat},${empty.centre.lon},${empty.zoom}`
  const key = look?.key ?? (fit === 'all' ? all : followedKey(points))
  const shown = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the points and the empty view
  useEffect(() => {
    if (!map || shown.current === key || (shown.current && key === anywhere)) return
    const duration = shown.current === undefined || isStill() ? 0 : 120
    shown.current = key
    const byHand = moved.current
    moved.current = undefined
    if (byHand && key.includes(byHand)) return
    const first = key === anywhere && opening ? busiestTown(opening) : undefined
    const bounds = look?.bounds ?? first
    const view = bounds ? { kind: 'area' as const, bounds } : viewOf(points, empty)
    const isWide = fit === 'followed'
    if (view.kind === 'place') {
      const zoom = isWide ? Math.min(view.zoom, followedZoom) : view.zoom
      map.easeTo({ center: [view.centre.lon, view.centre.lat], zoom, duration })
    } else map.fitBounds(view.bounds, { padding, maxZoom: isWide ? followedZoom : 17, duration })
  }, [map, key])

  return (id: string, { lat, lon }: Point) => {
    moved.current = `${id}@${lat},${lon}`
  }
}
