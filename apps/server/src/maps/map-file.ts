import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import type { MapTiles } from '@parada/contract/map-settings'
import { messageOf } from '@parada/domain/errors'
import { PbfReader } from 'pbf'
import { bytesToHeader, Compression, type Entry, type Header, ResolvedValueCache, type Source, TileType } from 'pmtiles'

/** What the browser must know about a file before it requests tiles. */
export type MapFacts = Omit<MapTiles, 'url'>
export type Bounds = MapTiles['bounds']

/** Why a file is no map that can be drawn. */
export class MapProblem extends Error {
  override name = 'MapProblem'
}

/** The deepest zoom that is requested; closer views enlarge its tiles. */
const streetZoom = 14

const headerLength = 127
const largestPart = 64_000_000
const mostEntries = 20_000_000
const tilesTried = 40
const unpack = promisify(gunzip)

const decompress = async (bytes: Uint8Array, compression: Compression) => {
  if (compression === Compression.None) return bytes
  if (compression !== Compression.Gzip) throw new MapProblem('it is neither gzipped nor plain')
  return unpack(bytes, { maxOutputLength: largestPart })
}

const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

type Part = { offset: number; length: number }

const readPart = async (file: FileHandle, { offset, length }: Part) => {
  if (length > largestPart) throw new MapProblem('a part of it is too large')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  if (bytesRead < length) throw new MapProblem('it is cut off')
  return buffer
}

const headerIn = async (file: FileHandle): Promise<Header> => {
  const { size } = await file.stat()
  const bytes = await readPart(file, { offset: 0, length: Math.min(size, headerLength) })
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles') throw new MapProblem('it is not a PMTiles file')
  if (bytes[7] !== 3) throw new MapProblem(`it is version ${bytes[7] ?? 'unknown'} of PMTiles, not 3`)
  if (size < headerLength) throw new MapProblem('it is cut off')
  return bytesToHeader(bufferOf(bytes))
}

const factsOf = ({ minLon, minLat, maxLon, maxLat, minZoom, maxZoom }: Header): MapFacts => ({
  bounds: [minLon, minLat, maxLon, maxLat],
  minZoom,
  maxZoom,
})

const isWorldly = ([west, south, east, north]: Bounds) =>
  west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east && south < north

const checkHeader = (header: Header, size: number) => {
  const { tileType, minZoom, maxZoom } = header
  if (tileType !== TileType.Mvt) throw new MapProblem('it has no vector tiles (MVT)')
  const ends: [offset: number, length: number][] = [
    [header.rootDirectoryOffset, header.rootDirectoryLength],
    [header.jsonMetadataOffset, header.jsonMetadataLength],
    [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    [header.tileDataOffset, header.tileDataLength ?? 0],
  ]
  if (ends.some(([offset, length]) => offset + length > size)) throw new MapProblem('it is cut off')
  if (minZoom > maxZoom || maxZoom > 24) throw new MapProblem(`its zooms ${minZoom} to ${maxZoom} are none`)
  if (maxZoom < streetZoom) throw new MapProblem(`it ends at zoom ${maxZoom}: streets need zoom ${streetZoom}`)
  if (!isWorldly(factsOf(header).bounds)) throw new MapProblem('its bounds are no area of the world')
}

/** All tiles listed in the directories, leaf directories included. */
const entriesIn = async (file: FileHandle, header: Header): Promise<Entry[]> => {
  const cache = new ResolvedValueCache(1, false, async (bytes, compression) =>
    bufferOf(await decompress(new Uint8Array(bytes), compression)),
  )
  const source: Source = {
    getKey: () => 'file',
    getBytes: async (offset, length) => ({ data: bufferOf(await readPart(file, { offset, length })) }),
  }
  const found: Entry[] = []
  const walk = async ({ offset, length }: Part, depth: number) => {
    for (const entry of await cache.getDirectory(source, offset, length, header)) {
      const isLeaf = entry.runLength === 0
      if (isLeaf && depth > 3) throw new MapProblem('its directories lead in circles')
      if (isLeaf) await walk({ offset: header.leafDirectoryOffset + entry.offset, length: entry.length }, depth + 1)
      else found.push(entry)
      if (found.length > mostEntries) throw new MapProblem('it has too many tiles')
    }
  }
  await walk({ offset: header.rootDirectoryOffset, length: header.rootDirectoryLength }, 0)
  return found
}

/** The layers of a tile. Reads every shape in them, to find damage. */
const layersOf = async (bytes: Uint8Array, compression: Compression) => {
  const { layers } = new VectorTile(new PbfReader(await decompress(bytes, compression)))
  for (const layer of Object.values(layers)) for (let at = 0; at < layer.length; at++) layer.feature(at).loadGeometry()
  return Object.keys(layers)
}

const checkTiles = async (file: FileHandle, header: Header) => {
  const entries = await entriesIn(file, header)
  if (entries.length === 0) throw new MapProblem('it has no tiles')
  const end = header.tileDataLength ?? 0
  if (entries.some(({ offset, length }) => offset + length > end)) throw new MapProblem('it is cut off')
  const step = Math.max(1, Math.floor(entries.length / tilesTried))
  const layers = new Set<string>()
  for (const { offset, length } of entries.filter((_, at) => at % step === 0)) {
    const bytes = await readPart(file, { offset: header.tileDataOffset + offset, length })
    for (const layer of await layersOf(bytes, header.tileCompression)) layers.add(layer)
  }
  if (!layers.has('transportation'))
    throw new MapProblem('it has no streets: the layer transportation of the OpenMapTiles schema is missing')
}

const inFile = async <T>(path: string, work: (file: FileHandle) => Promise<T>) => {
  const file = await open(path)
  return work(file).finally(() => file.close())
}

/** The facts in the header; the tiles are not read. */
export const readMapFacts = (path: string) => inFile(path, async (file) => factsOf(await headerIn(file)))

/** Checks a file that may be hostile. Anything wrong with it is thrown as a one-line `MapProblem`. */
export const checkMapFile = (path: string): Promise<MapFacts> =>
  inFile(path, async (file) => {
    const header = await headerIn(file)
    checkHeader(header, (await file.stat()).size)
    await checkTiles(file, header)
    return factsOf(header)
  }).catch((error) => {
    throw error instanceof MapProblem ? error : new MapProblem(`a part of it cannot be read (${messageOf(error)})`)
  })
