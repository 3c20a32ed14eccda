// Writes the provinces and municipalities of Spain from the map's atlas. Run it after an update of es-atlas.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const folder = join(import.meta.dirname, '../packages/domain/src/spain')

/** Higher numbers in the atlas are land that several municipalities share, and Gibraltar. */
const lastProvince = 52

type Place = { id: string; name: string }
type Atlas = { objects: Record<string, { geometries: { id: string; properties: { name: string } }[] }> }

const placesOf = (name: string): Place[] => {
  const atlas: Atlas = JSON.parse(readFileSync(require.resolve(`es-atlas/es/${name}.json`), 'utf8'))
  return (atlas.objects[name]?.geometries ?? [])
    .map(({ id, properties }) => ({ id, name: properties.name.trim() }))
    .filter(({ id }) => Number(id.slice(0, 2)) <= lastProvince)
    .sort((one, other) => one.id.localeCompare(other.id))
}

const sourceOf = (declaration: string, entries: [code: string, text: string][]) =>
  [
    '// Written by scripts/municipalities.ts.',
    `export const ${declaration} = {`,
    ...entries.map(([code, text]) => `  '${code}': ${JSON.stringify(text)},`),
    '} as const',
    '',
  ].join('\n')

/**
 * The contents of the files: names by the codes of the statistics office, the municipalities of a province in one line.
 */
export const generatedFiles = (): Record<string, string> => {
  const municipalities = Map.groupBy(placesOf('municipalities'), ({ id }) => id.slice(0, 2))
  const lineOf = ({ id }: Place) =>
    (municipalities.get(id) ?? []).map((place) => place.id.slice(2) + place.name).join('|')
  const provinces = placesOf('provinces')
  return {
    [join(folder, 'provinces.gen.ts')]: sourceOf(
      'provinceNames',
      provinces.map(({ id, name }) => [id, name]),
    ),
    [join(folder, 'municipalities.gen.ts')]: sourceOf(
      'municipalityLines',
      provinces.map((province) => [province.id, lineOf(province)]),
    ),
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [file, source] of Object.entries(generatedFiles())) writeFileSync(file, source)
