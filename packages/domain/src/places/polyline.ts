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

/** A path as the encoded text that maps read: differences in hundred-thousandths of a degree, five bits to a sign. */
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

/** The points of an encoded path; what ends in the middle of a point loses it. */
export const decodePath = (text: string): Point[] => {
  const points: Point[] = []
  let at = 0
  const next = () => {
    let [value, shift, sign] = [0, 0, 0]
    do {
      sign = text.charCodeAt(at++) - firstSign
      value |= (sign & mask) << shift
      shift += chunkBits
    } while (sign >= more)
    return value & 1 ? ~(value >> 1) : value >> 1
  }
  let [lat, lon] = [0, 0]
  while (at < text.length) {
    lat += next()
    lon += next()
    if (at <= text.length) points.push({ lat: lat / precision, lon: lon / precision })
  }
  return points
}
