import { keysOf } from '@parada/domain/objects'
import { interleaved } from '../kit/measure.ts'
import { type Figure, ratio } from '../kit/report.ts'
import { book } from './book.ts'
import type { Office } from './office.ts'

type FilledDatabase = { office: Office; ids: { first: number; last: number } }

/** The newest page of ended bookings, as the lists of finished bookings query it. */
const newestFinished = `
  select id, status, time_booking_start, passenger_name, origin, destination, id_fleet, price_supplier_total
  from booking where tenant_id = 1 and status in (30, -20, -40, -60)
  order by time_booking_start desc, id desc limit 200`

const worksOf = async ({ office, ids }: FilledDatabase) => {
  const desk = await office.openDesk()
  const client = await office.openBare()
  const { rows: callers } = await client.query<{ id: number }>(
    'select id_caller as id from booking where id_caller is not null group by 1 having count(*) > 200 order by 1 limit 50',
  )
  let turn = 0
  const next = (count: number) => (turn = (turn + 1) % count)
  // Spread over the whole table, so that the pages are as cold as in real life.
  const anyId = () => ids.first + ((next(100_003) * 7919) % (ids.last - ids.first))
  const anyCaller = () => callers[next(callers.length)]?.id
  return {
    'the alive list': () => desk.read('/services/demo/alive/fleet'),
    'one booking': () => desk.read(`/services/demo/${anyId()}`),
    'creating and confirming': () => book(desk),
    "a caller's last services": () => desk.read(`/lastservices/demo/?idCaller=${anyCaller()}`),
    'suggested addresses': () => desk.read(`/places/demo/suggested?idCaller=${anyCaller()}`),
    'the newest 200 that are over': () => client.query(newestFinished),
  }
}

/** Cost of each operation with many bookings, relative to its cost with few. */
export const growth = async (few: FilledDatabase, many: FilledDatabase): Promise<Figure[]> => {
  const [small, large] = await Promise.all([worksOf(few), worksOf(many)])
  const figures: Figure[] = []
  for (const name of keysOf(small)) {
    const sides = { few: small[name], many: large[name] }
    const rounds = name === 'the alive list' ? 60 : 200
    const taken = await interleaved(sides, { warmUps: rounds / 4, rounds })
    figures.push(ratio(`${name}, of 2,000,000 to 100,000`, taken.many, taken.few, 1.5))
  }
  return figures
}
