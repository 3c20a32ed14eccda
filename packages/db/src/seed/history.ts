import { setImmediate as breathe } from 'node:timers/promises'
import { required } from '@parada/domain/objects'
import type pg from 'pg'
import type { BookingScope } from './bookings.ts'
import { copyRows } from './copy.ts'
import {
  messageColumns,
  messageLine,
  ratingColumns,
  ratingLine,
  trajectoryColumns,
  trajectoryLine,
} from './history-besides.ts'
import { livesOf } from './history-life.ts'
import { type HistoryTenant, peopleOf } from './history-people.ts'
import { type Plan, planHistory } from './history-plans.ts'
import { drawRider } from './history-rides.ts'
import { bookingColumns, bookingLine, journalColumns, tellLife } from './history-rows.ts'
import { makeRandom, type Random } from './random.ts'

/** Rides per batch: enough to keep PostgreSQL busy, few enough to hold in memory. */
const batch = 2_000
const ridesInOneBreath = 40
const seed = 20_260_314

const tables = [
  ['booking', bookingColumns],
  ['booking_journal', journalColumns],
  ['rating', ratingColumns],
  ['booking_message', messageColumns],
  ['trajectory', trajectoryColumns],
] as const

type Lines = Record<(typeof tables)[number][0], string[]>

const writeDown = async (plans: readonly Plan[], tenants: readonly HistoryTenant[], random: Random, now: number) => {
  const lines: Lines = { booking: [], booking_journal: [], rating: [], booking_message: [], trajectory: [] }
  for (const [index, plan] of plans.entries()) {
    // Yields, so that the previous batch is sent on to PostgreSQL.
    if (index % ridesInOneBreath === 0) await breathe()
    const tenant = required(tenants[plan.tenant])
    for (const life of livesOf({ tenant, plan, rider: drawRider(tenant, random), random, now })) {
      const { ended, journal } = tellLife(life)
      lines.booking.push(bookingLine(ended))
      lines.booking_journal.push(journal)
      lines.rating.push(ratingLine(ended))
      lines.booking_message.push(messageLine(ended))
      lines.trajectory.push(trajectoryLine(ended))
    }
  }
  return lines
}

const load = async (client: pg.Client, lines: Lines) => {
  for (const [table, columns] of tables) await copyRows(client, table, columns, lines[table])
}

/**
 * COPY does not work with row-level security that is forced on the owner. Nobody sees it lifted, because the
 * transaction locks the tables.
 */
const setWalls = async (client: pg.Client, force: 'force' | 'no force') => {
  for (const [table] of tables) await client.query(`alter table ${table} ${force} row level security`)
}

type HistoryScope = { count: number; firstId: number; now: Date; scopes: readonly BookingScope[] }

/** A year of bookings that are over, with their journals, ratings, messages and trajectories. */
export const seedHistory = async (client: pg.Client, { count, firstId, now, scopes }: HistoryScope) => {
  if (count === 0) return
  const random = makeRandom(seed)
  const tenants: HistoryTenant[] = []
  for (const scope of scopes) tenants.push(await peopleOf(client, scope, random))
  const plans = planHistory(count, firstId, now.getTime(), random)
  await setWalls(client, 'no force')
  let loading: Promise<void> = Promise.resolve()
  for (let from = 0; from < plans.length; from += batch) {
    const lines = await writeDown(plans.slice(from, from + batch), tenants, random, now.getTime())
    await loading
    loading = load(client, lines)
  }
  await loading
  await setWalls(client, 'force')
}
