import { closeSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Bounds } from './map-file.ts'

/** A tile by its position on the Hilbert curve, and how to read its bytes. */
export type StoredTile = { id: number; length: number; read: () => Uint8Array }

type MapContents = {
  /** In ascending order of id. */
  tiles: readonly StoredTile[]
  bounds: Bounds
  minZoom: number
  maxZoom: number
  isGzipped: boolean
  metadata: object
}

type Entry = { id: number; offset: number; length: number; run: number }

const headerLength = 127
/** Readers fetch this much first, and expect the header and the root directory in it. */
const firstBytes = 16_384
const leafEntries = 4_096

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

/** A directory in the format of PMTiles version 3: column by column, ids as differences, gzipped. */
const directory = (entries: readonly Entry[]) => {
  const offsets = entries.map(({ offset }, at) => {
    const before = entries[at - 1]
    return before && before.offset + before.length === offset ? 0 : offset + 1
  })
  return gzipSync(
    Buffer.from(
      [
        [entries.length],
        entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
        entries.map(({ run }) => run),
        entries.map(({ length }) => length),
        offsets,
      ]
        .flat()
        .flatMap(varint),
    ),
    { level: 9 },
  )
}

/** A single directory, or a root of leaf directories if it would not fit into the first bytes. */
const directoriesOf = (entries: readonly Entry[]) => {
  const root = directory(entries)
  if (root.length <= firstBytes - headerLength) return { root, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const links: Entry[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += leafEntries) {
    const leaf = directory(entries.slice(at, at + leafEntries))
    links.push({ id: entries[at]?.id ?? 0, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(links), leaves: Buffer.concat(leaves) }
}

const headerOf = (contents: MapContents, lengths: { root: number; metadata: number; leaves: number; data: number }) => {
  const header = Buffer.alloc(headerLength)
  const parts = [lengths.root, lengths.metadata, lengths.leaves, lengths.data]
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let offset = headerLength
  for (const [at, length] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + at * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + at * 16)
    offset += length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(contents.tiles.length), at)
  const [west, south, east, north] = contents.bounds
  const [clustered, gzip, none, vector] = [1, 2, 1, 1]
  header.set([clustered, gzip, contents.isGzipped ? gzip : none, vector, contents.minZoom, contents.maxZoom], 96)
  const degrees = (value: number, at: number) => header.writeInt32LE(Math.round(value * 1e7), at)
  for (const [at, value] of [west, south, east, north].entries()) degrees(value, 102 + at * 4)
  header.writeUInt8(contents.minZoom, 118)
  degrees((west + east) / 2, 119)
  degrees((south + north) / 2, 123)
  return header
}

/** Writes a PMTiles file (version 3). The same contents give the same bytes. */
export const writePmtiles = (path: string, contents: MapContents) => {
  let data = 0
  const entries = contents.tiles.map(({ id, length }) => {
    const entry = { id, offset: data, length, run: 1 }
    data += length
    return entry
  })
  const { root, leaves } = directoriesOf(entries)
  const metadata = gzipSync(JSON.stringify(contents.metadata), { level: 9 })
  const lengths = { root: root.length, metadata: metadata.length, leaves: leaves.length, data }
  const file = openSync(path, 'w', 0o600)
  try {
    for (const part of [headerOf(contents, lengths), root, metadata, leaves]) writeSync(file, part)
    for (const { read } of contents.tiles) writeSync(file, read())
  } finally {
    closeSync(file)
  }
}
