import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Layer, Source } from 'react-map-gl/maplibre'
import classes from './map.module.css'
import type { MapHeat } from './map-props.ts'

/** From few to many. The style sheet repeats these colours in the legend. */
const ramps: Record<MapHeat['tone'], [number, string][]> = {
  warm: [
    [0, 'rgba(250, 190, 60, 0)'],
    [0.15, 'rgba(250, 190, 60, 0.55)'],
    [0.5, 'rgba(240, 130, 20, 0.75)'],
    [1, 'rgba(190, 60, 10, 0.9)'],
  ],
  red: [
    [0, 'rgba(225, 110, 190, 0)'],
    [0.15, 'rgba(225, 110, 190, 0.55)'],
    [0.5, 'rgba(190, 40, 130, 0.75)'],
    [1, 'rgba(110, 10, 90, 0.9)'],
  ],
}

/** A cell is about as wide as a block of houses: close up its glow covers the block, and from afar it stays visible. */
const radius: ExpressionSpecification = ['interpolate', ['exponential', 1.7], ['zoom'], 5, 6, 11, 14, 16, 80]
const intensity: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 5, 0.6, 11, 1, 16, 1.6]

export const Heat = ({ heat: { key, tone, cells } }: { heat: MapHeat }) => {
  const data = useMemo(() => {
    const most = Math.max(1, ...cells.map(({ count }) => count))
    return {
      type: 'FeatureCollection' as const,
      features: cells.map(({ lat, lon, count }) => ({
        type: 'Feature' as const,
        properties: { weight: Math.sqrt(count / most) },
        geometry: { type: 'Point' as const, coordinates: [lon, lat] },
      })),
    }
  }, [cells])
  const color = useMemo(
    () => ['interpolate', ['linear'], ['heatmap-density'], ...ramps[tone].flat()] as unknown as ExpressionSpecification,
    [tone],
  )
  return (
    <Source id={`heat-${key}`} type="geojson" data={data}>
      <Layer
        id={`heat-${key}`}
        type="heatmap"
        paint={{
          'heatmap-weight': ['get', 'weight'],
          'heatmap-radius': radius,
          'heatmap-intensity': intensity,
          'heatmap-color': color,
          'heatmap-opacity': 0.8,
        }}
      />
    </Source>
  )
}

/** Says what the colours count. */
export const HeatLegend = ({ heat }: { heat: readonly MapHeat[] }) => {
  const { t } = useTranslation()
  return (
    <ul className={classes.legend} aria-label={t('map.legend')}>
      {heat.map(({ key, tone, legend, cells }) => (
        <li key={key}>
          <span>{legend}</span>
          {cells.length > 0 && (
            <span className={classes.scale}>
              {t('map.fewer')}
              <i data-tone={tone} />
              {t('map.more')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
