import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

type Scheme = 'light' | 'dark'
type Urls = Record<'provinces' | 'municipalities', string | undefined>

/** The house's greys, as the style sheets have them: the map's painter reads no CSS variables. */
const shades = {
  light: { sea: '#e3e9ef', land: '#f8f9fa', town: '#dde1e6', border: '#b9c0c9', ink: '#565d66', halo: '#f8f9fa' },
  dark: { sea: '#121417', land: '#1f2226', town: '#2e3238', border: '#4a515a', ink: '#a3abb5', halo: '#16181b' },
}
type Shades = (typeof shades)[Scheme]

/** Deep enough that a border stays sharp when the map stands over one street. */
const maxzoom = 12

/** Without an address for glyphs the map writes with the fonts of the machine. */
export const font = ['Inter', 'system-ui', 'sans-serif']

const land = (source: keyof Urls, { land }: Shades): LayerSpecification => ({
  id: source,
  type: 'fill',
  source,
  paint: { 'fill-color': land },
})

const borders = (source: keyof Urls, color: string): LayerSpecification => ({
  id: `${source}-borders`,
  type: 'line',
  source,
  paint: { 'line-color': color, 'line-width': 1 },
})

const names = (source: keyof Urls, { ink, halo }: Shades, size: number): LayerSpecification => ({
  id: `${source}-names`,
  type: 'symbol',
  source,
  filter: ['==', ['geometry-type'], 'Point'],
  layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': size, 'text-max-width': 8 },
  paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.2 },
})

/** Provinces from afar, municipalities from close by; as much as has arrived. */
export const outlineStyle = (scheme: Scheme, urls: Urls): StyleSpecification => {
  const color = shades[scheme]
  const arrived = (['provinces', 'municipalities'] as const).filter((source) => urls[source])
  const layers: LayerSpecification[] = [
    land('provinces', color),
    { ...land('municipalities', color), minzoom: 8 },
    { ...borders('municipalities', color.town), minzoom: 8 },
    borders('provinces', color.border),
    { ...names('provinces', color, 12), minzoom: 5, maxzoom: 9 },
    { ...names('municipalities', color, 11), minzoom: 9 },
  ]
  return {
    version: 8,
    sources: Object.fromEntries(
      arrived.map((source) => [source, { type: 'geojson', data: urls[source] as string, maxzoom }]),
    ),
    layers: [
      // Until it is known where the land ends, the map is land: most of what is looked at is.
      { id: 'ground', type: 'background', paint: { 'background-color': urls.provinces ? color.sea : color.land } },
      ...layers.filter((layer) => 'source' in layer && (arrived as string[]).includes(layer.source)),
    ],
  }
}
