import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
} from 'maplibre-gl'
import { font } from './map-fonts.ts'
import { otherWidths, type StreetShades, streetWidths, zooms } from './street-look.ts'

const source = 'streets'

const classes = Object.keys(streetWidths)

const widths = { ...streetWidths, ...otherWidths }

const kind: ExpressionSpecification = ['get', 'class']
const isPedestrian: ExpressionSpecification = [
  'any',
  ['==', kind, 'pedestrian'],
  ['==', ['get', 'subclass'], 'pedestrian'],
]
const isSteps: ExpressionSpecification = ['==', ['get', 'subclass'], 'steps']
/** Pedestrian streets and steps are drawn as classes of their own, although tiles may have them as paths. */
const drawnAs: ExpressionSpecification = ['case', isPedestrian, 'pedestrian', isSteps, 'steps', kind]

const byClass = (names: string[], value: (name: string) => number | string, otherwise: number | string) =>
  ['match', drawnAs, ...names.flatMap((name) => [name, value(name)]), otherwise] as unknown as ExpressionSpecification

/** A link road is narrower than the roads it connects. */
const ramp = (pixels: ExpressionSpecification, more: number): ExpressionSpecification => [
  '+',
  ['*', pixels, ['case', ['==', ['get', 'ramp'], 1], 0.7, 1]],
  more,
]

const width = (casing: (zoom: number) => number): ExpressionSpecification =>
  [
    'interpolate',
    ['exponential', 1.4],
    ['zoom'],
    ...zooms.flatMap((zoom, at) => [
      zoom,
      ramp(
        byClass(Object.keys(widths), (name) => widths[name]?.[at] ?? 1, 1),
        casing(zoom),
      ),
    ]),
  ] as unknown as ExpressionSpecification

const fillWidth = width(() => 0)
const casingWidth = width((zoom) => (zoom < 13 ? 1 : zoom < 16 ? 2 : 2.6))

const onLevel = (brunnel: 'tunnel' | 'bridge' | undefined): FilterSpecification => [
  'all',
  ['in', drawnAs, ['literal', classes]],
  brunnel ? ['==', ['get', 'brunnel'], brunnel] : ['!', ['in', ['get', 'brunnel'], ['literal', ['tunnel', 'bridge']]]],
]

/** Wide streets are drawn over narrow ones. */
const rank = byClass(classes, (name) => classes.length - classes.indexOf(name), 0)

const isMain: ExpressionSpecification = ['in', kind, ['literal', ['motorway', 'trunk', 'primary', 'secondary']]]

const colorOf = (shades: StreetShades): ExpressionSpecification => [
  'case',
  isPedestrian,
  shades.walk,
  isMain,
  shades.main,
  byClass(
    ['service', ...Object.keys(otherWidths)],
    (name) => (name === 'steps' ? shades.path : shades[name as 'service' | 'rail' | 'track' | 'path']),
    shades.road,
  ),
]

/** From afar there is no room for casings, so a street is a single line visible against the ground. */
const farOf = ({ farMain, far }: StreetShades): ExpressionSpecification => ['case', isMain, farMain, far]

const casingOf = (shades: StreetShades): ExpressionSpecification => [
  'case',
  isPedestrian,
  shades.walkCasing,
  isMain,
  shades.mainCasing,
  shades.casing,
]

/**
 * Blends from a line's colour seen from afar to its colour close up. All lines share one form of paint, whose colours
 * and widths depend on zoom and class: each form is a shader program of its own, and without a graphics card the
 * picture waits for each of them.
 */
const nearing = (shades: StreetShades, near: ExpressionSpecification): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  12,
  farOf(shades),
  13.2,
  near,
]

/**
 * A constant colour or width in the same form as those of streets, so that their shader program draws such a line as
 * well.
 */
export const likeStreets = (value: string | number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  0,
  ['case', ['has', 'class'], value, value],
  1,
  value,
]

const dashZoom = 14

const roads = { source, 'source-layer': 'transportation', type: 'line' } as const

/** All casings of a level and then all its streets, so that crossings are open. */
const level = (
  name: string,
  brunnel: 'tunnel' | 'bridge' | undefined,
  shades: StreetShades,
): LineLayerSpecification[] => {
  const isTunnel = brunnel === 'tunnel'
  const filter = onLevel(brunnel)
  return [
    {
      ...roads,
      id: `${name}-casing`,
      filter,
      // From afar the dashes cannot be told apart.
      minzoom: isTunnel ? dashZoom : 12,
      layout: { 'line-join': 'round', 'line-cap': 'butt', 'line-sort-key': rank },
      paint: {
        'line-color': nearing(shades, casingOf(shades)),
        'line-width': casingWidth,
        ...(isTunnel && { 'line-dasharray': [2, 1.5], 'line-opacity': 0.7 }),
      },
    },
    {
      ...roads,
      id: name,
      filter,
      layout: { 'line-join': 'round', 'line-cap': 'round', 'line-sort-key': rank },
      paint: {
        'line-color': nearing(shades, colorOf(shades)),
        'line-width': fillWidth,
        ...(isTunnel && { 'line-opacity': 0.6 }),
      },
    },
  ]
}

const onFoot = (shades: StreetShades): LineLayerSpecification[] =>
  Object.entries({ track: [5, 2], path: [2.5, 2], steps: [0.5, 0.4] }).map(([name, dashes]) => ({
    ...roads,
    id: `foot-${name}`,
    minzoom: dashZoom,
    filter: ['==', drawnAs, name],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': nearing(shades, colorOf(shades)), 'line-width': fillWidth, 'line-dasharray': dashes },
  }))

/** Only map files added by the installation contain these. Each is a flat colour under the streets. */
const ground = (shades: StreetShades): LayerSpecification[] => {
  const area = (id: string, layer: string, color: string, filter?: FilterSpecification): LayerSpecification => ({
    id,
    type: 'fill',
    source,
    'source-layer': layer,
    ...(filter && { filter }),
    paint: { 'fill-color': color },
  })
  return [
    area('built-up', 'landuse', shades.built, ['in', kind, ['literal', ['residential', 'suburb', 'neighbourhood']]]),
    area('woods', 'landcover', shades.green, ['in', kind, ['literal', ['wood', 'grass', 'forest']]]),
    area('parks', 'park', shades.green),
    area('lakes', 'water', shades.water),
    {
      id: 'rivers',
      type: 'line',
      source,
      'source-layer': 'waterway',
      paint: {
        'line-color': shades.water,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 14, 1.2, 18, 4.4],
      },
    },
    { ...area('buildings', 'building', shades.building), minzoom: 14.5 } as LayerSpecification,
    {
      ...roads,
      id: 'rails',
      minzoom: 12,
      filter: ['==', kind, 'rail'],
      paint: { 'line-color': nearing(shades, colorOf(shades)), 'line-width': fillWidth },
    },
  ]
}

const name: ExpressionSpecification = ['coalesce', ['get', 'name'], ['get', 'name:latin'], ['get', 'ref']]

const written = ({ ink, halo }: StreetShades) => ({
  'text-color': ink,
  'text-halo-color': halo,
  'text-halo-width': 1.6,
})

const streetNames = (shades: StreetShades): LayerSpecification => ({
  id: 'street-names',
  type: 'symbol',
  source,
  'source-layer': 'transportation_name',
  minzoom: 12,
  filter: [
    'step',
    ['zoom'],
    isMain,
    13,
    ['any', isMain, ['==', kind, 'tertiary']],
    14.2,
    ['!', ['in', kind, ['literal', ['path', 'track', 'service', 'rail', 'ferry']]]],
    15.5,
    true,
  ],
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 320,
    'symbol-sort-key': ['-', 0, rank],
    'text-field': name,
    'text-font': font,
    'text-size': [
      'interpolate',
      ['linear'],
      ['zoom'],
      13,
      ['case', isMain, 11, 10],
      16,
      ['case', isMain, 12.5, 11.5],
      19,
      ['case', isMain, 15, 14],
    ],
    'text-letter-spacing': 0.02,
    'text-max-angle': 32,
    'text-padding': 6,
  },
  paint: written(shades),
})

/** An arrow from the machine's fonts serves as the sign, so the style needs no images. */
const arrows = ({ arrow }: StreetShades): LayerSpecification => ({
  id: 'one-way',
  type: 'symbol',
  source,
  'source-layer': 'transportation',
  minzoom: 15.5,
  filter: ['all', ['==', ['get', 'oneway'], 1], ['in', drawnAs, ['literal', classes]]],
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 110,
    'text-field': '→',
    'text-font': font,
    'text-size': ['interpolate', ['linear'], ['zoom'], 15.5, 10, 18, 17],
    'text-keep-upright': false,
    'text-padding': 12,
  },
  paint: { 'text-color': arrow },
})

const places = (shades: StreetShades): LayerSpecification => ({
  id: 'places',
  type: 'symbol',
  source,
  'source-layer': 'place',
  minzoom: 8,
  filter: ['in', kind, ['literal', ['city', 'town', 'village', 'suburb', 'neighbourhood', 'hamlet']]],
  layout: {
    'text-field': name,
    'text-font': font,
    'text-size': ['match', kind, 'city', 15, 'town', 13, 11],
    'text-max-width': 8,
  },
  paint: written(shades),
})

/** All street layers in drawing order, below the names of provinces and municipalities. */
export const streetLayers = (shades: StreetShades): LayerSpecification[] => [
  ...ground(shades),
  ...level('tunnels', 'tunnel', shades),
  ...onFoot(shades),
  ...level('roads', undefined, shades),
  ...level('bridges', 'bridge', shades),
  arrows(shades),
  streetNames(shades),
  places(shades),
]
