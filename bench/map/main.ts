import 'maplibre-gl/dist/maplibre-gl.css'
import type { MapSettings } from '@parada/contract/map-settings'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { outlineUrl } from '../../apps/web/src/kit/map/atlas.ts'
import { outlineStyle, type Scheme } from '../../apps/web/src/kit/map/outline-style.ts'

// A MapLibre page as its documentation shows it, with the product's tiles and layers: #zoom/lat/lon/scheme
maplibre.setWorkerUrl(workerUrl)
maplibre.addProtocol('pmtiles', new Protocol().tile)

const [zoom = '13', lat = '36.53', lon = '-6.29', scheme = 'light'] = location.hash.slice(1).split('/')
const { files }: MapSettings = JSON.parse(new URLSearchParams(location.search).get('map') ?? '{"files":[]}')
const streets = files.at(-1)
const outlines = { provinces: await outlineUrl('provinces'), municipalities: await outlineUrl('municipalities') }

export const map = new maplibre.Map({
  container: 'map',
  style: outlineStyle(
    scheme as Scheme,
    outlines,
    streets && { type: 'vector', url: `pmtiles://${new URL(streets.url, location.href).href}` },
  ),
  center: [Number(lon), Number(lat)],
  zoom: Number(zoom),
  fadeDuration: 0,
  attributionControl: false,
})
map.once('idle', () => document.body.setAttribute('data-drawn', String(performance.now())))
