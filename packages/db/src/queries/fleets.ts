import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

/** The fleets among these ids, or all of them. */
export const ownFleets = (tx: Tx, ids: 'all' | ReadonlySet<number>) => {
  const fleets = tx
    .selectFrom('fleet')
    .select([
      'id',
      'fleet_name as fleetName',
      'fleet_long_name as fleetLongName',
      'protocol_dispatch as protocolDispatch',
      'time_zone as timeZone',
      'lat',
      'lon',
      'status',
      'id_external as idExternal',
    ])
    .orderBy('fleet_long_name')
  if (ids === 'all') return fleets.execute()
  return ids.size === 0 ? Promise.resolve([]) : fleets.where('id', 'in', [...ids]).execute()
}

export const taxiFeatures = (tx: Tx) => tx.selectFrom('taxi_feature').select(['id', 'name']).orderBy('id').execute()

/** Those of the fleets that are active. */
export const activeAmong = async (tx: Tx, tenantId: number, ids: readonly number[]) => {
  const rows = await rowsOf<{ id: number }>(tx, {
    name: 'fleets_active',
    text: 'select id from fleet where tenant_id = $1 and id = any($2::bigint[]) and status = 1',
    values: [tenantId, ids],
  })
  return new Set(rows.map(({ id }) => id))
}

/** The median seconds that each fleet took to accept, over the last as-soon-as-possible bookings. */
export const usualAnswers = async (tx: Tx, tenantId: number) => {
  const rows = await rowsOf<{ id: number; seconds: number }>(tx, {
    name: 'fleets_usual_answers',
    text: `
      select id_fleet as id, round(percentile_cont(0.5) within group (order by taken))::int as seconds
      from (
        select id_fleet, extract(epoch from time_service_confirmed - time_service_dispatched) as taken
        from booking
        where tenant_id = $1 and status in (30, -20, -40, -60) and asap
          and time_service_confirmed >= time_service_dispatched
        order by time_booking_start desc, id desc
        limit 500
      ) last
      where id_fleet is not null
      group by id_fleet`,
    values: [tenantId],
  })
  return new Map(rows.map(({ id, seconds }) => [Number(id), seconds]))
}
