import type { Point } from '@parada/domain/places/geo'
import { useEffect, useState } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { followedZoom } from './fit.ts'
import { type Glider, isStill } from './glider.ts'
import type { MapPoint, MapProps } from './map-props.ts'

const moveMs = 120
/** The share of the view on each side around the middle part that a followed point stays in. */
const rim = 0.2

const isInMiddle = (map: MapRef, { lat, lon }: Point) => {
  const { clientWidth: wide, clientHeight: high } = map.getContainer()
  const { x, y } = map.project([lon, lat])
  return x >= wide * rim && x <= wide * (1 - rim) && y >= high * rim && y <= high * (1 - rim)
}

/** The zoom buttons do not count, because they keep what is in the middle there. */
const isByHand = ({ originalEvent }: { originalEvent?: unknown }) =>
  originalEvent instanceof Event && originalEvent.type !== 'click'

/** Keeps the followed point in view, preferably its taxi, until somebody moves the map. */
export const useFollow = (
  map: MapRef | null,
  points: readonly MapPoint[],
  glider: Glider,
  fit: MapProps['fit'] = 'all',
) => {
  const followed = points.filter(({ isFollowed }) => isFollowed)
  const target = followed.find(({ kind }) => kind === 'taxi') ?? followed[0]
  // A map of one ride follows its taxi from the start; a map of all rides follows on request.
  const [isAsked, setAsked] = useState(fit === 'all')
  const isOn = isAsked && target !== undefined

  useEffect(() => {
    if (!map) return
    const stop = (event: object) => {
      if (isByHand(event)) setAsked(false)
    }
    map.on('movestart', stop)
    return () => {
      map.off('movestart', stop)
    }
  }, [map])

  const { id, lat, lon } = target ?? {}
  useEffect(() => {
    if (!map || !isOn || fit === 'all' || id === undefined || lat === undefined || lon === undefined) return
    const keep = () => {
      const place = glider.placeOf(id) ?? { lat, lon }
      if (map.isMoving() || isInMiddle(map, place)) return
      map.easeTo({ center: [place.lon, place.lat], duration: isStill() ? 0 : moveMs })
    }
    keep()
    return glider.watch(keep)
  }, [map, isOn, fit, id, lat, lon, glider])

  const toggle = () => {
    setAsked(!isOn)
    if (isOn || !map || !target) return
    const { lat, lon } = glider.placeOf(target.id) ?? target
    const zoom = Math.max(map.getZoom(), followedZoom)
    map.easeTo({ center: [lon, lat], zoom, duration: isStill() ? 0 : moveMs })
  }
  return { target, isOn, toggle, stop: () => setAsked(false) }
}
