// Writes the roads of each city from a folder with one file of OpenStreetMap ways per city, one JSON object per line:
// node packages/roads/src/generate-roads.ts FOLDER
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cityNames, roadsFileOf } from './city-files.ts'
import { roadOf, type TaggedWay } from './road.ts'
import { encodeRoads, packRoads } from './road-file.ts'

/** Reads the ways of one city from the folder. */
const readWays = (folder: string, city: string): TaggedWay[] =>
  readFileSync(join(folder, `${city}.ndjson`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2)
  for (const city of cityNames) {
    const roads = readWays(folder, city).flatMap((way) => roadOf(way) ?? [])
    writeFileSync(roadsFileOf(city), encodeRoads(packRoads(roads)))
  }
}
