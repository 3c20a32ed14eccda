import { finishedBookings } from '@parada/contract/calls/finished-bookings'
import { invoicing } from '@parada/contract/calls/invoicing'
import { type ListQuery, listOf } from '@parada/db/list/list'
import { rangeOf } from '@parada/domain/list/date-range'
import { keysOf } from '@parada/domain/objects'
import { finishedSource } from '../apps/server/src/features/finished-bookings/finished-bookings.ts'
import { toInvoiceSource } from '../apps/server/src/features/invoicing/invoicing.ts'
import { fillBookings } from './bookings/fill.ts'
import { type Office, openOffice } from './bookings/office.ts'
import { interleaved } from './kit/measure.ts'
import { type Figure, ratio } from './kit/report.ts'

export const title = 'Books: lists of what is over, beside their own SQL and as the history grows'

const p95 = { warmUps: 20, rounds: 100, share: 0.95 }
const now = Date.now()
const sizes = { few: 100_000, many: 2_000_000 }
/** The same number of bookings a month in both sizes: a history grows by years. */
const years = { few: 1, many: 20 }

const lists = {
  'finished bookings': {
    list: listOf(finishedBookings.list.list, finishedSource),
    path: '/servicedead/demo/',
    range: rangeOf('lastMonthToFourAhead', now),
    orderBy: 'timeBookingStart DESC',
  },
  'services to invoice': {
    list: listOf(invoicing.toInvoice.list, toInvoiceSource),
    path: '/servicetoinvoice/demo/cc/withFleetBreaks',
    range: rangeOf('lastMonth', now),
    orderBy: 'timeServiceStart DESC',
  },
} as const
type Name = keyof typeof lists

const asks = {
  'first page with its sums': {},
  'filtered page with its sums': { passengerName: 'mar' },
} as const

const searchOf = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))

const sidesOf = async (office: Office) => {
  const desk = await office.openDesk()
  const client = await office.openBare()
  const parada = (name: Name, query: object) => {
    const { path, range, orderBy } = lists[name]
    return () => desk.read(`${path}?${searchOf({ resultsPerPage: 20, orderBy, ...range, ...query })}`)
  }
  const bare = (name: Name, query: object) => {
    const { list, range, orderBy } = lists[name]
    const asked: ListQuery = { pageNumber: 0, resultsPerPage: 20, orderBy, ...range, ...query }
    const { page, total } = list.compile(1, asked)
    const run = ({ text, values }: typeof page) => client.query(text, [...values])
    return () => Promise.all([run(page), run(total)])
  }
  return { desk, client, parada, bare }
}

const whole = { from: 0, to: now }

export const measure = async (): Promise<Figure[]> => {
  const figures: Figure[] = []
  const [few, many] = [await openOffice(), await openOffice()]
  try {
    await fillBookings(few.owner, sizes.few, years.few)
    await fillBookings(many.owner, sizes.many, years.many)
    const [small, large] = [await sidesOf(few), await sidesOf(many)]
    for (const name of keysOf(lists))
      for (const what of keysOf(asks)) {
        const sides = {
          parada: large.parada(name, asks[what]),
          pg: large.bare(name, asks[what]),
          few: small.parada(name, asks[what]),
        }
        const taken = await interleaved(sides, p95)
        figures.push(
          ratio(`${name}: ${what}, p95, to its SQL`, taken.parada, taken.pg, 1.5),
          ratio(`${name}: ${what}, p95, of 2,000,000 to 100,000`, taken.parada, taken.few, 2),
        )
      }
    const first = large.parada('finished bookings', {})
    const year = { from: now - 365 * 86_400_000, to: now }
    const asked = { pageNumber: 0, resultsPerPage: 20, ...whole }
    const { total: totals } = lists['finished bookings'].list.compile(1, asked)
    const deep = await interleaved(
      {
        first,
        deep: () =>
          large.desk.read(`/servicedead/demo/?${searchOf({ resultsPerPage: 20, pageNumber: 2_000, ...year })}`),
        counts: () => large.desk.read(`/servicedead/demo/validations?${searchOf(year)}`),
        count: () =>
          large.client.query(
            `select count(*) from booking t where t.tenant_id = 1 and t.status in (30, -20, -40, -60)
               and t.time_booking_start >= $1 and t.time_booking_start < $2`,
            [new Date(year.from), new Date(year.to)],
          ),
        totals: () => large.client.query(totals.text, [...totals.values]),
      },
      { warmUps: 5, rounds: 30 },
    )
    figures.push(
      ratio('page 2,000 of a year, to the first page', deep.deep, deep.first, 10),
      ratio('totals of a whole tenant, to the first page', deep.totals, deep.first, 10),
      ratio('validation counts of a year, to counting its rows', deep.counts, deep.count, 3),
    )
  } finally {
    await few.stop()
    await many.stop()
  }
  return figures
}
