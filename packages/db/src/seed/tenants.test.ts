import { describe, expect, it } from 'vitest'
import { taxiFeaturesOf } from './taxi-features.ts'
import { demoTenants } from './tenants.ts'

/** Relative luminance as defined by WCAG 2. */
const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('the demo tenants', () => {
  it.each(demoTenants.map(({ subdomain, frontConfig }) => [subdomain, frontConfig] as const))(
    '%s has a colour on which white text is readable, and a logo of its own',
    (_, { color, logo }) => {
      expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
      const [head, body = ''] = logo.split(',')
      expect(head).toBe('data:image/svg+xml;base64')
      expect(Buffer.from(body, 'base64').toString()).toMatch(/^<svg .*<\/svg>$/)
      expect(demoTenants.filter(({ frontConfig }) => frontConfig.logo === logo).length).toBe(1)
    },
  )

  it.each(['asapFromStartTime', 'warnFleetTimeZone'] as const)('have %s on in two of three', (flag) =>
    expect(demoTenants.filter(({ frontConfig }) => frontConfig[flag]).length).toBe(2),
  )

  it.each(demoTenants.map(({ subdomain }) => subdomain))('%s has more than one page of taxi features', (subdomain) => {
    const features = taxiFeaturesOf(subdomain)
    const ids = features.map(([id]) => id)
    expect(features.length).toBeGreaterThanOrEqual(24)
    expect(ids).toEqual([...new Set(ids)])
    expect(Math.max(...ids)).toBeGreaterThan(99)
  })
})
