import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStreets, streetsFile } from '@parada/db/gazetteer/streets'
import { afterAll, expect, it } from 'vitest'
import { addMap } from './map-files.ts'
import { openMap, propertiesIn } from './testing-ways.ts'

const examples = '/usr/share/doc/tilemaker/examples'
const folder = mkdtempSync(join(tmpdir(), 'parada-tilemaker-'))
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'pipe' })

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Writes an OpenStreetMap extract with the shipped streets of a city and the other features that extracts have. */
const writeExtract = (city: string, file: string) => {
  const nodes: string[] = []
  const ways: string[] = []
  const nodeAt = (lat: number, lon: number, tags = '') => {
    nodes.push(`<node id="${nodes.length + 1}" version="1" lat="${lat}" lon="${lon}">${tags}</node>`)
    return `<nd ref="${nodes.length}"/>`
  }
  const tag = (key: string, value: string) => `<tag k="${key}" v="${escaped(value)}"/>`
  const way = (points: string[], ...tags: string[]) =>
    ways.push(`<way id="${ways.length + 1}" version="1">${points.join('')}${tags.join('')}</way>`)
  for (const { name, pieces } of readStreets(readFileSync(streetsFile, 'utf8')).filter((one) => one.city === city))
    for (const piece of pieces)
      way(
        piece.map(({ lat, lon }) => nodeAt(lat, lon)),
        tag('highway', 'residential'),
        tag('name', name),
      )
  const corners = [
    [41.5, -5.75],
    [41.5, -5.74],
    [41.49, -5.74],
  ].map(([lat = 0, lon = 0]) => nodeAt(lat, lon))
  way([...corners, corners[0] ?? ''], tag('natural', 'water'))
  nodeAt(41.5035, -5.7467, tag('place', 'city') + tag('name', city))
  const bounds = '<bounds minlat="41.4" minlon="-5.9" maxlat="41.6" maxlon="-5.6"/>'
  writeFileSync(join(folder, 'extract.osm'), `<osm version="0.6">${bounds}${nodes.join('')}${ways.join('')}</osm>`)
  inFolder('osmium', 'cat', 'extract.osm', '-o', file)
}

it('takes what tilemaker makes of an extract, as docs/operate.md says', async () => {
  writeExtract('Zamora', 'zamora.osm.pbf')
  for (const file of ['config-openmaptiles.json', 'process-openmaptiles.lua'])
    cpSync(join(examples, file), join(folder, file))
  const made = ['--input', 'zamora.osm.pbf', '--output', 'zamora.mbtiles']
  inFolder('tilemaker', ...made, '--config', 'config-openmaptiles.json', '--process', 'process-openmaptiles.lua')
  const { path, minZoom, maxZoom } = await addMap(join(folder, 'home'), join(folder, 'zamora.mbtiles'))
  expect([minZoom, maxZoom]).toEqual([0, 14])
  const tile = await openMap(path).tileAt(14, 41.5035, -5.7467)
  const names = propertiesIn(tile, 'transportation_name').map((name) => name['name:latin'])
  expect(names).toContain('Calle de Santa Clara')
  expect(propertiesIn(tile, 'place')).toEqual([expect.objectContaining({ class: 'city', 'name:latin': 'Zamora' })])
  expect(propertiesIn(await openMap(path).tileAt(14, 41.497, -5.742), 'water').length).toBeGreaterThan(0)
})
