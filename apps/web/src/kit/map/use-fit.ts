import type { Point } from '@parada/domain/places/geo'
import { useEffect, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { anywhere, emptyView, fitKey, followedKey, viewOf } from './fit.ts'
import type { MapPoint, MapProps } from './map-props.ts'

/** The mark's pin above, the town's name and the buttons of the map beside it must not cover each other. */
export const padding = { top: 56, bottom: 32, left: 40, right: 72 }

/** Close enough to see where, far enough to see what else is around. */
const followedZoom = 14

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Looks at what there is to see, at once and whenever that changes; a pin that somebody moved by hand stays put. */
export const useFit = (
  map: MapRef | null,
  points: readonly MapPoint[],
  empty: { centre: Point; zoom: number } = emptyView,
  fit: 'all' | 'followed' = 'all',
  look?: MapProps['look'],
) => {
  const moved = useRef<string>(undefined)
  const all = fitKey(points) || `${empty.centre.lat},${empty.centre.lon},${empty.zoom}`
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
    const view = look ? { kind: 'area' as const, bounds: look.bounds } : viewOf(points, empty)
    const isFollowing = fit === 'followed'
    if (view.kind === 'place') {
      const zoom = isFollowing ? Math.min(view.zoom, followedZoom) : view.zoom
      map.easeTo({ center: [view.centre.lon, view.centre.lat], zoom, duration })
    } else map.fitBounds(view.bounds, { padding, maxZoom: isFollowing ? followedZoom : 17, duration })
  }, [map, key])

  return (id: string, { lat, lon }: Point) => {
    moved.current = `${id}@${lat},${lon}`
  }
}
