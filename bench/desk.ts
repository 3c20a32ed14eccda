import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { atRate, type Board, openBoard } from './desk/board.ts'
import { firstPaint, longestTaskOfScroll, openingTime, rowIds, shownTimes, watchFromStart } from './desk/screen.ts'
import { signIn, withBrowser } from './kit/browser.ts'
import { median } from './kit/measure.ts'
import { type Figure, ms, ratio } from './kit/report.ts'

export const title = 'The desk in Chromium: live bookings from a report to the screen'

const [few, some, many] = [200, 500, 2_000]
const eventsPerSecond = 50
const [warmUp, seconds] = [5, 60]
const rounds = 7

export const openDashboard = async (page: Page, { origin }: Pick<Board, 'origin'>, search = '') => {
  await page.addInitScript(watchFromStart)
  await signIn(page, origin)
  await page.goto(`${origin}/dashboard${search}`)
  await page.locator('tbody tr[data-index]').first().waitFor()
  await page.getByRole('banner').getByText('live', { exact: true }).waitFor()
}

/** Sends reports about all bookings in turn, and times those whose rows are on the screen. */
const fromReportToRow = async (page: Page, board: Board): Promise<Figure> => {
  await openDashboard(page, board)
  const onScreen = new Set(await rowIds(page))
  const sentAt = new Map<string, number>()
  await atRate(eventsPerSecond, warmUp + seconds, (nth) => {
    const id = required(board.ids[nth % board.ids.length])
    const { mark, sent } = board.changeTaxi(id)
    if (onScreen.has(id) && nth >= warmUp * eventsPerSecond) sentAt.set(mark, Date.now())
    return sent
  })
  await page.waitForTimeout(1_000)
  const shown = new Map(await shownTimes(page))
  const taken = [...sentAt].map(([mark, at]) => (shown.get(mark) ?? Number.POSITIVE_INFINITY) - at)
  taken.sort((one, other) => one - other)
  const at = (share: number) => taken[Math.floor(taken.length * share)] ?? Number.NaN
  return {
    what: `supplier's report to changed row, ${some} alive, ${eventsPerSecond} events/s, p95`,
    value: at(0.95),
    unit: 'ms',
    atMost: 200,
    from: `median ${ms(at(0.5))}, ${taken.length} reports`,
  }
}

const paints = async (pages: readonly Page[]) => {
  const taken = pages.map((): number[] => [])
  for (let round = -1; round < rounds; round++)
    for (const [side, page] of pages.entries()) {
      const time = await firstPaint(page)
      if (round >= 0) taken[side]?.push(time)
    }
  return taken.map(median)
}

/** Time from the click on a row to the booking's facts, which the list already holds. */
const opening = async (page: Page): Promise<Figure> => {
  const taken: number[] = []
  const ids = await rowIds(page)
  await openingTime(page, required(ids[15]))
  for (const id of ids.slice(0, 15)) taken.push(await openingTime(page, id))
  taken.sort((one, other) => one - other)
  return {
    what: 'click on a row to the painted facts of its booking, slowest but one of 15',
    value: taken.at(-2) ?? Number.NaN,
    unit: 'ms',
    atMost: 100,
    from: `median ${ms(median(taken))}`,
  }
}

const scrolling = async (page: Page, board: Board): Promise<Figure[]> => {
  await openDashboard(page, board, '?size=200')
  const events = (seconds: number) =>
    atRate(eventsPerSecond, seconds, (nth) => board.changeTaxi(required(board.ids[nth % board.ids.length])).sent)
  await events(warmUp)
  const quiet = await longestTaskOfScroll(page)
  const [busy] = await Promise.all([longestTaskOfScroll(page), events(5)])
  const what = `longest task while scrolling ${many}`
  return [
    { what, value: quiet, unit: 'ms', atMost: 50 },
    { what: `${what}, with events`, value: busy, unit: 'ms', atMost: 100 },
  ]
}

const withBoard = async <T>(alive: number, run: (board: Board) => Promise<T>) => {
  const board = await openBoard(alive)
  return run(board).finally(board.stop)
}

export const measure = (): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const newPage = () => browser.newContext({ viewport: { width: 1366, height: 768 } }).then((one) => one.newPage())
    const report = await withBoard(some, async (board) => fromReportToRow(await newPage(), board))
    const rest = await withBoard(few, (small) =>
      withBoard(many, async (large) => {
        const pages = await Promise.all([newPage(), newPage()])
        const [ofFew, ofMany] = pages
        await openDashboard(ofFew, small)
        await openDashboard(ofMany, large)
        const [short = Number.NaN, long = Number.NaN] = await paints(pages)
        const opened = await opening(ofMany)
        for (const page of pages) await page.context().close()
        return [
          ratio(`first paint of the list, ${many} alive to ${few}`, long, short, 2),
          opened,
          ...(await scrolling(await newPage(), large)),
        ]
      }),
    )
    return [report, ...rest]
  })
