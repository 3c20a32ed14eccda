// Writes streets.pmtiles from a folder of OpenStreetMap ways, with one file per city and one JSON object per line:
// node apps/server/src/maps/generate-tiles.ts FOLDER
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { joined } from '@parada/db/gazetteer/generate-streets'
import type { Feature, MultiLineString, MultiPolygon, Position } from 'geojson'
import { zxyToTileId } from 'pmtiles'
import { embeddedFile } from './embedded-file.ts'
import { landAround } from './land-around.ts'
import type { Bounds } from './map-file.ts'
import { writePmtiles } from './pmtiles-file.ts'

export type Way = {
  highway: string
  name?: string
  ref?: string
  oneway?: string
  junction?: string
  bridge?: string
  tunnel?: string
  path: Position[]
}

/** Cities whose streets would otherwise be drawn in the sea. */
const coastCities = new Set(['cadiz'])

const minZoom = 10
const maxZoom = 14
const extent = 4096

/** The zooms from which each class of OpenMapTiles is drawn, and from which its names are. */
const zooms: Readonly<Record<string, [drawn: number, named: number]>> = {
  motorway: [10, 11],
  trunk: [10, 11],
  primary: [10, 12],
  secondary: [11, 12],
  tertiary: [12, 13],
  minor: [12, 14],
  pedestrian: [13, 14],
  service: [14, 14],
  path: [14, 14],
  track: [14, 14],
}

const minor = new Set(['residential', 'unclassified', 'living_street', 'road'])
const paths = new Set(['footway', 'path', 'steps', 'cycleway', 'bridleway'])

/** The OpenMapTiles class and subclass of a way; pedestrian streets are a class of their own. */
const classOf = (highway: string) => {
  const main = highway.replace(/_link$/, '')
  if (minor.has(main)) return { class: 'minor' }
  if (paths.has(main)) return { class: 'path', subclass: main }
  return { class: main, ...(main !== highway && { ramp: 1 }) }
}

const isTrue = (tag: string | undefined) => tag !== undefined && tag !== 'no'

const isOneWay = ({ highway, oneway, junction }: Way) =>
  oneway === undefined ? highway === 'motorway' || junction === 'roundabout' : isTrue(oneway)

const roadOf = (way: Way) => ({
  ...classOf(way.highway),
  ...(isOneWay(way) && { oneway: 1 }),
  ...(isTrue(way.bridge) ? { brunnel: 'bridge' } : isTrue(way.tunnel) && { brunnel: 'tunnel' }),
})

const nameOf = ({ highway, name, ref }: Way) => {
  const { class: kind } = classOf(highway)
  const text = name?.trim().replace(/\s+/g, ' ') || ref?.replaceAll(';', ' · ')
  return text ? { class: kind, name: text } : undefined
}

const keyOf = (point: Position | undefined) => point?.join(' ') ?? ''

/** Joins lines that begin where another ends. None is reversed, because one-way arrows follow their direction. */
const chained = (lines: readonly Position[][]): Position[][] => {
  const byStart = Map.groupBy(lines, (line) => keyOf(line[0]))
  const ends = new Set(lines.map((line) => keyOf(line.at(-1))))
  const used = new Set<Position[]>()
  const from = (line: Position[]) => {
    const chain = [...line]
    used.add(line)
    for (;;) {
      const next = byStart.get(keyOf(chain.at(-1)))?.find((one) => !used.has(one))
      if (!next) return chain
      used.add(next)
      chain.push(...next.slice(1))
    }
  }
  const firstOnes = lines.filter((line) => !ends.has(keyOf(line[0])))
  return [...firstOnes, ...lines].flatMap((line) => (used.has(line) ? [] : [from(line)]))
}

const inAnyDirection = (lines: readonly Position[][]): Position[][] =>
  joined(lines.map((line) => line.map(([lon = 0, lat = 0]) => ({ lat, lon })))).map((line) =>
    line.map(({ lat, lon }) => [lon, lat]),
  )

type Properties = { class: string }
type Line = { properties: Properties; path: Position[] }

/** A feature for each set of properties, with all its lines. */
const featuresOf = (
  lines: readonly Line[],
  connect: (paths: readonly Position[][]) => Position[][],
): Feature<MultiLineString, Properties>[] =>
  [...Map.groupBy(lines, ({ properties }) => JSON.stringify(properties))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([written, group]) => {
      const properties: Properties = JSON.parse(written)
      const coordinates = connect(group.map(({ path }) => path))
      return { type: 'Feature', properties, geometry: { type: 'MultiLineString', coordinates } }
    })

const layersOf = (ways: readonly Way[]) => {
  const drawn = ways.filter(({ highway, path }) => classOf(highway).class in zooms && path.length > 1)
  const roads = drawn.map((way) => ({
    properties: roadOf(way),
    path: way.oneway === '-1' ? way.path.toReversed() : way.path,
  }))
  const names = drawn.flatMap((way) => {
    const properties = nameOf(way)
    return properties ? [{ properties, path: way.path }] : []
  })
  return { transportation: featuresOf(roads, chained), transportation_name: featuresOf(names, inAnyDirection) }
}

/** The land under these ways. The coast of the atlas is too coarse for streets. */
const landOf = (ways: readonly Way[]): Feature<MultiPolygon, Properties>[] => {
  const onLand = ways.filter(({ bridge }) => !isTrue(bridge)).map(({ path }) => path)
  const coordinates = landAround(onLand)
  return coordinates.length > 0
    ? [{ type: 'Feature', properties: { class: 'land' }, geometry: { type: 'MultiPolygon', coordinates } }]
    : []
}

const boundsOf = (ways: readonly Way[]): Bounds => {
  const points = ways.flatMap(({ path }) => path)
  const [lons, lats] = [points.map(([lon = 0]) => lon), points.map(([, lat = 0]) => lat)]
  const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other))
  const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other))
  return [least(lons), least(lats), most(lons), most(lats)]
}

/** The non-empty tiles of a zoom, searched from the whole world down. */
const filledTiles = (index: GeoJSONVT, zoom: number, [z, x, y] = [0, 0, 0]): { id: number; tile: GeoJSONVTTile }[] => {
  const tile = index.getTile(z, x, y)
  if (!tile) return []
  // A tile of a lower zoom may be empty only because its lines are too short to be seen there.
  if (z === zoom) return tile.features.length > 0 ? [{ id: zxyToTileId(z, x, y), tile }] : []
  return [0, 1].flatMap((right) =>
    [0, 1].flatMap((down) => filledTiles(index, zoom, [z + 1, 2 * x + right, 2 * y + down])),
  )
}

/** The tiles of all zooms, each with what is visible at its zoom and simplified to match. */
const tilesOf = (ways: readonly Way[], coastal: readonly Way[]) => {
  const layers = Object.entries({ ...layersOf(ways), land: landOf(coastal) })
  const tiles = new Map<number, Record<string, GeoJSONVTTile>>()
  for (let zoom = minZoom; zoom <= maxZoom; zoom++)
    for (const [at, [name, all]] of layers.entries()) {
      const features = all.filter(({ properties }) => (zooms[properties.class]?.[at] ?? minZoom) <= zoom)
      const index = new GeoJSONVT(
        { type: 'FeatureCollection', features },
        { maxZoom, indexMaxZoom: zoom, indexMaxPoints: 0, tolerance: 4, extent, buffer: 96 },
      )
      for (const { id, tile } of filledTiles(index, zoom)) tiles.set(id, { ...tiles.get(id), [name]: tile })
    }
  return [...tiles]
    .sort(([one], [other]) => one - other)
    .map(([id, layered]) => {
      const bytes = gzipSync(fromGeojsonVt(layered, { version: 2, extent }), { level: 9 })
      return { id, length: bytes.length, read: () => bytes }
    })
}

const layerFields = [
  {
    id: 'transportation',
    fields: { class: 'String', subclass: 'String', ramp: 'Number', oneway: 'Number', brunnel: 'String' },
  },
  { id: 'transportation_name', fields: { class: 'String', name: 'String' } },
  { id: 'land', fields: { class: 'String' } },
]

/** Writes the tiles of these ways, with land under the coastal ones. */
export const writeStreets = (path: string, ways: readonly Way[], coastal: readonly Way[] = []) =>
  writePmtiles(path, {
    tiles: tilesOf(ways, coastal),
    bounds: boundsOf(ways),
    ...{ minZoom, maxZoom, isGzipped: true },
    metadata: {
      name: 'Streets of six Spanish cities',
      attribution: '© OpenStreetMap contributors',
      license: 'Open Database License 1.0',
      vector_layers: layerFields.map((layer) => ({ ...layer, minzoom: minZoom, maxzoom: maxZoom })),
    },
  })

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2)
  const waysIn = (file: string): Way[] =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const files = globSync('*.ndjson', { cwd: folder }).sort()
  const byTheSea = files.filter((file) => coastCities.has(basename(file, '.ndjson')))
  writeStreets(embeddedFile, files.flatMap(waysIn), byTheSea.flatMap(waysIn))
}
