import 'maplibre-gl/dist/maplibre-gl.css'
import type { MapSettings } from '@parada/contract/map-settings'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { outlineStyle } from '../../apps/web/src/kit/map/outline-style.ts'

export type ShownMap = {
  zoom: number
  lat: number
  lon: number
  width: number
  height: number
  files: MapSettings['files']
}

// A MapLibre page as in its documentation, with Parada's tiles and layers.
maplibre.setWorkerUrl(workerUrl)
maplibre.addProtocol('pmtiles', new Protocol().tile)

const { zoom, lat, lon, width, height, files }: ShownMap = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const streets = files.at(-1)
// Parada draws the outlines later, too.
const outlines = { provinces: undefined, municipalities: undefined }
const style = outlineStyle('light', outlines, {
  streets: streets && { type: 'vector', url: `pmtiles://${new URL(streets.url, location.href).href}` },
})

const container = document.getElementById('map') as HTMLElement
Object.assign(container.style, { width: `${width}px`, height: `${height}px` })
new maplibre.Map({ container, style, center: [lon, lat], zoom, fadeDuration: 0, attributionControl: false })
