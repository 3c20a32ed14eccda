import { type HeatCount, type HeatHours, type HeatKind, heatCellMetres } from '@parada/domain/places/heat'
import { rowsOf, type Statement } from '../database.ts'
import type { Tx } from '../open.ts'

type Fleets = 'all' | ReadonlySet<number>

const metresPerDegree = 111_195
const step = heatCellMetres / metresPerDegree
const mostCells = 5_000

const within = (column: string) => `${column} >= h.start and ${column} < h.start + interval '1 hour'`

/** `offset 0` keeps PostgreSQL from merging the subquery, so that each hour is looked up in the index by itself. */
const inEachHour = (rows: string) =>
  `select h.is_weekday, found.origin from hours h cross join lateral (${rows} offset 0) found`

/** Ended bookings and open ones each have an index, so they are read separately. */
const pickups = (ofFleets: string) =>
  ['30, -20, -40', '10, 20, -30']
    .map((statuses) =>
      inEachHour(`select b.origin from booking b where b.tenant_id = $1 and ${within('b.time_booking_start')}
        and b.status in (${statuses}) ${ofFleets && `and b.${ofFleets}`}`),
    )
    .join(' union all ')

const refusals = (ofFleets: string) =>
  inEachHour(`select b.origin from supplier_order s
    join booking b on b.tenant_id = s.tenant_id and b.id = s.id_booking
    where s.tenant_id = $1 and ${within('s.answered_at')} and s.state in ('refused', 'silent')
      ${ofFleets && `and s.${ofFleets}`}`)

const sources: Record<HeatKind, (ofFleets: string) => string> = { demand: pickups, refusals }

/** All cells have the same height; their width in degrees depends on the latitude. */
export const heatStatement = (tenantId: number, kind: HeatKind, { starts }: HeatHours, fleets: Fleets): Statement => ({
  name: `heat_${kind}${fleets === 'all' ? '' : '_of'}`,
  text: `
    with hours as (select * from unnest($2::timestamptz[], $3::boolean[]) as h (start, is_weekday)),
    found as (${sources[kind](fleets === 'all' ? '' : 'id_fleet = any($4::bigint[])')}),
    placed as (
      select is_weekday, (origin ->> 'lat')::float8 as lat, (origin ->> 'lon')::float8 as lon from found
    ),
    lined as (
      select *, (floor(lat / ${step}) + 0.5) * ${step} as middle from placed where abs(lat) < 89 and lon is not null
    ),
    celled as (select *, ${step} / cos(radians(middle)) as width from lined)
    select middle as lat, (floor(lon / width) + 0.5) * width as lon, count(*)::int as count,
      (count(*) filter (where is_weekday))::int as "onWeekday"
    from celled group by middle, width, floor(lon / width)
    order by count desc, lat, lon limit ${mostCells}`,
  values: [
    tenantId,
    starts.map(({ at }) => new Date(at)),
    starts.map(({ isWeekday }) => isWeekday),
    ...(fleets === 'all' ? [] : [[...fleets]]),
  ],
})

/** Counts by map cell, for one kind, at these hours and with these fleets. */
export const heatCounts = async (tx: Tx, tenantId: number, kind: HeatKind, hours: HeatHours, fleets: Fleets) =>
  fleets !== 'all' && fleets.size === 0 ? [] : rowsOf<HeatCount>(tx, heatStatement(tenantId, kind, hours, fleets))
