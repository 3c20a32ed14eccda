import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Road } from './road.ts'

/** Many roads in a few arrays. Points are in millionths of a degree; the points of road n start at `starts[n]`. */
export type Roads = {
  lats: Int32Array
  lons: Int32Array
  starts: Uint32Array
  kmh: Uint8Array
  isOneWay: Uint8Array
}

export type Bounds = { south: number; west: number; north: number; east: number }

const millionths = 1e6
const signature = Buffer.from('ROADS1')
/** The length of the signature and the bounds, which can be read without unpacking the rest. */
export const headerBytes = signature.length + 4 * 4

export const packRoads = (list: readonly Road[]): Roads => {
  const points = list.flatMap(({ path }) => path)
  const starts = new Uint32Array(list.length + 1)
  for (const [index, { path }] of list.entries()) starts[index + 1] = (starts[index] as number) + path.length
  return {
    lats: Int32Array.from(points, ([, lat]) => Math.round(lat * millionths)),
    lons: Int32Array.from(points, ([lon]) => Math.round(lon * millionths)),
    starts,
    kmh: Uint8Array.from(list, ({ kmh }) => kmh),
    isOneWay: Uint8Array.from(list, ({ isOneWay }) => (isOneWay ? 1 : 0)),
  }
}

const boundsOf = ({ lats, lons }: Roads): Bounds => ({
  south: lats.reduce((least, lat) => Math.min(least, lat), Number.POSITIVE_INFINITY) / millionths,
  west: lons.reduce((least, lon) => Math.min(least, lon), Number.POSITIVE_INFINITY) / millionths,
  north: lats.reduce((most, lat) => Math.max(most, lat), Number.NEGATIVE_INFINITY) / millionths,
  east: lons.reduce((most, lon) => Math.max(most, lon), Number.NEGATIVE_INFINITY) / millionths,
})

const writeNumbers = (numbers: readonly number[]) => {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    while (rest > 0x7f) {
      bytes.push((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

const zigzag = (value: number) => ((value << 1) ^ (value >> 31)) >>> 0
const unzigzag = (value: number) => (value >>> 1) ^ -(value & 1)

/** Encodes each road as its speed, its one-way flag, its number of points and the steps from one point to the next. */
export const encodeRoads = (roads: Roads): Buffer => {
  const { lats, lons, starts, kmh, isOneWay } = roads
  const bounds = boundsOf(roads)
  const numbers = [kmh.length]
  let [lastLat, lastLon] = [0, 0]
  for (let road = 0; road < kmh.length; road++) {
    const [start, end] = [starts[road] as number, starts[road + 1] as number]
    numbers.push(kmh[road] as number, ((end - start) << 1) | (isOneWay[road] as number))
    for (let at = start; at < end; at++) {
      const [lat, lon] = [lats[at] as number, lons[at] as number]
      numbers.push(zigzag(lat - lastLat), zigzag(lon - lastLon))
      lastLat = lat
      lastLon = lon
    }
  }
  const body = brotliCompressSync(writeNumbers(numbers), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const corners = Int32Array.of(
    ...[bounds.south, bounds.west, bounds.north, bounds.east].map((degrees) => Math.round(degrees * millionths)),
  )
  return Buffer.concat([signature, Buffer.from(corners.buffer), body])
}

/** The bounds in the header of a roads file; throws if it is any other file. */
export const readBounds = (header: Buffer): Bounds => {
  if (header.length < headerBytes || !header.subarray(0, signature.length).equals(signature))
    throw new Error('This is not a file of roads')
  const [south = 0, west = 0, north = 0, east = 0] = [0, 1, 2, 3].map(
    (index) => header.readInt32LE(signature.length + index * 4) / millionths,
  )
  return { south, west, north, east }
}

export const decodeRoads = (file: Buffer): Roads => {
  readBounds(file)
  const bytes = brotliDecompressSync(file.subarray(headerBytes))
  let at = 0
  const next = () => {
    let [value, shift] = [0, 0]
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('The file of roads ends too early')
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
      shift += 7
    }
  }
  const count = next()
  const [kmh, isOneWay, starts] = [new Uint8Array(count), new Uint8Array(count), new Uint32Array(count + 1)]
  // A point takes at least two bytes.
  const [lats, lons] = [new Int32Array(bytes.length / 2), new Int32Array(bytes.length / 2)]
  let [point, lat, lon] = [0, 0, 0]
  for (let road = 0; road < count; road++) {
    kmh[road] = next()
    const size = next()
    isOneWay[road] = size & 1
    for (const end = point + (size >>> 1); point < end; point++) {
      lat += unzigzag(next())
      lon += unzigzag(next())
      lats[point] = lat
      lons[point] = lon
    }
    starts[road + 1] = point
  }
  return { lats: lats.slice(0, point), lons: lons.slice(0, point), starts, kmh, isOneWay }
}
