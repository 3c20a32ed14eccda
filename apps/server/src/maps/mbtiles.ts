import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '@parada/domain/errors'
import { zxyToTileId } from 'pmtiles'
import { type Bounds, MapProblem } from './map-file.ts'
import { type StoredTile, writePmtiles } from './pmtiles-file.ts'

/** Gzip files begin with these two bytes. */
const isGzipped = ([one, two]: Uint8Array) => one === 0x1f && two === 0x8b

const metadataIn = (database: DatabaseSync) => {
  const rows = database.prepare('select name, value from metadata').all()
  return new Map(rows.map(({ name, value }) => [String(name), String(value)]))
}

const boundsIn = (metadata: Map<string, string>): Bounds => {
  const [west = 0, south = 0, east = 0, north = 0, ...more] = (metadata.get('bounds') ?? '').split(',').map(Number)
  if (more.length > 0) throw new MapProblem('its bounds are no area of the world')
  return [west, south, east, north]
}

/** MBTiles counts rows from the south, PMTiles from the north. */
const tilesIn = (database: DatabaseSync) => {
  const found = database
    .prepare('select zoom_level as z, tile_column as x, tile_row as y, length(tile_data) as length from tiles')
    .all()
    .map((row) => ({ z: Number(row.z), x: Number(row.x), y: Number(row.y), length: Number(row.length) }))
  const blob = database.prepare(
    'select tile_data as bytes from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
  )
  const tiles = found.map(({ z, x, y, length }): StoredTile => {
    const read = () => {
      const bytes = blob.get(z, x, y)?.bytes
      if (!(bytes instanceof Uint8Array)) throw new MapProblem('one of its tiles is not binary')
      return bytes
    }
    return { id: zxyToTileId(z, x, 2 ** z - 1 - y), length, read }
  })
  return { tiles: tiles.sort((one, other) => one.id - other.id), zooms: found.map(({ z }) => z) }
}

/** Converts an MBTiles file, as older versions of tilemaker make them, to PMTiles. */
export const convertMbtiles = (from: string, to: string) => {
  if (!existsSync(from)) throw new MapProblem('there is no such file')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(from, { readOnly: true })
    const metadata = metadataIn(database)
    const { tiles, zooms } = tilesIn(database)
    const [first] = tiles
    if (!first) throw new MapProblem('it has no tiles')
    writePmtiles(to, {
      tiles,
      bounds: boundsIn(metadata),
      minZoom: zooms.reduce((one, other) => Math.min(one, other)),
      maxZoom: zooms.reduce((one, other) => Math.max(one, other)),
      isGzipped: isGzipped(first.read()),
      metadata: { name: metadata.get('name') ?? '', attribution: metadata.get('attribution') ?? '' },
    })
  } catch (error) {
    throw error instanceof MapProblem ? error : new MapProblem(`a part of it cannot be read (${messageOf(error)})`)
  } finally {
    database?.close()
  }
}
