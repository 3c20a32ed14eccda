import { required } from '@parada/domain/objects'
import { atRate, openBoard } from './desk/board.ts'
import { memoryOf } from './desk/screen.ts'
import { openDashboard } from './desk.ts'
import { withBrowser } from './kit/browser.ts'
import { median } from './kit/measure.ts'
import type { Figure } from './kit/report.ts'

export const title = 'A desk left open: memory over ten minutes of events'

const alive = 2_000
const eventsPerSecond = 50
const minutes = Number(process.env.SOAK_MINUTES ?? 10)

const grown = (what: string, values: readonly number[], unit: number): Figure => {
  const third = Math.max(1, Math.floor(values.length / 3))
  const [early, late] = [median(values.slice(0, third)), median(values.slice(-third))]
  return {
    what,
    value: late / early,
    unit: '×',
    atMost: 1.1,
    from: values.map((one) => (one / unit).toFixed(1)).join(' '),
  }
}

export const measure = async (): Promise<Figure[]> => {
  const board = await openBoard(alive)
  try {
    return await withBrowser(async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
      await openDashboard(page, board)
      const taken: Awaited<ReturnType<typeof memoryOf>>[] = []
      // The first half-minute fills caches and warms up code.
      for (let part = -1; part < minutes * 2; part++) {
        await atRate(
          eventsPerSecond,
          30,
          (nth) => board.changeTaxi(required(board.ids[(part * 1_500 + nth + 1_500) % alive])).sent,
        )
        if (part >= 0) taken.push(await memoryOf(page))
      }
      return [
        grown(
          'JavaScript heap, last third to first, MB',
          taken.map(({ bytes }) => bytes),
          1e6,
        ),
        grown(
          'nodes of the document, last third to first, thousands',
          taken.map(({ nodes }) => nodes),
          1e3,
        ),
      ]
    })
  } finally {
    await board.stop()
  }
}
