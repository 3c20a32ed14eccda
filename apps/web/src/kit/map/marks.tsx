import { useComputedColorScheme } from '@mantine/core'
import type { StateColor } from '@parada/domain/code-colors'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import { font } from './map-fonts.ts'
import type { MapPoint } from './map-props.ts'

/** More pins than this are painted by the map itself: each pin of the page's own is laid out anew whenever the map moves. */
export const mostPins = 50

/** The layer that is asked what was clicked. */
export const marksLayer = 'marks'

/** The states' colours, as the style sheets have them: the map's painter reads no CSS variables. */
export const shades: Record<'light' | 'dark', Record<StateColor | 'ground' | 'ink', string>> = {
  light: {
    amber: '#d9820b',
    blue: '#1c6fd1',
    violet: '#7a3fd0',
    green: '#25843f',
    grey: '#7d858c',
    red: '#cf2f2f',
    ground: '#ffffff',
    ink: '#2b3038',
  },
  dark: {
    amber: '#f2a93b',
    blue: '#5aa2f0',
    violet: '#ab82ef',
    green: '#56b870',
    grey: '#8c949b',
    red: '#f06b6b',
    ground: '#16181b',
    ink: '#e6e8eb',
  },
}

/** Taxis are small and ringed, pickups large with their sign. */
export const Marks = ({ points, selected }: { points: readonly MapPoint[]; selected: string | undefined }) => {
  const color = shades[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: points.map(({ id, lat, lon, kind, state, sign }) => ({
        type: 'Feature' as const,
        properties: { id, isTaxi: kind === 'taxi', state: state ?? 'ink', sign: kind === 'taxi' ? '' : (sign ?? '') },
        geometry: { type: 'Point' as const, coordinates: [lon, lat] },
      })),
    }),
    [points],
  )
  const fill = useMemo(
    () => ['match', ['get', 'state'], ...Object.entries(color).flat(), color.ink] as unknown as ExpressionSpecification,
    [color],
  )
  const isTaxi: ExpressionSpecification = ['get', 'isTaxi']
  return (
    <Source id="marks" type="geojson" data={data}>
      <Layer
        id="marks-chosen"
        type="circle"
        filter={['==', ['get', 'id'], selected ?? '']}
        paint={{
          'circle-radius': 14,
          'circle-color': 'transparent',
          'circle-stroke-width': 2.5,
          'circle-stroke-color': color.ink,
        }}
      />
      <Layer
        id={marksLayer}
        type="circle"
        paint={{
          'circle-radius': ['case', isTaxi, 5, 9],
          'circle-color': ['case', isTaxi, color.ground, fill],
          'circle-stroke-width': ['case', isTaxi, 3, 1.5],
          'circle-stroke-color': ['case', isTaxi, fill, color.ground],
        }}
      />
      <Layer
        id="marks-signs"
        type="symbol"
        layout={{
          'text-field': ['get', 'sign'],
          'text-font': font,
          'text-size': 12,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{ 'text-color': color.ground }}
      />
    </Source>
  )
}
