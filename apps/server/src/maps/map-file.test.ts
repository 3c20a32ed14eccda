import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { tileIdToZxy } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedFile } from './embedded-file.ts'
import { checkMapFile, MapProblem } from './map-file.ts'
import { addMap, mapFiles, ownMaps, removeMap } from './map-files.ts'
import { writePmtiles } from './pmtiles-file.ts'
import { openMap, testMap } from './testing-ways.ts'

let folder: string
let whole: Buffer
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parada-maps-'))
  whole = readFileSync(testMap(folder))
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = (bytes: Uint8Array, name = 'odd.pmtiles') => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(whole)
  change(bytes)
  return bytes
}

const problemWith = (bytes: Uint8Array) =>
  checkMapFile(written(bytes)).then(
    () => 'none',
    (error: Error) => (error instanceof MapProblem ? error.message : `unexpected: ${error}`),
  )

const degrees = (bytes: Buffer, at: number, value: number) => bytes.writeInt32LE(value * 1e7, at)

describe('an unusable map file', () => {
  it.each<[string, () => Uint8Array, string | RegExp]>([
    ['is empty', () => Buffer.alloc(0), 'it is not a PMTiles file'],
    ['is a picture', () => Buffer.from('\x89PNG\r\n and so on'), 'it is not a PMTiles file'],
    ['is an older version', () => changed((bytes) => bytes.writeUInt8(2, 7)), 'it is version 2 of PMTiles, not 3'],
    ['ends in its header', () => whole.subarray(0, 60), 'it is cut off'],
    ['ends in its tiles', () => whole.subarray(0, whole.length - 1), 'it is cut off'],
    ['has pictures for tiles', () => changed((bytes) => bytes.writeUInt8(2, 99)), 'it has no vector tiles (MVT)'],
    [
      'ends at zoom 13',
      () => changed((bytes) => bytes.writeUInt8(13, 101)),
      'it ends at zoom 13: streets need zoom 14',
    ],
    ['begins below its end', () => changed((bytes) => bytes.writeUInt8(20, 100)), 'its zooms 20 to 14 are none'],
    ['is nowhere', () => changed((bytes) => degrees(bytes, 102, 200)), 'its bounds are no area of the world'],
    ['is inside out', () => changed((bytes) => degrees(bytes, 110, -100)), 'its bounds are no area of the world'],
    ['has another packing', () => changed((bytes) => bytes.writeUInt8(4, 97)), 'it is neither gzipped nor plain'],
    [
      'lies about its tiles',
      () => changed((bytes) => bytes.fill(7, bytes.length - 40)),
      /^a part of it cannot be read/,
    ],
  ])('is refused when it %s', async (_, bytes, problem) => {
    if (typeof problem === 'string') expect(await problemWith(bytes())).toBe(problem)
    else expect(await problemWith(bytes())).toMatch(problem)
  })

  it('is refused when it has no streets', async () => {
    const path = join(folder, 'sea.pmtiles')
    const tile = Buffer.alloc(0)
    writePmtiles(path, {
      tiles: [{ id: 0, length: 0, read: () => tile }],
      bounds: [-1, -1, 1, 1],
      ...{ minZoom: 0, maxZoom: 14, isGzipped: false, metadata: {} },
    })
    await expect(checkMapFile(path)).rejects.toThrow('it has no streets')
  })

  it('gives at most a one-line problem, whichever byte is wrong and wherever it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, value, length) => {
        const bytes = changed((copy) => copy.writeUInt8(value, at)).subarray(0, Math.max(length, at))
        expect(await problemWith(bytes)).toMatch(/^(none|it .+|its .+|a part of it .+)$/)
      }),
      { numRuns: 150 },
    )
  })
})

describe('maps added to an installation', () => {
  it('come before the embedded streets, and are served under a content hash', async () => {
    const home = join(folder, 'home')
    const { served } = await addMap(home, testMap(folder, 'Mi Ciudad.pmtiles'))
    expect(served).toMatch(/^mi-ciudad\.[0-9a-f]{16}\.pmtiles$/)
    expect((await mapFiles(home)).map(({ name }) => name)).toEqual(['mi-ciudad', 'streets'])
    expect(await removeMap(home, 'mi-ciudad')).toBe(true)
    expect(await removeMap(home, 'mi-ciudad')).toBe(false)
  })

  it('are replaced by a map of the same name, and kept when that is refused', async () => {
    const home = join(folder, 'replaced')
    await addMap(home, written(whole, 'town.pmtiles'))
    await addMap(home, written(readFileSync(embeddedFile), 'town.pmtiles'))
    const [kept, ...more] = await ownMaps(home)
    expect(more).toEqual([])
    await expect(addMap(home, written(whole.subarray(0, 300), 'town.pmtiles'))).rejects.toThrow('it is cut off')
    expect(await ownMaps(home)).toEqual([kept])
  })

  it.each([
    ['there is no such file', 'gone.pmtiles'],
    ['there is no such file', 'gone.mbtiles'],
    ['give it another file name', '---.pmtiles'],
    ['give it another file name', 'streets.pmtiles'],
  ])('are refused with “%s” for %s', async (problem, name) =>
    expect(addMap(join(folder, 'refused'), join(folder, name))).rejects.toThrow(problem),
  )

  it('may be MBTiles, which count rows from the south', async () => {
    const path = join(folder, 'older.mbtiles')
    const { map } = openMap(testMap(folder))
    const database = new DatabaseSync(path)
    database.exec(
      'create table metadata (name text, value text); create table tiles (zoom_level int, tile_column int, tile_row int, tile_data blob)',
    )
    database.exec("insert into metadata values ('bounds', '-3.8,40.3,-3.6,40.5')")
    const [z, x, y] = [14, 8023, 6178]
    const tile = await map.getZxy(z, x, y)
    if (!tile) throw new Error('The tile is gone')
    const insert = database.prepare('insert into tiles values (?, ?, ?, ?)')
    insert.run(z, x, 2 ** z - 1 - y, new Uint8Array(tile.data))
    database.close()
    const added = await addMap(join(folder, 'converted'), path)
    expect(added).toMatchObject({ bounds: [-3.8, 40.3, -3.6, 40.5], minZoom: 14, maxZoom: 14 })
    expect((await openMap(added.path).map.getZxy(z, x, y))?.data.byteLength).toBe(tile.data.byteLength)
  })

  it('are refused when an MBTiles file is not a database', async () =>
    expect(addMap(folder, written(Buffer.from('no database'), 'none.mbtiles'))).rejects.toThrow('cannot be read'))
})

it('finds tiles in a file with more than one directory', async () => {
  const path = join(folder, 'many.pmtiles')
  let random = 1
  const tiles = Array.from({ length: 40_000 }, (_, at) => {
    random = (random * 48_271) % 2_147_483_647
    const bytes = Buffer.alloc(1 + (random % 400), String(at))
    return { id: 100_000 + at * 50 + (random % 43), length: bytes.length, read: () => bytes }
  })
  writePmtiles(path, {
    tiles,
    bounds: [-1, -1, 1, 1],
    ...{ minZoom: 0, maxZoom: 14, isGzipped: false, metadata: {} },
  })
  const { map } = openMap(path)
  expect((await map.getHeader()).leafDirectoryLength).toBeGreaterThan(0)
  for (const { id, read } of [tiles.at(0), tiles.at(30_000), tiles.at(-1)].flatMap((one) => one ?? [])) {
    const found = await map.getZxy(...tileIdToZxy(id))
    expect(Buffer.from(found?.data ?? new ArrayBuffer(0)).toString()).toBe(String(read()))
  }
})
