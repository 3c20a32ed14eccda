import type { RouteReport } from '@parada/contract/calls/trip-reports'
import { theHouse, type Work } from '@parada/db/queries/booking-changes'
import { breaksOfAuthorization, saveRoutePath } from '@parada/db/queries/routes'
import { type TripChange, trips } from '@parada/db/queries/trips'
import type { StoredBreak } from '@parada/domain/booking/fields'
import { type RouteBreaks, routeBreakProblems, valuesOf } from '@parada/domain/route/breaks'
import { type InPieces, measurePath, pathPointCount, readPath, readTimes } from '@parada/domain/route/path'
import { distanceType, routeStatus } from '@parada/domain/route/status'
import type { RouteRecord } from '@parada/domain/trip/records'
import type { z } from 'zod'
import { refuse } from '../http/problem.ts'
import { breaksAskedOf, withBreaks } from './route-breaks.ts'
import type { ModeReports } from './take-report.ts'

type Report = z.output<typeof RouteReport>
type FinishReport = Extract<Report, { type: 'finished' }>
type Change = TripChange<'route'>

/** Runs work in pieces, so that the server can handle other requests in between. */
const inPieces = async <Result>(work: InPieces<Result>): Promise<Result> => {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The account fields that the app sent, or else the route's own, or else those of its authorization. */
const breaksOf = async ({ tx, tenant }: Work, route: RouteRecord, report: FinishReport): Promise<RouteBreaks> => {
  const given = (from: FinishReport['bookingBreaks'], kept: readonly StoredBreak[]) => (from ?? kept) as StoredBreak[]
  const { idAuthorization, authorizationBreaks } = route
  const kept =
    idAuthorization !== null && authorizationBreaks.length === 0
      ? await breaksOfAuthorization(tx, tenant.id, idAuthorization)
      : authorizationBreaks
  return {
    booking: valuesOf(given(report.bookingBreaks, route.bookingBreaks)),
    authorization: valuesOf(given(report.authorizationBreaks, kept)),
  }
}

/** The distance along the path, or why it cannot be measured. */
const measureRoute = async (path: string, pathTimes: string | undefined, seconds: number): Promise<Change> => {
  const gpsError = { distanceType: distanceType.automatic, distanceMeters: null, status: routeStatus.gpsError }
  const points = await inPieces(readPath(path))
  if (typeof points === 'string') return { ...gpsError, fault: points }
  if (points.length < 2) return { ...gpsError, fault: 'onePoint' }
  const times = pathTimes === undefined ? undefined : readTimes(pathTimes, points.length)
  const { metres, fault } = await inPieces(measurePath({ points, times, seconds }))
  const distance = { distanceType: distanceType.automatic, distanceMeters: metres }
  return fault ? { ...distance, fault, status: routeStatus.needsReview } : { ...distance, fault: null }
}

const checkFinished = (route: RouteRecord, { at, path, pathTimes }: FinishReport) => {
  if (at < route.timeStart) throw refuse.field('at', 'at: is before the start')
  if (path === undefined || pathTimes === undefined) return
  if (!readTimes(pathTimes, pathPointCount(path)))
    throw refuse.field('pathTimes', 'pathTimes: must have one time for each point, none before the one before it')
}

/** Works out the distance of a finished route; a route whose path is still to come waits for it. */
const settle = async (work: Work, route: RouteRecord, report: Report): Promise<RouteRecord> => {
  if (report.type !== 'finished') return route
  checkFinished(route, report)
  const { path, pathTimes, distanceMeters } = report
  const asked = await breaksAskedOf(work, route)
  const breaks = await breaksOf(work, route, report)
  const [wrong] = routeBreakProblems(asked, breaks)
  if (wrong)
    throw refuse.rule(wrong.problem, wrong.field.startsWith('booking') ? 'bookingBreaks' : 'authorizationBreaks')
  if (path !== undefined)
    await saveRoutePath(work.tx, work.tenant.id, route.id, { wayPoints: path, wayTimes: pathTimes ?? '' })
  const distance =
    path === undefined
      ? { distanceType: distanceType.manual, distanceMeters, fault: null }
      : await measureRoute(path, pathTimes, (report.at - route.timeStart) / 1_000)
  const kept = withBreaks(asked, breaks, distance.distanceType ?? route.distanceType)
  const isKnown = path !== undefined || distanceMeters !== undefined
  const change: Change = isKnown
    ? { ...kept, ...distance }
    : { bookingBreaks: kept.bookingBreaks, authorizationBreaks: kept.authorizationBreaks }
  return trips.route.change({ ...work, by: theHouse }, 'measured', route, change)
}

/** The app's reports about a recorded route. */
export const routeReports: ModeReports<Report, RouteRecord, Change> = {
  mode: 'route',
  store: trips.route,
  begin: (report, { id }, { idUser, idAuthorization, idPaymentAccount, name }) =>
    report.type === 'started'
      ? {
          idUser,
          idAuthorization,
          idPaymentAccount,
          idSupplier: id,
          reference: report.reference,
          customerName: report.customerName ?? name,
          originAddressString: report.originAddressString ?? '',
          shared: report.shared ?? false,
          timeStart: report.at,
          distanceType: distanceType.automatic,
        }
      : undefined,
  change: (report) => {
    switch (report.type) {
      case 'finished':
        return {
          timeEnd: report.at,
          destinationAddressString: report.destinationAddressString,
          routeTrackingStopList: report.stops,
        }
      case 'discarded':
      case 'tested':
        return { timeEnd: report.at }
      default:
        return {}
    }
  },
  settle,
}
