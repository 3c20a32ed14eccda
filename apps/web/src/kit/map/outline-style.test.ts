import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, it } from 'vitest'
import { outlineStyle } from './outline-style.ts'

const both = { provinces: 'blob:provinces', municipalities: 'blob:municipalities' }

const streets = { type: 'vector' as const, tiles: ['streets://{z}/{x}/{y}'] }

describe('the shipped base map', () => {
  it.each([
    ['nothing', { provinces: undefined, municipalities: undefined }],
    ['provinces', { ...both, municipalities: undefined }],
    ['both', both],
  ])('is a valid style once %s arrived', (_, urls) =>
    expect(validateStyleMin(outlineStyle('light', urls)).map(({ message }) => message)).toEqual([]),
  )

  it.each(['light', 'dark'] as const)('is a valid style with streets, in the %s', (scheme) => {
    const style = outlineStyle(scheme, both, streets)
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([])
    expect(style.layers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['roads-casing', 'roads', 'one-way', 'street-names']),
    )
  })

  it('has no streets where no file of them is served', () =>
    expect(outlineStyle('light', both).layers.some(({ id }) => id === 'roads')).toBe(false))

  it('draws only what has arrived', () => {
    const { layers } = outlineStyle('light', { ...both, municipalities: undefined })
    expect(layers.some((layer) => 'source' in layer && layer.source === 'municipalities')).toBe(false)
    expect(layers.some((layer) => 'source' in layer && layer.source === 'provinces')).toBe(true)
  })

  it('has other colours in the dark', () =>
    expect(outlineStyle('dark', both).layers[0]).not.toEqual(outlineStyle('light', both).layers[0]))
})
