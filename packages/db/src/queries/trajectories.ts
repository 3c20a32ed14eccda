import { headingFrom, type PathPoint } from '@parada/domain/places/trajectory'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

export type Trajectory = { at: number; lat: number; lon: number; etaMinutes: number | null; path: PathPoint[] }

const columns = `${millisOf('t.at')} as at, t.lat, t.lon, t.eta_minutes as "etaMinutes"`

export const trajectoryOf = async (tx: Tx, tenantId: number, idBooking: number): Promise<Trajectory | undefined> => {
  const [found] = await rowsOf<Trajectory>(tx, {
    name: 'trajectory_get',
    text: `select ${columns}, t.path from trajectory t where t.tenant_id = $1 and t.id_booking = $2`,
    values: [tenantId, idBooking],
  })
  return found
}

/** Keeps the newest trajectory: a late report changes nothing. */
export const putTrajectory = (tx: Tx, tenantId: number, idBooking: number, trajectory: Trajectory) =>
  rowsOf(tx, {
    name: 'trajectory_put',
    text: `insert into trajectory as t (tenant_id, id_booking, at, lat, lon, eta_minutes, path)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (tenant_id, id_booking) do update
             set at = excluded.at, lat = excluded.lat, lon = excluded.lon, eta_minutes = excluded.eta_minutes,
               path = excluded.path
             where excluded.at > t.at`,
    values: [
      tenantId,
      idBooking,
      new Date(trajectory.at),
      trajectory.lat,
      trajectory.lon,
      trajectory.etaMinutes,
      JSON.stringify(trajectory.path),
    ],
  })

/** Drops the old taxi's path when a booking moves to another taxi. */
export const dropTrajectory = (tx: Tx, idBooking: number) =>
  tx.deleteFrom('trajectory').where('id_booking', '=', idBooking).execute()

/** The positions of a fleet's taxis on live bookings, if reported since then. */
export const taxisSeen = (tx: Tx, tenantId: number, idFleet: number, since: Date) =>
  rowsOf<{ lat: number; lon: number }>(tx, {
    text: `select t.lat, t.lon from booking b join trajectory t on t.tenant_id = b.tenant_id and t.id_booking = b.id
           where b.tenant_id = $1 and b.id_fleet = $2 and b.status in (10, 20, -30) and t.at >= $3`,
    values: [tenantId, idFleet, since],
  })

type Fleets = 'all' | ReadonlySet<number>

type Sighting = {
  id: number
  lat: number
  lon: number
  etaMinutes: number | null
  at: number
  statusDispatch: number | null
  idSupplierTaxi: number | null
  lastPlaces: (PathPoint | null)[]
}
type PositionRow = Omit<Sighting, 'lastPlaces'> & { heading: number | null }

const positionOf = ({ lastPlaces, ...seen }: Sighting): PositionRow => {
  const before = lastPlaces.flatMap((place) => (place ? [{ lat: place[0], lon: place[1] }] : []))
  return { ...seen, heading: headingFrom(seen, before) ?? null }
}

/** The last reported position of each taxi on a live booking with one of these fleets, if reported since then. */
export const taxiPositions = async (tx: Tx, fleets: Fleets, since: Date): Promise<PositionRow[]> => {
  if (fleets !== 'all' && fleets.size === 0) return []
  const seen = await rowsOf<Sighting>(tx, {
    name: fleets === 'all' ? 'taxi_positions' : 'taxi_positions_of',
    text: `select b.id, t.lat, t.lon, t.eta_minutes as "etaMinutes", ${millisOf('t.at')} as at,
             b.status_dispatch as "statusDispatch", b.id_supplier_taxi as "idSupplierTaxi",
             jsonb_build_array(t.path -> -1, t.path -> -2) as "lastPlaces"
           from booking b join trajectory t on t.tenant_id = b.tenant_id and t.id_booking = b.id
           where b.status in (10, 20, -30) and t.at >= $1 ${fleets === 'all' ? '' : 'and b.id_fleet = any($2::bigint[])'}
           order by b.id limit 5000`,
    values: fleets === 'all' ? [since] : [since, [...fleets]],
  })
  return seen.map(positionOf)
}
