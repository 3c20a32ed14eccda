import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { embeddedFile } from './embedded-file.ts'
import { checkMapFile } from './map-file.ts'
import { openMap, propertiesIn, testMap } from './testing-ways.ts'

const cities: [city: string, lat: number, lon: number, street: string][] = [
  ['Ávila', 40.6565, -4.7003, 'Calle San Segundo'],
  ['Cádiz', 36.5324, -6.2962, 'Calle Ancha'],
  ['Ciudad Real', 38.9858, -3.9275, 'Calle Toledo'],
  ['Palencia', 42.0096, -4.5288, 'Calle Mayor'],
  ['Soria', 41.764, -2.465, 'Calle El Collado'],
  ['Zamora', 41.5035, -5.7467, 'Calle de Santa Clara'],
]

describe('the embedded map file', () => {
  it('is complete and smaller than 3 MB', async () => {
    expect(statSync(embeddedFile).size).toBeLessThan(3_000_000)
    expect(await checkMapFile(embeddedFile)).toMatchObject({ minZoom: 10, maxZoom: 14 })
  })

  it('names the source and licence of its data', async () =>
    expect(await openMap(embeddedFile).map.getMetadata()).toMatchObject({
      attribution: '© OpenStreetMap contributors',
      license: 'Open Database License 1.0',
    }))

  it.each(cities)('has the named streets of %s', async (_, lat, lon, street) => {
    const tile = await openMap(embeddedFile).tileAt(14, lat, lon)
    const names = propertiesIn(tile, 'transportation_name').map(({ name }) => name)
    expect(names.length).toBeGreaterThan(20)
    expect(names).toContain(street)
    const roads = propertiesIn(tile, 'transportation')
    expect(roads.some(({ oneway }) => oneway === 1)).toBe(true)
  })

  it('has land under Cádiz, and none under inland Zamora', async () => {
    const { tileAt } = openMap(embeddedFile)
    expect(propertiesIn(await tileAt(14, 36.5324, -6.2962), 'land')).toEqual([{ class: 'land' }])
    expect(propertiesIn(await tileAt(14, 41.5035, -5.7467), 'land')).toEqual([])
  })

  it('leaves small streets out of distant zooms', async () => {
    const tile = await openMap(embeddedFile).tileAt(10, 41.5035, -5.7467)
    const classes = propertiesIn(tile, 'transportation').map((road) => road.class)
    expect(classes).toContain('primary')
    expect(classes).not.toContain('minor')
  })
})

describe('written tiles', () => {
  it('are byte-identical for the same ways, and keep names unchanged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parada-tiles-'))
    try {
      const [one, two] = [testMap(folder, 'one.pmtiles'), testMap(folder, 'two.pmtiles')]
      expect(readFileSync(one).equals(readFileSync(two))).toBe(true)
      const tile = await openMap(one).tileAt(14, 40.4005, -3.7005)
      expect(propertiesIn(tile, 'transportation_name').map(({ name }) => name)).toEqual([
        'Calle de la "Prueba" <b>&amp;',
        'N-401',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
