import type { Bounds } from '@parada/domain/places/coverage'
import { useEffect, useState } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'

export type View = { zoom: number; bounds: Bounds }

const viewOf = (map: MapRef): View => ({
  zoom: map.getZoom(),
  bounds: map.getBounds().toArray().flat() as Bounds,
})

/** The view in which the map came to rest. Moving taxis do not change it. */
export const useView = (map: MapRef | undefined) => {
  const [view, setView] = useState<View>()
  useEffect(() => {
    if (!map) return
    const rest = () => setView(viewOf(map))
    rest()
    map.on('moveend', rest)
    map.on('resize', rest)
    return () => {
      map.off('moveend', rest)
      map.off('resize', rest)
    }
  }, [map])
  return view
}
