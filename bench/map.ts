import { join } from 'node:path'
import type { MapSettings } from '@parada/contract/map-settings'
import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { build, type InlineConfig, preview } from 'vite'
import { atRate, openBoard } from './desk/board.ts'
import { signIn, withBrowser } from './kit/browser.ts'
import { median } from './kit/measure.ts'
import { type Figure, ms, ratio } from './kit/report.ts'
import type { ShownMap } from './map/main.ts'
import { type MapRecord, picturesOf, watchMap } from './map/watch.ts'

export const title =
  'The map in Chromium, drawn in software: its streets beside a plain MapLibre page, and 500 taxis that move'

const taxis = 500
const rounds = 7
const seconds = 30
const root = join(import.meta.dirname, 'map')

declare const window: Window & { kept: MapRecord }

const pictures = async (page: Page, url: string) => {
  await page.goto('about:blank')
  await page.goto(url)
  return picturesOf(page)
}

type Pictures = Awaited<ReturnType<typeof picturesOf>>
type Board = Awaited<ReturnType<typeof openBoard>>
const origin = (board: Board) => board.origin.replace('//localhost', '//demo.localhost')

/**
 * Compares the booking's page, which shows one ride in a city with streets, with the same view on a page with nothing
 * else on it.
 */
const firstPicture = async (page: Page, board: Board): Promise<Figure[]> => {
  const { rows } = await board.owner.query<{ id: string; lat: number; lon: number }>(
    `select id, ((origin ->> 'lat')::float8 + (destination ->> 'lat')::float8) / 2 as lat,
       ((origin ->> 'lon')::float8 + (destination ->> 'lon')::float8) / 2 as lon
     from booking where tenant_id = 1 and status = 20 and destination is not null and origin ->> 'addressField' like '%, Ávila'
     order by id limit 1`,
  )
  const { id, lat, lon } = required(rows[0])
  const url = `${origin(board)}/services/${id}`
  const config: InlineConfig = {
    ...{ root, configFile: false, logLevel: 'warn', build: { target: 'es2023', emptyOutDir: true } },
    preview: { port: 0, host: 'localhost', proxy: { '/maps': board.origin } },
  }
  await build(config)
  const plain = await preview(config)
  try {
    await pictures(page, url)
    const box = required(await page.locator('.maplibregl-map').boundingBox())
    const zoom = Number(await page.locator('[data-zoom]').first().getAttribute('data-zoom'))
    const files = await page.evaluate(() => {
      const settings = document.getElementById('parada-settings')?.textContent ?? '{}'
      return (JSON.parse(settings) as { map?: MapSettings }).map?.files ?? []
    })
    const shown: ShownMap = { zoom, lat, lon, width: box.width, height: box.height, files }
    const bare = `${plain.resolvedUrls?.local[0]}#${encodeURIComponent(JSON.stringify(shown))}`
    const [ours, theirs]: [Pictures[], Pictures[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const [own, other] = [await pictures(page, url), await pictures(page, bare)]
      if (round < 0) continue
      ours.push(own)
      theirs.push(other)
    }
    const took = (all: Pictures[], what: keyof Pictures) => median(all.map((one) => one[what]))
    return [
      {
        what: 'a booking’s map, from its opening to its streets',
        value: took(ours, 'streets'),
        unit: 'ms',
        atMost: 1_500,
      },
      ratio('the same beside a plain page with the same tiles', took(ours, 'streets'), took(theirs, 'streets'), 1.3),
      ratio('its names beside those of the plain page', took(ours, 'names'), took(theirs, 'names'), 1.3),
    ]
  } finally {
    await plain.close()
  }
}

/** Moves every taxi every two seconds while the desk's map shows them. */
const movingTaxis = async (page: Page, board: Board): Promise<Figure[]> => {
  await board.owner.query(
    `insert into trajectory (tenant_id, id_booking, at, lat, lon, eta_minutes, path)
     select 1, id, now(), 40.6565 + (id % 23 - 11) * 0.0012, -4.7003 + (id % 37 - 18) * 0.0011, 5, '[]'
     from booking where tenant_id = 1 and status = 20`,
  )
  const move = (nth: number) =>
    board.owner.query(
      `update trajectory set at = now(), lat = lat + sin(id_booking + $1) * 0.0004, lon = lon + cos(id_booking + $1) * 0.0005
       where tenant_id = 1`,
      [nth],
    )
  await page.goto(`${origin(board)}/dashboard`)
  await page.locator('tbody tr[data-index]').first().waitFor()
  await page.evaluate(() => {
    window.kept.isRead = false
  })
  await page.keyboard.press('m')
  await page.locator('[data-zoom]').waitFor()
  await atRate(0.5, 20, move)
  const shown = await page.locator('[data-kind="taxi"], [data-cluster]').count()
  await page.evaluate(() => {
    window.kept.longest = 0
  })
  await atRate(0.5, seconds, move)
  const longest = await page.evaluate(() => window.kept.longest)
  return [
    {
      what: `longest task while ${taxis} taxis move, ${seconds} s (0: none over 50)`,
      value: longest,
      unit: 'ms',
      atMost: 50,
      from: `${shown} marks in view, ${ms(longest)}`,
    },
  ]
}

export const measure = async (): Promise<Figure[]> => {
  const board = await openBoard(taxis)
  try {
    return await withBrowser(
      async (browser) => {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await watchMap(page)
        await signIn(page, origin(board))
        return [...(await firstPicture(page, board)), ...(await movingTaxis(page, board))]
      },
      ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
    )
  } finally {
    await board.stop()
  }
}
