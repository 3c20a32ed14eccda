// Writes the roads of each city from a folder of OpenStreetMap ways, one JSON object a line and a file for each city:
// node packages/roads/src/generate-roads.ts FOLDER
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cityNames, roadsFileOf } from './city-files.ts'
import { roadOf, type TaggedWay } from './road.ts'
import { encodeRoads, packRoads } from './road-file.ts'

/** The ways of one city, as the folder has them. */
export const readWays = (folder: string, city: string): TaggedWay[] =>
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
