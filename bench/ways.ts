import { setTimeout as wait } from 'node:timers/promises'
import type { Point } from '@parada/domain/places/geo'
import { cityNames } from '@parada/roads/city-files'
import { roadMapOf } from '@parada/roads/roads'
import { fillBookings } from './bookings/fill.ts'
import { type Desk, openOffice } from './bookings/office.ts'
import { percentile, timed } from './kit/measure.ts'
import type { Figure } from './kit/report.ts'
import { ratio } from './kit/report.ts'

export const title = 'Ways: across a city, and what ten thousand a minute leave of a list'

const waysOfCity = 2_000
const waysPerSecond = 10_000 / 60
const askers = 4
const blocks = 12
const pagesOfBlock = 150
const page = '/callers/demo/?pageNumber=0&resultsPerPage=20&orderBy=id%20DESC&mode=grid'

/** Outside the known streets, to measure the API call alone. */
const elsewhere: [Point, Point] = [
  { lat: 40.4169, lon: -3.7035 },
  { lat: 40.4065, lon: -3.6895 },
]

/** Street crossings from all over a city, the same in every run. */
const crossingsOf = (city: (typeof cityNames)[number]): Point[] => {
  const { nodePoint, x, y, placeOf } = roadMapOf(city).graph
  return Array.from({ length: waysOfCity }, (_, step) => {
    const point = nodePoint[(step * 7_919) % nodePoint.length] ?? 0
    return placeOf(x[point] ?? 0, y[point] ?? 0)
  })
}

const pairsOf = (points: readonly Point[]) =>
  points.map((from, at): [Point, Point] => [from, points[(at + 1) % points.length] ?? from])

const acrossCity = (city: (typeof cityNames)[number]): Figure => {
  const { way } = roadMapOf(city)
  const pairs = pairsOf(crossingsOf(city))
  for (const [from, to] of pairs.slice(0, 300)) way(from, to)
  const once = (from: Point, to: Point) => {
    const start = performance.now()
    way(from, to)
    return performance.now() - start
  }
  // The shortest of three, so that other load on the machine does not count.
  const times = pairs.map(([from, to]) => Math.min(once(from, to), once(from, to), once(from, to)))
  return { what: `a way across ${city}, p95`, value: percentile(times, 0.95), unit: 'ms', atMost: 5 }
}

/**
 * Requests routes at a steady rate. The returned function stops and reports how many were requested, and in how many
 * seconds.
 */
const askForWays = (desks: readonly Desk[], pairs: readonly [Point, Point][]) => {
  const begun = performance.now()
  let [isOver, asked] = [false, 0]
  const over = Promise.all(
    desks.map(async (desk) => {
      while (!isOver) {
        const [from, to] = pairs[asked % pairs.length] as [Point, Point]
        const due = begun + (asked++ / waysPerSecond) * 1_000
        await wait(Math.max(0, due - performance.now()))
        await desk.read(`/places/demo/way?points=${from.lat},${from.lon},${to.lat},${to.lon}`)
      }
    }),
  )
  return async () => {
    isOver = true
    await over
    return { asked, seconds: (performance.now() - begun) / 1_000 }
  }
}

export const measure = async (): Promise<Figure[]> => {
  const figures = cityNames.map(acrossCity)
  const office = await openOffice()
  try {
    await fillBookings(office.owner, 10_000)
    const reader = await office.openDesk()
    const desks = await Promise.all(Array.from({ length: askers }, office.openDesk))
    const ofCities = cityNames.map((city) => pairsOf(crossingsOf(city)).slice(0, 500))
    const pairs = Array.from({ length: 500 }, (_, at) => ofCities.flatMap((ofCity) => ofCity.slice(at, at + 1))).flat()
    const read = async (times: number[]) => {
      for (let at = 0; at < pagesOfBlock; at++) times.push(await timed(() => reader.read(page)))
    }
    await read([])
    const warmUp = askForWays(desks, pairs)
    for (let block = 0; block < 4; block++) await read([])
    await warmUp()
    const [alone, beside, besideLines]: [number[], number[], number[]] = [[], [], []]
    let [asked, seconds] = [0, 0]
    const sides = [
      () => read(alone),
      async () => {
        const stop = askForWays(desks, pairs)
        await read(beside)
        const answered = await stop()
        asked += answered.asked
        seconds += answered.seconds
      },
      async () => {
        const stop = askForWays(desks, [elsewhere])
        await read(besideLines)
        await stop()
      },
    ]
    for (let block = 0; block < blocks; block++)
      for (const side of block % 2 === 0 ? sides : sides.toReversed()) await side()
    const p95 = (times: readonly number[]) => percentile(times, 0.95)
    return [
      ...figures,
      { what: 'ways asked for beside the list', value: (asked / seconds) * 60, unit: '/min', atLeast: 9_500 },
      ratio('a page of 20 beside them, p95, to the same page alone', p95(beside), p95(alone), 1.5),
      {
        what: 'the same beside as many calls that need no streets',
        value: p95(besideLines) / p95(alone),
        unit: '×',
      },
    ]
  } finally {
    await office.stop()
  }
}
