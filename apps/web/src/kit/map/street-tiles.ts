import type { MapTiles } from '@parada/contract/map-settings'
import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl'
import { PMTiles, type Source } from 'pmtiles'

const scheme = 'streets'
const address = new RegExp(`^${scheme}://(\\d+)/(\\d+)/(\\d+)$`)

/** The deepest tiles that are requested; closer up they are enlarged. */
const maxzoom = 14

const degrees = 180 / Math.PI

/** West, south, east and north of a tile. */
export const boundsOfTile = (z: number, x: number, y: number): MapTiles['bounds'] => {
  const lon = (column: number) => (column / 2 ** z) * 360 - 180
  const lat = (row: number) => Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * degrees
  return [lon(x), lat(y + 1), lon(x + 1), lat(y)]
}

const touches = (one: MapTiles['bounds'], other: MapTiles['bounds']) =>
  one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]

/** The files that may have a tile, in their given order. */
export const filesFor = (files: readonly MapTiles[], z: number, x: number, y: number) =>
  files.filter(({ bounds, minZoom, maxZoom }) => z >= minZoom && z <= maxZoom && touches(bounds, boundsOfTile(z, x, y)))

/** Each range has a URL of its own, so that no cache has to combine ranges of one file. */
export const rangesOf = (url: string): Source => ({
  getKey: () => url,
  getBytes: async (offset, length, signal) => {
    const range = `${offset}-${offset + length - 1}`
    const answer = await fetch(`${url}?bytes=${range}`, {
      headers: { range: `bytes=${range}` },
      ...(signal && { signal }),
    })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    const data = await answer.arrayBuffer()
    // A proxy may send the whole file instead.
    return { data: answer.status === 206 ? data : data.slice(offset, offset + length) }
  },
})

const opened = new Map<string, PMTiles>()
const open = ({ url }: MapTiles) => {
  const file = opened.get(url) ?? new PMTiles(rangesOf(url))
  opened.set(url, file)
  return file
}

let served: readonly MapTiles[] = []

/** The tile from the first file that has it. Broken files are skipped, and a tile that no file has is empty. */
const tileAt = async (z: number, x: number, y: number, signal: AbortSignal) => {
  for (const file of filesFor(served, z, x, y)) {
    const tile = await open(file)
      .getZxy(z, x, y, signal)
      .catch((problem: unknown) => {
        signal.throwIfAborted()
        console.warn(`A tile of ${file.url} cannot be read`, problem)
        return undefined
      })
    if (tile) return tile.data
  }
  return new ArrayBuffer(0)
}

addProtocol(scheme, async ({ url }, { signal }) => {
  const [z = 0, x = 0, y = 0] = (address.exec(url) ?? []).slice(1).map(Number)
  return { data: await tileAt(z, x, y, signal) }
})

/** One source for all files, so that the style draws them with one set of layers. */
export const streetSource = (files: readonly MapTiles[]): VectorSourceSpecification => {
  served = files
  const edge = (at: 0 | 1 | 2 | 3, choose: (...values: number[]) => number) =>
    choose(...files.map(({ bounds }) => bounds[at]))
  return {
    type: 'vector',
    tiles: [`${scheme}://{z}/{x}/{y}`],
    minzoom: Math.min(...files.map(({ minZoom }) => minZoom)),
    maxzoom,
    bounds: [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)],
  }
}
