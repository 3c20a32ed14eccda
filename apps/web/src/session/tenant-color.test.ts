import { describe, expect, it } from 'vitest'
import { contrast, grounds, ownShade, tenantColor, textOn } from './tenant-color.ts'

const colors = [
  '#e0a800',
  '#ffeb3b',
  '#00c853',
  '#2563eb',
  '#000000',
  '#ffffff',
  '#f00',
  '1f2937',
  '#7f7f7f',
  '#808000',
]

describe('the colour of a tenant', () => {
  it.each(colors)('is legible as text on both backgrounds: %s', (color) => {
    const { shades, light, dark } = tenantColor(color)
    expect(contrast(shades[light], grounds.light)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(shades[dark], grounds.dark)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(colors)('carries legible text as a fill: %s', (color) => {
    const fill = tenantColor(color).shades[ownShade]
    expect(contrast(fill, textOn(fill))).toBeGreaterThanOrEqual(4.5)
  })

  it('is itself one of its shades', () => expect(tenantColor('#E0A800').shades[ownShade]).toBe('#e0a800'))

  it.each([undefined, '', 'red', '#12', '"><script>'])('falls back to blue for %j', (color) =>
    expect(tenantColor(color).shades[ownShade]).toBe('#2563eb'),
  )
})
