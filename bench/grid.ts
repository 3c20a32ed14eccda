import { join } from 'node:path'
import { recordOf } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, preview } from 'vite'
import type { Bench } from './grid/main.tsx'
import { withBrowser } from './kit/browser.ts'
import { median } from './kit/measure.ts'
import { type Figure, ms, ratio } from './kit/report.ts'

export const title = '200 rows of 30 columns in Chromium, to the paint of the last change'

declare const window: { bench: Bench }

const [warmUps, rounds] = [3, 15]
const root = join(import.meta.dirname, 'grid')
const web = join(import.meta.dirname, '../apps/web')

const config: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  resolve: { alias: { zod: join(web, 'src/zod-stand-in.ts') }, dedupe: ['react', 'react-dom'] },
  css: { postcss: web },
  build: { target: 'es2023', emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
}

/** Measures the sides in turn on one page, in the opposite order every other round. */
const measureAll = async (page: Page) => {
  const names = await page.evaluate(() => window.bench.names)
  const taken = recordOf(names, (): { mount: number[]; filter: number[] } => ({ mount: [], filter: [] }))
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { mount, filter } = await page.evaluate((side) => window.bench.measure(side), name)
      if (round < 0) continue
      taken[name]?.mount.push(mount)
      taken[name]?.filter.push(filter)
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([name, { mount, filter }]) => [name, { mount: median(mount), filter: median(filter) }]),
  )
}

/** The longest task while the wheel scrolls through all rows and back; 0 if none exceeded 50 ms. */
const longestTaskOfScroll = async (page: Page) => {
  await page.evaluate(() => window.bench.show('parada'))
  await page.mouse.move(600, 400)
  await page.evaluate(() => window.bench.watchTasks())
  for (const step of [100, -100]) {
    for (let turned = 0; turned < 7_000; turned += 100) {
      await page.mouse.wheel(0, step)
      await page.waitForTimeout(16)
    }
  }
  await page.waitForTimeout(200)
  return page.evaluate(() => window.bench.longestTask())
}

export const measure = async (): Promise<Figure[]> => {
  await build(config)
  const server = await preview({ ...config, preview: { port: 0, host: 'localhost' } })
  const url = server.resolvedUrls?.local[0] ?? ''
  try {
    return await withBrowser(
      async (browser) => {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await page.goto(url)
        await page.waitForFunction(() => 'bench' in window)
        const { parada, ...peers } = await measureAll(page)
        if (!parada) throw new Error('Parada was not measured')
        const scrolls = []
        for (let round = 0; round < 3; round++) scrolls.push(await longestTaskOfScroll(page))
        return [
          ...Object.entries(peers).map(([name, { mount }]) => ratio(`mount, to ${name}`, parada.mount, mount, 1)),
          ratio('filter, to the plain table', parada.filter, peers.plain?.filter ?? Number.NaN, 1.1),
          {
            what: 'filter of the others',
            value: parada.filter,
            unit: 'ms',
            from: Object.entries(peers)
              .map(([name, { filter }]) => `${name} ${ms(filter)}`)
              .join(', '),
          },
          { what: 'longest task while scrolling (0: none over 50)', value: median(scrolls), unit: 'ms', atMost: 50 },
        ]
      },
      ['--js-flags=--expose-gc'],
    )
  } finally {
    await server.close()
  }
}
