import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '@parada/db/open'
import { dispatchStatus } from '@parada/domain/codes'
import { withDatabase } from './installation.ts'

const folder = join(process.env.E2E_HOME ?? '', 'claims')

const isClaimed = (name: string) => {
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, name), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** The first of these rows that no journey has taken yet, in any worker, so that journeys do not disturb each other. */
export const claim = <Row extends { id: number }>(kind: string, rows: readonly Row[]): Row => {
  const own = rows.find(({ id }) => isClaimed(`${kind}-${id}`))
  if (!own) throw new Error(`The journeys have used up every ${kind} of ${rows.length} that fit`)
  return own
}

export type Waiting = { id: number; fleet: number; passenger: string }

type BookingFilter = {
  fleet?: number
  /** Whether the passenger's number can receive SMS. */
  hasMobile?: boolean
}

const requested =
  ({ fleet, hasMobile }: BookingFilter) =>
  async (tx: Tx) => {
    let found = tx
      .selectFrom('booking')
      .select(['id', 'id_fleet as fleet', 'passenger_name as passenger'])
      .where('status', '=', 10)
      // A held or manually dispatched booking would show that instead of its state.
      .where('status_dispatch', 'not in', [dispatchStatus.locked, dispatchStatus.manual])
      .where('id_fleet', 'is not', null)
      // Leaves out bookings that other journeys have made and are working with.
      .where('created_at', '<', (made) =>
        made.selectFrom('tenant').select('tenant.created_at').where('tenant.id', '=', 1),
      )
    if (fleet !== undefined) found = found.where('id_fleet', '=', fleet)
    if (hasMobile) found = found.where('phone_number_passenger', 'like', '6%')
    // Latest start first: nothing happens to such a booking by itself while the journeys run.
    const rows = await found.orderBy('time_booking_start', 'desc').orderBy('id').execute()
    return rows.map((row) => ({ ...row, fleet: row.fleet ?? 0 }))
  }

/** Takes a booking that waits for its taxi, for one journey alone. */
export const claimBooking = (wanted: BookingFilter = {}): Promise<Waiting> =>
  withDatabase(({ inTenant }) => inTenant(1, async (tx) => claim('booking', await requested(wanted)(tx))))
