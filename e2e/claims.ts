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

/** The first of these that no journey has taken yet, in whichever worker: what one does to it disturbs no other. */
export const claim = <Row extends { id: number }>(kind: string, rows: readonly Row[]): Row => {
  const own = rows.find(({ id }) => isClaimed(`${kind}-${id}`))
  if (!own) throw new Error(`The journeys have used up every ${kind} of ${rows.length} that fit`)
  return own
}

export type Waiting = { id: number; fleet: number; passenger: string }

type BookingFilter = {
  fleet?: number
  /** Whether its passenger can be sent an SMS. */
  hasMobile?: boolean
}

const requested =
  ({ fleet, hasMobile }: BookingFilter) =>
  async (tx: Tx) => {
    let found = tx
      .selectFrom('booking')
      .select(['id', 'id_fleet as fleet', 'passenger_name as passenger'])
      .where('status', '=', 10)
      // On hold or dispatched by hand, it would say so instead of its state.
      .where('status_dispatch', 'not in', [dispatchStatus.locked, dispatchStatus.manual])
      .where('id_fleet', 'is not', null)
      // Not one that another journey has made and is working with.
      .where('created_at', '<', (made) =>
        made.selectFrom('tenant').select('tenant.created_at').where('tenant.id', '=', 1),
      )
    if (fleet !== undefined) found = found.where('id_fleet', '=', fleet)
    if (hasMobile) found = found.where('phone_number_passenger', 'like', '6%')
    // The last to start comes first: nothing happens to it by itself while the journeys run.
    const rows = await found.orderBy('time_booking_start', 'desc').orderBy('id').execute()
    return rows.map((row) => ({ ...row, fleet: row.fleet ?? 0 }))
  }

/** A booking that waits for its taxi, for one journey alone. */
export const claimBooking = (wanted: BookingFilter = {}): Promise<Waiting> =>
  withDatabase(({ inTenant }) => inTenant(1, async (tx) => claim('booking', await requested(wanted)(tx))))
