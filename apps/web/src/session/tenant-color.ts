type Rgb = readonly [number, number, number]

const fallback = '#2563eb'

/** Parses three or six hexadecimal digits; anything else a tenant entered gives Parada's blue. */
const parseHex = (text: string | undefined): Rgb => {
  const [, digits] = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text?.trim() ?? '') ?? []
  if (!digits) return parseHex(fallback)
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)
  return (pairs as string[]).map((pair) => Number.parseInt(pair, 16) / 255) as unknown as Rgb
}

const toHex = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

const luminance = ([r, g, b]: Rgb) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)

/** The contrast ratio of WCAG 2. */
export const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [one, other].map((hex) => luminance(parseHex(hex))).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((part, at) => part + ((to[at] as number) - part) * share) as unknown as Rgb

const white: Rgb = [1, 1, 1]
const black: Rgb = [0, 0, 0]

/** How far each shade is mixed towards white (negative) or black. */
const leanings = [-0.92, -0.82, -0.66, -0.48, -0.3, 0, 0.16, 0.34, 0.5, 0.64]

export type Shades = [string, string, string, string, string, string, string, string, string, string]

/** Ten shades from pale to dark; the sixth is the tenant's own colour. */
export const shadesOf = (color: string | undefined) => {
  const own = parseHex(color)
  return leanings.map((lean) => toHex(lean < 0 ? mix(own, white, -lean) : mix(own, black, lean))) as Shades
}

/** The page backgrounds behind text and focus rings. */
export const grounds = { light: '#ffffff', dark: '#1b1d21' }

const legible = 4.5

/** The shade nearest to the tenant's own that is legible on the background. */
const nearestLegible = (shades: Shades, ground: string) =>
  [5, 6, 4, 7, 3, 8, 2, 9, 1, 0].find((shade) => contrast(shades[shade] as string, ground) >= legible) as TenantShade

type TenantShade = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/**
 * Luminance at which black and white text are equally legible: above it black has more contrast, below it white, and
 * neither falls under AA.
 */
export const evenLuminance = 0.179

export const textOn = (color: string) => (luminance(parseHex(color)) > evenLuminance ? '#000000' : '#ffffff')

/** Index of the tenant's own colour, used for fills; text on them is black or white, whichever is more legible. */
export const ownShade = 5

export const tenantColor = (color: string | undefined) => {
  const shades = shadesOf(color)
  return { shades, light: nearestLegible(shades, grounds.light), dark: nearestLegible(shades, grounds.dark) }
}

/**
 * Sets the colours for the style sheets: `--tenant` in each scheme for text, marks and focus, `--tenant-fill` behind
 * the main action.
 */
export const applyTenantColor = (color: string | undefined) => {
  const { shades, light, dark } = tenantColor(color)
  const { style } = document.documentElement
  style.setProperty('--tenant-light', shades[light])
  style.setProperty('--tenant-dark', shades[dark])
  style.setProperty('--tenant-fill', shades[ownShade])
  style.setProperty('--on-tenant-fill', textOn(shades[ownShade]))
}
