import {
  createPropertyExpression,
  latest,
  type StylePropertySpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec'
import type { LineLayerSpecification } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import { outlineStyle, streetsFirst } from './outline-style.ts'

const both = { provinces: 'blob:provinces', municipalities: 'blob:municipalities' }

const none = { provinces: undefined, municipalities: undefined }

const streets = { type: 'vector' as const, tiles: ['streets://{z}/{x}/{y}'] }

/** What MapLibre builds a shader program for: how colour and width depend on the zoom and on each line. */
const formOf = (paint: LineLayerSpecification['paint']) => {
  const kinds = (['line-color', 'line-width'] as const).map((name) => {
    const { result, value } = createPropertyExpression(
      paint?.[name],
      name,
      latest.paint_line[name] as StylePropertySpecification,
    )
    return result === 'success' ? value.kind : 'constant'
  })
  return [...kinds, ...(paint?.['line-dasharray'] ? ['dashed'] : [])].join(' ')
}

describe('the shipped base map', () => {
  it.each([
    ['nothing', none],
    ['provinces', { ...both, municipalities: undefined }],
    ['both', both],
  ])('is a valid style with %s loaded', (_, urls) =>
    expect(validateStyleMin(outlineStyle('light', urls)).map(({ message }) => message)).toEqual([]),
  )

  it.each(['light', 'dark'] as const)('is a valid style with streets in the %s scheme', (scheme) => {
    const style = outlineStyle(scheme, both, { streets })
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([])
    expect(style.layers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['roads-casing', 'roads', 'one-way', 'street-names']),
    )
  })

  it('has no streets if no street file is served', () =>
    expect(outlineStyle('light', both).layers.some(({ id }) => id === 'roads')).toBe(false))

  it('draws only outlines that have loaded', () => {
    const { layers } = outlineStyle('light', { ...both, municipalities: undefined })
    expect(layers.some((layer) => 'source' in layer && layer.source === 'municipalities')).toBe(false)
    expect(layers.some((layer) => 'source' in layer && layer.source === 'provinces')).toBe(true)
  })

  it('leaves the layer name ‘path’ to the route', () =>
    expect(outlineStyle('light', both, { streets }).layers.map(({ id }) => id)).not.toContain('path'))

  it('has no sea before the land is drawn', () => {
    const ground = (urls: typeof both | typeof none, hasSea: boolean) =>
      outlineStyle('light', urls, { hasSea }).layers[0]
    expect(ground(both, false)).toEqual(ground(none, false))
    expect(ground(both, true)).not.toEqual(ground(both, false))
  })

  it.each(['light', 'dark'] as const)(
    'draws all lines with one program and all dashes with another in the %s scheme',
    (scheme) => {
      const lines = outlineStyle(scheme, both, { streets }).layers.filter((layer) => layer.type === 'line')
      // Only map files added by the installation contain rivers.
      const forms = lines.filter(({ id }) => id !== 'rivers').map(({ paint }) => formOf(paint))
      expect(new Set(forms)).toEqual(new Set(['composite composite', 'composite composite dashed']))
    },
  )

  it('shows only streets at first, changing nothing but the visibility of the rest', () => {
    const style = outlineStyle('light', none, { streets })
    const first = streetsFirst(style)
    expect(validateStyleMin(first)).toEqual([])
    const changed = first.layers.filter((layer, at) => layer !== style.layers[at])
    expect(changed.map(({ id }) => id)).toEqual([
      ...['tunnels-casing', 'foot-track', 'foot-path', 'foot-steps', 'one-way', 'street-names', 'places'],
    ])
    expect(changed.map(({ layout }) => layout)).toEqual(
      changed.map(({ id }) => style.layers.find((layer) => layer.id === id)?.layout),
    )
  })

  it('has different colours in the dark scheme', () =>
    expect(outlineStyle('dark', both).layers[0]).not.toEqual(outlineStyle('light', both).layers[0]))
})
