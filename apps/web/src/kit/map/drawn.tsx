import { useComputedColorScheme } from '@mantine/core'
import type { Point } from '@parada/domain/places/geo'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import { font } from './map-fonts.ts'

const colors = {
  light: { path: '#1d5fd0', ink: '#3d434b', halo: '#ffffff', dot: '#7a828c' },
  dark: { path: '#7db3ff', ink: '#c9ced5', halo: '#16181b', dot: '#8b939d' },
}

const useColors = () => colors[useComputedColorScheme('light', { getInitialValueInEffect: false })]

export const Path = ({ path }: { path: readonly Point[] }) => {
  const color = useColors()
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: path.map(({ lat, lon }) => [lon, lat]) },
    }),
    [path],
  )
  return (
    <Source id="path" type="geojson" data={data}>
      <Layer
        id="path"
        type="line"
        layout={{ 'line-cap': 'round', 'line-join': 'round' }}
        paint={{ 'line-color': color.path, 'line-width': 4, 'line-opacity': 0.85 }}
      />
    </Source>
  )
}

/** Names for orientation: those that would cover others are left out, the later ones first. */
export const Places = ({ places }: { places: readonly (Point & { name: string })[] }) => {
  const color = useColors()
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: places.map(({ lat, lon, name }, rank) => ({
        type: 'Feature' as const,
        properties: { name, rank },
        geometry: { type: 'Point' as const, coordinates: [lon, lat] },
      })),
    }),
    [places],
  )
  return (
    <Source id="places" type="geojson" data={data}>
      <Layer id="place-dots" type="circle" minzoom={10} paint={{ 'circle-radius': 2.5, 'circle-color': color.dot }} />
      <Layer
        id="place-names"
        type="symbol"
        minzoom={12}
        layout={{
          'text-field': ['get', 'name'],
          'text-font': font,
          'text-size': 11,
          'text-anchor': 'top',
          'text-offset': [0, 0.5],
          'text-max-width': 9,
          'symbol-sort-key': ['get', 'rank'],
        }}
        paint={{ 'text-color': color.ink, 'text-halo-color': color.halo, 'text-halo-width': 1.2 }}
      />
    </Source>
  )
}
