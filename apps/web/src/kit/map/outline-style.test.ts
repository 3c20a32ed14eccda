import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, it } from 'vitest'
import { outlineStyle } from './outline-style.ts'

const both = { provinces: 'blob:provinces', municipalities: 'blob:municipalities' }

describe('the shipped base map', () => {
  it.each([
    ['nothing', { provinces: undefined, municipalities: undefined }],
    ['provinces', { ...both, municipalities: undefined }],
    ['both', both],
  ])('is a valid style once %s arrived', (_, urls) =>
    expect(validateStyleMin(outlineStyle('light', urls)).map(({ message }) => message)).toEqual([]),
  )

  it('draws only what has arrived', () => {
    const { layers } = outlineStyle('light', { ...both, municipalities: undefined })
    expect(layers.some((layer) => 'source' in layer && layer.source === 'municipalities')).toBe(false)
    expect(layers.some((layer) => 'source' in layer && layer.source === 'provinces')).toBe(true)
  })

  it('has other colours in the dark', () =>
    expect(outlineStyle('dark', both).layers[0]).not.toEqual(outlineStyle('light', both).layers[0]))
})
