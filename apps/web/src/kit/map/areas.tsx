import { useComputedColorScheme } from '@mantine/core'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { MapArea } from './map-props.ts'
import { shades } from './shades.ts'

const within = (strong: number, plain: number): ExpressionSpecification => ['case', ['get', 'isStrong'], strong, plain]

/** Close up, an area fills the whole map, so what lies under it must stay visible. */
const opacity: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...[12, within(0.26, 0.09), 16, within(0.08, 0.04)],
] as never

/** Areas under the pins. Dashed and strong ones can also be told apart without colour. */
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
    'line-color': ['get', 'color'] as ExpressionSpecification,
    'line-width': within(3, 1.2),
  }
  return (
    <Source id="areas" type="geojson" data={data}>
      <Layer id="areas" type="fill" paint={{ 'fill-color': ['get', 'color'], 'fill-opacity': opacity }} />
      <Layer id="area-borders" type="line" filter={['!', ['get', 'isDashed']]} paint={line} />
      <Layer id="area-dashes" type="line" filter={['get', 'isDashed']} paint={{ ...line, 'line-dasharray': [3, 2] }} />
    </Source>
  )
}
