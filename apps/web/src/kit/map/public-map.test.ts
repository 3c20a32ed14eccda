import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { StyleSpecification } from 'maplibre-gl'
import { expect, it } from 'vitest'
import { namesIn } from './attribution.tsx'
import { font } from './map-fonts.ts'
import { outlineStyle } from './outline-style.ts'
import { adopted, isPublic, keepDrawn } from './public-map.ts'

const theirs: StyleSpecification = {
  version: 8,
  glyphs: 'https://tiles.example/{fontstack}/{range}.pbf',
  sources: { streets: { type: 'vector', tiles: ['https://tiles.example/{z}/{x}/{y}'] } },
  layers: [
    { id: 'ground', type: 'background' },
    {
      id: 'names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'place',
      layout: { 'text-field': ['get', 'name'], 'text-font': ['Noto Sans Regular'] },
    },
  ],
}

it('adopts a style with prefixed names and the fonts of the machine', () => {
  const style = adopted(theirs)
  expect(validateStyleMin(style)).toEqual([])
  expect(Object.keys(style.sources)).toEqual(['public-streets'])
  expect(style.layers[1]).toMatchObject({ id: 'public-names', source: 'public-streets', layout: { 'text-font': font } })
  expect(style.glyphs).toBeUndefined()
  expect([isPublic('public-streets'), isPublic('streets'), isPublic(undefined)]).toEqual([true, false, false])
})

it('keeps only what the page drew when the base map changes', () => {
  const streets = { type: 'vector' as const, tiles: ['streets://{z}/{x}/{y}'] }
  const embedded = outlineStyle('light', { provinces: 'blob:provinces', municipalities: undefined }, { streets })
  const data = { type: 'FeatureCollection' as const, features: [] }
  const way: StyleSpecification['layers'][number] = { id: 'path', type: 'line', source: 'path' }
  const drawnOn = {
    ...embedded,
    sources: { ...embedded.sources, path: { type: 'geojson' as const, data } },
    layers: [...embedded.layers, way],
  }
  const next = adopted(theirs)
  const kept = keepDrawn(drawnOn, next)
  expect(Object.keys(kept.sources)).toEqual(['public-streets', 'path'])
  expect(kept.layers).toEqual([...next.layers, way])
  expect(keepDrawn(kept, embedded).layers.at(-1)).toEqual(way)
  expect(keepDrawn(undefined, next)).toEqual(next)
})

it.each([
  [
    '<a href="https://a.example">OpenFreeMap</a> <a href="x">© OpenMapTiles</a> Data from <a href="y">OpenStreetMap</a>',
    ['OpenFreeMap', '© OpenMapTiles'],
  ],
  ['<img src=x onerror=alert(1)>Maps &amp; more', ['Maps & more']],
  ['', []],
])('extracts only the names from %s', (html, names) => expect(namesIn(html)).toEqual(names))
