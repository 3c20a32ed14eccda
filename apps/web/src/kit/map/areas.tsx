import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { MapArea } from './map-props.ts'
import { shades } from './marks.tsx'

/** Areas under the pins: one that is dashed or strong is told without its colour, too. */
export const Areas = ({ areas }: { areas: readonly MapArea[] }) => {
  const color = shades[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: areas.map(({ polygons, state, isDashed = false, isStrong = false }) => ({
        type: 'Feature' as const,
        properties: { color: color[state], isDashed, isStrong },
        geometry: {
          type: 'MultiPolygon' as const,
          coordinates: polygons.map((polygon) => polygon.map((ring) => ring.map(([lon, lat]) => [lon, lat]))),
        },
      })),
    }),
    [areas, color],
  )
  const line = {
    'line-color': ['get', 'color'] as never,
    'line-width': ['case', ['get', 'isStrong'], 3, 1.2] as never,
  }
  return (
    <Source id="areas" type="geojson" data={data}>
      <Layer
        id="areas"
        type="fill"
        paint={{ 'fill-color': ['get', 'color'], 'fill-opacity': ['case', ['get', 'isStrong'], 0.26, 0.09] }}
      />
      <Layer id="area-borders" type="line" filter={['!', ['get', 'isDashed']]} paint={line} />
      <Layer id="area-dashes" type="line" filter={['get', 'isDashed']} paint={{ ...line, 'line-dasharray': [3, 2] }} />
    </Source>
  )
}
