import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl'
import { font } from './map-fonts.ts'
import { streetShades } from './street-look.ts'
import { likeStreets, streetLayers } from './street-style.ts'

export type Scheme = 'light' | 'dark'
type Urls = Record<'provinces' | 'municipalities', string | undefined>
export const isEmbedded = (sourceId: string) => ['provinces', 'municipalities', 'streets'].includes(sourceId)
type Around = { streets?: VectorSourceSpecification | undefined; hasSea?: boolean }

/** Parada's greys, as in the style sheets: MapLibre cannot read CSS variables. */
const shades = {
  light: {
    sea: '#e3e9ef',
    land: '#f8f9fa',
    water: '#d3dde7',
    near: '#eef0f2',
    town: '#dde1e6',
    border: '#b9c0c9',
    ink: '#565d66',
    halo: '#f8f9fa',
  },
  dark: {
    sea: '#121417',
    land: '#1f2226',
    water: '#12161b',
    near: '#1c1f22',
    town: '#2e3238',
    border: '#4a515a',
    ink: '#a3abb5',
    halo: '#16181b',
  },
}
type Shades = (typeof shades)[Scheme]

/** Deep enough for borders to stay sharp when the map shows a single street. */
const maxzoom = 12

/** From this zoom on, the coast of these towns comes from the embedded tiles. */
const coastZoom = 12
const isCoastTown: ExpressionSpecification = ['in', ['get', 'name'], ['literal', ['Cádiz']]]

/** Sea and land both get darker close up, so that white streets stand out. */
const seaOf = ({ sea, water }: Shades): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  10,
  sea,
  12,
  water,
]
const ground = ({ land, near }: Shades): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  10,
  land,
  12,
  near,
]

const land = (source: keyof Urls, color: Shades): LayerSpecification => ({
  id: source,
  type: 'fill',
  source,
  paint: { 'fill-color': ground(color) },
})

const borders = (source: keyof Urls, color: string): LineLayerSpecification => ({
  id: `${source}-borders`,
  type: 'line',
  source,
  paint: { 'line-color': likeStreets(color), 'line-width': likeStreets(1) },
})

const coast = (color: Shades): LayerSpecification[] => [
  {
    id: 'sea-by-streets',
    type: 'fill',
    source: 'municipalities',
    minzoom: coastZoom,
    filter: isCoastTown,
    paint: { 'fill-color': seaOf(color) },
  },
  {
    id: 'land-by-streets',
    type: 'fill',
    source: 'streets',
    'source-layer': 'land',
    minzoom: coastZoom,
    paint: { 'fill-color': ground(color) },
  },
]

const names = (source: keyof Urls, { ink, halo }: Shades, size: number): LayerSpecification => ({
  id: `${source}-names`,
  type: 'symbol',
  source,
  filter: ['==', ['geometry-type'], 'Point'],
  layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': size, 'text-max-width': 8 },
  paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.2 },
})

const unseen = (layer: LayerSpecification): LayerSpecification => {
  if (layer.type === 'symbol') return { ...layer, paint: { ...layer.paint, 'text-opacity': 0 } }
  const isDashed = layer.type === 'line' && layer.paint?.['line-dasharray'] !== undefined
  return isDashed ? { ...layer, paint: { ...layer.paint, 'line-opacity': 0 } } : layer
}

/**
 * The same style with only streets visible. Names and dashes each need a shader program of their own, which takes long
 * to build without a graphics card; everything else is prepared meanwhile.
 */
export const streetsFirst = ({ layers, ...style }: StyleSpecification): StyleSpecification => ({
  ...style,
  layers: layers.map(unseen),
})

/** Streets over provinces from afar and municipalities close up, as far as they have loaded. */
export const outlineStyle = (
  scheme: Scheme,
  urls: Urls,
  { streets, hasSea = false }: Around = {},
): StyleSpecification => {
  const color = shades[scheme]
  const outlines = (['provinces', 'municipalities'] as const).filter((source) => urls[source])
  const arrived: string[] = [...outlines, ...(streets ? ['streets'] : [])]
  const layers: LayerSpecification[] = [
    land('provinces', color),
    { ...land('municipalities', color), minzoom: 8 },
    ...(streets ? coast(color) : []),
    {
      ...borders('municipalities', color.town),
      minzoom: 8,
      filter: ['step', ['zoom'], true, coastZoom, ['!', isCoastTown]],
    },
    // Next to streets, the borders of provinces are too coarse.
    { ...borders('provinces', color.border), maxzoom: coastZoom },
    ...streetLayers(streetShades[scheme]),
    { ...names('provinces', color, 12), minzoom: 5, maxzoom: 9 },
    { ...names('municipalities', color, 11), minzoom: 9, maxzoom: 14 },
  ]
  return {
    version: 8,
    transition: { duration: 0, delay: 0 },
    sources: {
      ...Object.fromEntries(
        outlines.map((source) => [source, { type: 'geojson', data: urls[source] as string, maxzoom }]),
      ),
      ...(streets && { streets }),
    },
    layers: [
      // Until the land is drawn, the whole map has its colour, because most of what people look at is land.
      {
        id: 'ground',
        type: 'background',
        paint: { 'background-color': hasSea ? seaOf(color) : ground(color) },
      },
      ...layers.filter((layer) => 'source' in layer && arrived.includes(layer.source)),
    ],
  }
}
