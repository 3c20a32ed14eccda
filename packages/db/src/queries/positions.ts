import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

export type PositionRow = { id: number; lat: number; lon: number; etaMinutes: number | null; at: number }

type Fleets = 'all' | ReadonlySet<number>

/** The place last reported of each taxi on a booking alive with one of these fleets, if it was reported since then. */
export const taxiPositions = async (tx: Tx, fleets: Fleets, since: Date): Promise<PositionRow[]> =>
  fleets !== 'all' && fleets.size === 0
    ? []
    : rowsOf<PositionRow>(tx, {
        name: fleets === 'all' ? 'taxi_positions' : 'taxi_positions_of',
        text: `select b.id, t.lat, t.lon, t.eta_minutes as "etaMinutes", (extract(epoch from t.at) * 1000)::bigint as at
               from booking b join trajectory t on t.tenant_id = b.tenant_id and t.id_booking = b.id
               where b.status in (10, 20, -30) and t.at >= $1 ${fleets === 'all' ? '' : 'and b.id_fleet = any($2::bigint[])'}
               order by b.id limit 5000`,
        values: fleets === 'all' ? [since] : [since, [...fleets]],
      })
