import { useComputedColorScheme } from '@mantine/core'
import type { Point } from '@parada/domain/places/geo'
import { useMemo } from 'react'
import { Layer, Marker, Source, useMap } from 'react-map-gl/maplibre'
import { labelPlace } from './label-place.ts'
import classes from './map.module.css'
import { font } from './map-fonts.ts'
import { likeStreets } from './street-style.ts'
import { useView } from './use-view.ts'

const colors = {
  light: { path: '#1d5fd0', ink: '#3d434b', halo: '#ffffff', dot: '#7a828c' },
  dark: { path: '#7db3ff', ink: '#c9ced5', halo: '#16181b', dot: '#8b939d' },
}

const beside: [number, number] = [8, 0]

const useColors = () => colors[useComputedColorScheme('light', { getInitialValueInEffect: false })]

/** The route, with its distance and duration beside it. */
export const Path = ({ path, label }: { path: readonly Point[]; label?: string | undefined }) => {
  const color = useColors()
  const { current: map } = useMap()
  const view = useView(map)
  const place = useMemo(() => labelPlace(path, view?.bounds), [path, view])
  const data = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: path.map(({ lat, lon }) => [lon, lat]) },
    }),
    [path],
  )
  const paint = useMemo(
    () => ({ 'line-color': likeStreets(color.path), 'line-width': likeStreets(4), 'line-opacity': 0.85 }),
    [color],
  )
  return (
    <>
      <Source id="path" type="geojson" data={data}>
        <Layer id="path" type="line" layout={{ 'line-cap': 'round', 'line-join': 'round' }} paint={paint} />
      </Source>
      {label && place && (
        <Marker latitude={place.lat} longitude={place.lon} anchor="left" offset={beside} className={classes.beside}>
          <span className={classes.length}>{label}</span>
        </Marker>
      )}
    </>
  )
}

/** Names for orientation. Where names would overlap, the later ones are left out. */
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
