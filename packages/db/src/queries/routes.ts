import { routeStatus, statusesToSend } from '@parada/domain/route/status'
import type { RouteRecord } from '@parada/domain/trip/records'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'
import type { Work } from './booking-changes.ts'
import { tellDesks, trips } from './trips.ts'

export type RoutePath = { wayPoints: string; wayTimes: string }

/** The path of a route, if it has one. */
export const routePath = async (tx: Tx, tenantId: number, idRoute: number) => {
  const [found] = await rowsOf<RoutePath>(tx, {
    name: 'route_path_read',
    text: `select way_points as "wayPoints", way_times as "wayTimes" from route_path
           where tenant_id = $1 and id_route = $2`,
    values: [tenantId, idRoute],
  })
  return found
}

export const saveRoutePath = (tx: Tx, tenantId: number, idRoute: number, { wayPoints, wayTimes }: RoutePath) =>
  rowsOf(tx, {
    name: 'route_path_put',
    text: `insert into route_path (tenant_id, id_route, way_points, way_times) values ($1, $2, $3, $4)
           on conflict (tenant_id, id_route) do update set way_points = excluded.way_points, way_times = excluded.way_times`,
    values: [tenantId, idRoute, wayPoints, wayTimes],
  })

/** The account fields set on an authorization, by number. */
export const breaksOfAuthorization = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<{ breaks: string[] }>(tx, {
    name: 'authorization_breaks_read',
    text: `select array[${Array.from({ length: 10 }, (_, at) => `authorization_break${at + 1}`).join(', ')}] as breaks
           from customer_authorization where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })
  return (found?.breaks ?? []).flatMap((value, at) => (value ? [{ id: at + 1, value }] : []))
}

const toSend = statusesToSend.join(', ')

/**
 * Marks every route that is ready as sent, under the next export number, and returns the number; undefined if there was
 * none. A tenant's exports wait for each other, so no route is in two of them.
 */
export const sendRoutes = async (work: Work): Promise<number | undefined> => {
  const { tx, tenant, by, now } = work
  await rowsOf(tx, { text: `select pg_advisory_xact_lock(hashtext('route_export'), $1)`, values: [tenant.id] })
  const [sent] = await rowsOf<{ number: number | null; id: number | null }>(tx, {
    text: `with ready as (
        select id, status from route_tracking where tenant_id = $1 and status in (${toSend}) order by id for update
      ), next as (
        select coalesce(max(id_export), 0) + 1 as number from route_tracking where tenant_id = $1 and id_export is not null
      ), sent as (
        update route_tracking r set status = ${routeStatus.sent}, id_export = next.number, version = r.version + 1,
          time_updated = $2
        from ready, next where r.tenant_id = $1 and r.id = ready.id
        returning r.id, r.version, r.status, r.id_export, ready.status as was
      ), told as (
        insert into trip_journal (tenant_id, mode, id_trip, version, at, action, id_user, who, before, after)
        select $1, 'route', id, version, $2, 'sent', $3, $4, jsonb_build_object('status', was),
          jsonb_build_object('status', status, 'idExport', id_export) from sent
      )
      select max(id_export) as number, max(id) as id from sent`,
    values: [tenant.id, now, by.idUser ?? null, by.who],
  })
  if (!sent?.number || !sent.id) return undefined
  tellDesks(work, 'route', sent.id)
  return sent.number
}

/** The routes of one export, for its file. */
export const sentRoutes = (tx: Tx, tenantId: number, number: number) =>
  rowsOf<RouteRecord>(tx, {
    text: `select ${trips.route.select} from route_tracking b where b.tenant_id = $1 and b.id_export = $2 order by b.id`,
    values: [tenantId, number],
  })
