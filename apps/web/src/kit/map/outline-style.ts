import type { StyleSpecification } from 'maplibre-gl'

type Scheme = 'light' | 'dark'
type Urls = { provinces: string | undefined; municipalities: string | undefined }

/** The house's greys, as the style sheets have them: the map's painter reads no CSS variables. */
const shades = {
  light: { sea: '#e6ebf0', land: '#f8f9fa', town: '#dfe3e8', border: '#b9c0c9', ink: '#565d66', halo: '#f8f9fa' },
  dark: { sea: '#121417', land: '#1f2226', town: '#2b2f35', border: '#4a515a', ink: '#a3abb5', halo: '#16181b' },
}

/** Deep enough that a border stays sharp when the map stands over one street. */
const maxzoom = 12

export const font = ['Inter', 'system-ui', 'sans-serif']

const geojson = (url: string) => ({ type: 'geojson', data: url, maxzoom }) as const

const sourcesOf = ({ provinces, municipalities }: Urls): StyleSpecification['sources'] => ({
  ...(provinces && { provinces: geojson(provinces) }),
  ...(municipalities && { municipalities: geojson(municipalities) }),
})

const named = (source: string, color: (typeof shades)[Scheme], size: number, zooms: object) =>
  ({
    id: `${source}-names`,
    type: 'symbol',
    source,
    ...zooms,
    layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': size, 'text-max-width': 8 },
    paint: { 'text-color': color.ink, 'text-halo-color': color.halo, 'text-halo-width': 1.2 },
  }) as const

/** Provinces from afar, municipalities from close by; as much as has arrived. */
export const outlineStyle = (scheme: Scheme, urls: Urls): StyleSpecification => {
  const color = shades[scheme]
  return {
    version: 8,
    sources: sourcesOf(urls),
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': color.sea } },
      ...(urls.provinces
        ? ([
            { id: 'land', type: 'fill', source: 'provinces', paint: { 'fill-color': color.land } },
          ] as const)
        : []),
      ...(urls.municipalities
        ? ([
            {
              id: 'municipalities',
              type: 'fill',
              source: 'municipalities',
              minzoom: 8,
              paint: { 'fill-color': color.land },
            },
            {
              id: 'municipality-borders',
              type: 'line',
              source: 'municipalities',
              minzoom: 8,
              paint: { 'line-color': color.town, 'line-width': 1 },
            },
          ] as const)
        : []),
      ...(urls.provinces
        ? ([
            {
              id: 'province-borders',
              type: 'line',
              source: 'provinces',
              paint: { 'line-color': color.border, 'line-width': 1 },
            },
            named('provinces', color, 12, { minzoom: 5, maxzoom: 9 }),
          ] as const)
        : []),
      ...(urls.municipalities ? [named('municipalities', color, 11, { minzoom: 9.5 })] : []),
    ],
  }
}
