import type { Point } from './geo.ts'

const precision = 1e5
const chunkBits = 5
const more = 0x20
const mask = 0x1f
const firstSign = 63

const encoded = (value: number) => {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  while (rest >= more) {
    text += String.fromCharCode((more | (rest & mask)) + firstSign)
    rest >>= chunkBits
  }
  return text + String.fromCharCode(rest + firstSign)
}

/** Encodes a path as maps read it: differences in hundred-thousandths of a degree, five bits to a character. */
export const encodePath = (path: readonly Point[]) => {
  let [lastLat, lastLon] = [0, 0]
  return path
    .map(({ lat, lon }) => {
      const [nextLat, nextLon] = [Math.round(lat * precision), Math.round(lon * precision)]
      const text = encoded(nextLat - lastLat) + encoded(nextLon - lastLon)
      lastLat = nextLat
      lastLon = nextLon
      return text
    })
    .join('')
}

/** No degree or second takes more characters than this, so a longer number is invalid. */
const mostSigns = 6

/** Reads the numbers of an encoded text one after the other; undefined for an invalid number and at the end. */
export const numberReader = (text: string) => {
  let at = 0
  const next = () => {
    let value = 0
    for (let signs = 0; signs < mostSigns; signs++) {
      const sign = text.charCodeAt(at++) - firstSign
      if (!(sign >= 0 && sign < 2 * more)) return undefined
      value |= (sign & mask) << (signs * chunkBits)
      if (sign < more) return value & 1 ? ~(value >> 1) : value >> 1
    }
    return undefined
  }
  return Object.assign(next, { isAtEnd: () => at >= text.length })
}

/** How many numbers an encoded text holds, valid or not: each ends with a character below the others' range. */
export const countNumbers = (text: string) => {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < firstSign + more) count++
  return count
}

/** Encodes numbers as the text of their differences. */
export const encodeNumbers = (numbers: readonly number[]) =>
  numbers.map((number, at) => encoded(number - (numbers[at - 1] ?? 0))).join('')

export const degreesOf = (hundredThousandths: number) => hundredThousandths / precision

/** The points of an encoded path, as far as it can be read; an incomplete last point is dropped. */
export const decodePath = (text: string): Point[] => {
  const points: Point[] = []
  const next = numberReader(text)
  let [lat, lon] = [0, 0]
  for (;;) {
    const [north, east] = [next(), next()]
    if (north === undefined || east === undefined) return points
    lat += north
    lon += east
    points.push({ lat: degreesOf(lat), lon: degreesOf(lon) })
  }
}
