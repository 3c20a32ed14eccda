import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { Compression, PMTiles, type Source } from 'pmtiles'
import { type Way, writeStreets } from './generate-tiles.ts'

/** Two streets of an invented town, one with HTML in its name. */
export const ways: Way[] = [
  {
    highway: 'residential',
    name: 'Calle de la "Prueba" <b>&amp;',
    oneway: 'yes',
    path: [
      [-3.7, 40.4],
      [-3.701, 40.401],
    ],
  },
  {
    highway: 'primary',
    ref: 'N-401',
    path: [
      [-3.701, 40.401],
      [-3.705, 40.405],
    ],
  },
]

/** Writes a small map file of these ways. */
export const testMap = (folder: string, name = 'town.pmtiles') => {
  const path = join(folder, name)
  writeStreets(path, ways)
  return path
}

/** Opens a file with the PMTiles reader. */
export const openMap = (path: string) => {
  const bytes = readFileSync(path)
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  }
  const map = new PMTiles(source, undefined, async (packed, compression) =>
    compression === Compression.Gzip ? new Uint8Array(gunzipSync(new Uint8Array(packed))).buffer : packed,
  )
  const tileAt = async (zoom: number, lat: number, lon: number) => {
    const scale = 2 ** zoom
    const radians = (lat * Math.PI) / 180
    const x = Math.floor(((lon + 180) / 360) * scale)
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * scale)
    const tile = await map.getZxy(zoom, x, y)
    return tile && new VectorTile(new PbfReader(new Uint8Array(tile.data)))
  }
  return { map, tileAt }
}

export const propertiesIn = (tile: VectorTile | undefined, name: string) => {
  const layer = tile?.layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at).properties ?? {})
}
