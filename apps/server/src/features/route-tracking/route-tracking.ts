import { type RouteDetail, routeTracking } from '@parada/contract/calls/route-tracking'
import type { BodyOf } from '@parada/contract/kit'
import { routePath } from '@parada/db/queries/routes'
import { tripJournal, trips } from '@parada/db/queries/trips'
import { authorizationBreakNumbers, bookingBreakNumbers } from '@parada/domain/booking/breaks'
import type { StoredBreak } from '@parada/domain/booking/fields'
import { keysOf, required } from '@parada/domain/objects'
import { accountsOfRoutes, maySeeRoute } from '@parada/domain/route/access'
import { type BreakValues, routeBreakProblems, valuesOf } from '@parada/domain/route/breaks'
import { globalRouteStatus, mayEditBreaks, statusesOfGlobal } from '@parada/domain/route/status'
import type { RouteRecord } from '@parada/domain/trip/records'
import { type ActingUser, workOf } from '../../booking/access.ts'
import { bookingBreakColumns, numberedColumns } from '../../booking/record/lists.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import { breaksAskedOf, withBreaks } from '../../trip/route-breaks.ts'
import { checkTripVersion } from '../../trip/version.ts'

/** An unknown status counts as an error. */
const cases = keysOf(statusesOfGlobal).map(
  (name) => `when t.status in (${statusesOfGlobal[name].join(', ')}) then ${globalRouteStatus[name]}`,
)

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const routeSource = {
  table: 'route_tracking',
  isCounted: true,
  hasShortRange: true,
  columns: {
    globalStatus: `case ${cases.join(' ')} else ${globalRouteStatus.erroneous} end`,
    ...bookingBreakColumns,
    ...numberedColumns(
      'authorizationBreakValue',
      10,
      (n) => `coalesce(jsonb_path_query_first(t.authorization_breaks, '$[*] ? (@.id == ${n}).value') #>> '{}', '')`,
    ),
  },
  scope: { field: 'idPaymentAccount', ids: accountsOfRoutes },
} as const

const list = listReader(routeTracking.list, routeSource)

/** A route of an account that the user may not see is treated as missing. */
const seen = (context: ActingUser, route: RouteRecord | undefined) => {
  if (!route || !maySeeRoute(context.user.grants, route, logUnreadable(context))) throw refuse.notFound()
  return route
}

const detailOf = async (context: ActingUser, route: RouteRecord): Promise<RouteDetail> => {
  const { tx, tenant } = context
  const path = await routePath(tx, tenant.id, route.id)
  const { rows } = await list({ ...context, query: { pageNumber: 0, resultsPerPage: 2, id: route.id } })
  const { configs, config } = await breaksAskedOf(context, route)
  const values = valuesOf(route.bookingBreaks)
  return {
    ...required(rows[0]),
    version: route.version,
    timeEnd: route.timeEnd,
    fault: route.fault,
    routeWayPoints: path?.wayPoints ?? '',
    routeWayTimes: path?.wayTimes ?? '',
    routeTrackingStopList: route.routeTrackingStopList,
    bookingBreaks: configs.map((one) => ({ ...one, value: values[one.id] ?? '' })),
    authorizationForm: config,
  }
}

type RouteChange = Omit<BodyOf<typeof routeTracking.update>, 'version'>
type Set = 'bookingBreakValue' | 'authorizationBreakValue'

/** The stored values of the route, overridden by the submitted ones. */
const withWritten = (stored: readonly StoredBreak[], written: RouteChange, set: Set): BreakValues => {
  const given: Readonly<Record<string, string | undefined>> = written
  const numbers: readonly number[] = set === 'bookingBreakValue' ? bookingBreakNumbers : authorizationBreakNumbers
  const kept = valuesOf(stored)
  return Object.fromEntries(numbers.map((number) => [number, given[`${set}${number}`] ?? kept[number] ?? '']))
}

const update = async (context: SignedInContext<typeof routeTracking.update>) => {
  const { version, ...written } = context.body
  const before = seen(context, await trips.route.lock(context.tx, context.tenant.id, context.params.id))
  await checkTripVersion(context, 'route', before, version)
  if (!mayEditBreaks(before)) throw refuse.state('problems.routeNotEditable')
  const asked = await breaksAskedOf(context, before)
  const values = {
    booking: withWritten(before.bookingBreaks, written, 'bookingBreakValue'),
    authorization: withWritten(before.authorizationBreaks, written, 'authorizationBreakValue'),
  }
  // Only submitted fields are checked, because stored ones may come from a form that has changed since.
  const wrong = routeBreakProblems(asked, values).find(({ field }) => Object.hasOwn(written, field))
  if (wrong) throw refuse.rule(wrong.problem, wrong.field)
  const change = withBreaks(asked, values, before.distanceType)
  return { routeTracking: await detailOf(context, await trips.route.change(workOf(context), 'edit', before, change)) }
}

export const routeTrackingHandlers: Handlers<typeof routeTracking> = {
  list,
  export: listExport(routeTracking.export, list),
  read: async (context) => {
    const { tx, tenant, params } = context
    const route = seen(context, await trips.route.read(tx, tenant.id, params.id))
    const lines = await tripJournal(tx, tenant.id, 'route', route.id)
    return {
      routeTracking: await detailOf(context, route),
      journal: lines.map(({ idUser: _, idSupplier: __, ...line }) => line),
    }
  },
  update,
}
