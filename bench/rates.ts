import { book } from './bookings/book.ts'
import { fillBookings } from './bookings/fill.ts'
import { type Desk, openOffice } from './bookings/office.ts'
import { timed } from './kit/measure.ts'
import type { Figure } from './kit/report.ts'

export const title = 'Rates: pages and bookings a second while 99 of 100 are answered within a second'

const seconds = 8
const crowds = [8, 32, 128]
const patience = 1_000

/** The best rate per second among the crowds of desks that get 99 of 100 responses in time. */
const bestRate = async (desks: readonly Desk[], work: (desk: Desk) => Promise<unknown>) => {
  const runs = []
  for (const crowd of crowds) {
    const times: number[] = []
    const end = performance.now() + seconds * 1_000
    await Promise.all(
      desks.slice(0, crowd).map(async (desk) => {
        while (performance.now() < end) times.push(await timed(() => work(desk)))
      }),
    )
    const p99 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
    runs.push({ crowd, rate: times.length / seconds, p99 })
  }
  return {
    value: Math.max(...runs.filter(({ p99 }) => p99 < patience).map(({ rate }) => rate)),
    from: runs
      .map(({ crowd, rate, p99 }) => `${crowd} desks ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`)
      .join('; '),
  }
}

export const measure = async (): Promise<Figure[]> => {
  const office = await openOffice()
  try {
    await fillBookings(office.owner, 10_000)
    const desks = await Promise.all(Array.from({ length: Math.max(...crowds) }, office.openDesk))
    const page = '/callers/demo/?pageNumber=0&resultsPerPage=20&orderBy=id%20DESC&mode=grid'
    await bestRate(desks.slice(0, 8), book)
    return [
      { what: 'pages of 20 rows', unit: '/s', atLeast: 585, ...(await bestRate(desks, (desk) => desk.read(page))) },
      { what: 'bookings, created and confirmed', unit: '/s', atLeast: 220, ...(await bestRate(desks, book)) },
    ]
  } finally {
    await office.stop()
  }
}
