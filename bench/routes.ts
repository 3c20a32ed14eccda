import { routeTracking } from '@parada/contract/calls/route-tracking'
import { type ListQuery, listOf } from '@parada/db/list/list'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import type { Page } from '@playwright/test'
import type pg from 'pg'
import { routeSource } from '../apps/server/src/features/route-tracking/route-tracking.ts'
import { openOffice } from './bookings/office.ts'
import { signIn, withBrowser } from './kit/browser.ts'
import { pagesBesideBare } from './kit/list-pages.ts'
import { median } from './kit/measure.ts'
import type { Figure } from './kit/report.ts'

const count = Number(process.env.ROUTES ?? 500_000)
const longPoints = 10_000

export const title = `Recorded routes: pages of ${count.toLocaleString('en')} with 200 points each, beside their own SQL sent by bare pg; and one of 10,000 points on its map`

/** A drive through Madrid with a few turns and one point per second. */
const driveOf = (points: number) =>
  Array.from({ length: points }, (_, at) => ({
    lat: 40.42 + Math.sin(at / 90) / 60 + at / 400_000,
    lon: -3.7 + Math.cos(at / 70) / 45 + Math.sin(at / 9) / 2_000,
  }))
const textsOf = (points: number) => [encodePath(driveOf(points)), encodeNumbers(driveOf(points).map((_, at) => at))]

/** Adds routes like those of the demo, one every ten minutes. The indexes are rebuilt afterwards, which is faster. */
const fill = async (owner: pg.Client) => {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'route_tracking'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  const columns =
    'status, distance_type, distance_meters, id_user, customer_name, id_authorization, id_payment_account, origin_address_string, destination_address_string, booking_breaks, authorization_breaks'
  const copied = columns.split(', ').map((column) => `s.${column}`)
  await owner.query(
    `with source as (select *, row_number() over (order by id) - 1 as nth from route_tracking where tenant_id = 1),
       size as (select count(*) as total from source)
     insert into route_tracking (tenant_id, id, time_start, ${columns})
     select 1, 10000000 + n, now() - interval '10 minutes' * ($1::int - n), ${copied.join(', ')}
     from generate_series(1, $1::int) n, size, source s where s.nth = n % size.total`,
    [count],
  )
  await owner.query("set maintenance_work_mem = '256MB'")
  for (const { definition } of rows) await owner.query(definition)
  await owner.query(
    `insert into route_path (tenant_id, id_route, way_points, way_times)
     select 1, 10000000 + n, $2, $3 from generate_series(1, $1::int) n`,
    [count, ...textsOf(200)],
  )
  await owner.query('select fold_counts()')
  await owner.query('vacuum analyze route_tracking, route_path')
}

const day = 86_400_000
const asks = (): Record<string, ListQuery> => {
  const to = Date.now() - 400 * day
  const first: ListQuery = { pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', from: to - 61 * day, to }
  return {
    'first page of two months': first,
    'page 100': { ...first, pageNumber: 100 },
    'sorted page': { ...first, orderBy: 'timeStart DESC' },
    'filtered page': { ...first, originAddressString: 'plaza' },
  }
}

type WatchResult = { longest: number }
declare const window: Window & { watched: WatchResult }

/** Waits until nothing has kept the page busy for a while, by which time the map has been drawn. */
const settled = async (page: Page) => {
  await page.locator('.maplibregl-canvas').waitFor()
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 3_000)
        new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, 3_000)
        }).observe({ entryTypes: ['longtask'] })
      }),
  )
}

/**
 * Time from the response to the paint of the pins and the slider. The response is held back until the map is drawn,
 * which needs no route.
 */
const paintedAfter = async (page: Page, id: number) => {
  const address = `**/api/routeTracking/demo/${id}`
  await page.route(address, async (route) => {
    await settled(page)
    await route.continue()
  })
  await page.locator('tbody tr[data-index]').first().click()
  const painted = await page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        performance.clearResourceTimings()
        const look = () => {
          const call = performance
            .getEntriesByType('resource')
            .find(({ name }) => name.endsWith(`/routeTracking/demo/${wanted}`)) as PerformanceResourceTiming | undefined
          const isThere =
            document.querySelector('input[type="range"]') && document.querySelector('[data-kind="destination"]')
          if (call && isThere) setTimeout(() => resolve(performance.now() - call.responseEnd))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    id,
  )
  await page.unroute(address)
  return painted
}

/** The longest task while the mouse drags from one place to another; 0 if none exceeded 50 ms. */
const longestTaskOfDrag = async (page: Page, from: [number, number], to: [number, number]) => {
  await page.evaluate(() => {
    window.watched = { longest: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.watched.longest = Math.max(window.watched.longest, duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 60 })
  await page.mouse.up()
  await page.waitForTimeout(300)
  return page.evaluate(() => window.watched.longest)
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`There is no ${selector}`)
  return box
}

const dragMap = async (page: Page) => {
  const map = await boxOf(page, '.maplibregl-canvas')
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
  const taken: number[] = []
  for (const back of [1, -1, 1, -1, 1])
    taken.push(await longestTaskOfDrag(page, [x, y], [x - 150 * back, y - 100 * back]))
  return median(taken)
}

const onTheMap = async (origin: string, id: number): Promise<Figure[]> =>
  withBrowser(
    async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signIn(page, origin)
      await page.goto(`${origin}/routeTracking?id=${id}`)
      const taken: number[] = []
      for (let round = 0; round < 6; round++) {
        taken.push(await paintedAfter(page, id))
        await settled(page)
        if (round === 5) break
        await page.goBack()
        await page.locator('tbody tr[data-index]').first().waitFor()
      }
      const slider = await boxOf(page, 'input[type="range"]')
      const middle = slider.y + slider.height / 2
      const ofSlider = await longestTaskOfDrag(page, [slider.x + 8, middle], [slider.x + slider.width - 8, middle])
      const ofMap = await dragMap(page)
      // Without a graphics card the processor draws the map, in long tasks of its own. A short route gives the
      // baseline, so that only the points are measured.
      await page.goto(`${origin}/routeTracking/${id - 1}`)
      await page.locator('input[type="range"]').waitFor()
      await settled(page)
      const ofShort = await dragMap(page)
      return [
        { what: 'answer to paint, 10,000 points', value: median(taken), unit: 'ms', atMost: 300 },
        { what: 'longest task while the slider is dragged', value: ofSlider, unit: 'ms', atMost: 50 },
        { what: 'longest task while the map is dragged, 10,000 points', value: ofMap, unit: 'ms' },
        { what: 'the same with 200 points', value: ofShort, unit: 'ms' },
        {
          what: 'what the points add to the longest task',
          value: Math.max(0, ofMap - Math.max(50, ofShort)),
          unit: 'ms',
          atMost: 50,
        },
      ]
    },
    ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  )

export const measure = async (): Promise<Figure[]> => {
  const office = await openOffice()
  try {
    const { owner } = office
    await fill(owner)
    const long = 10_000_000 + count
    await owner.query('update route_path set way_points = $2, way_times = $3 where tenant_id = 1 and id_route = $1', [
      long,
      ...textsOf(longPoints),
    ])
    const list = listOf(routeTracking.list.list, routeSource)
    const { figures } = await pagesBesideBare(office, { list, path: '/routeTracking/demo', asks: asks(), rounds: 200 })
    return [...figures, ...(await onTheMap(office.origin.replace('//localhost', '//demo.localhost'), long))]
  } finally {
    await office.stop()
  }
}
