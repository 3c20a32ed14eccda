import type { ReportOf } from '@parada/contract/calls/suppliers'
import type { Work } from '@parada/db/queries/booking-changes'
import { positionTarget } from '@parada/db/queries/supplier-orders'
import { putTrajectory, trajectoryOf } from '@parada/db/queries/trajectories'
import type { Zone } from '@parada/domain/booking/calendar'
import { hasTaxi } from '@parada/domain/booking/dispatch'
import { dispatchStatus, isAlive } from '@parada/domain/codes'
import type { Point } from '@parada/domain/places/geo'
import { addToPath, type PathPoint, thinned } from '@parada/domain/places/trajectory'
import { refuse } from '../../http/problem.ts'
import { arrivalByWay } from '../../roads/way-between.ts'
import { refuseWhileHeld } from './refuse-while-held.ts'

type TenantWork = Pick<Work, 'tx' | 'tenant'>
type Position = { lat: number; lon: number; etaMinutes?: number | undefined; at: number }

type Approach = { origin: Point; statusDispatch: number | null; timeZone: Zone }
type Sighting = Partial<Pick<Position, 'lat' | 'lon' | 'etaMinutes'>>

/**
 * Minutes to the pickup, as reported by the fleet or else estimated by street. An estimate from the straight line is
 * not used, because it would put promises at risk that are not late.
 */
export const minutesToPickup = async (
  { origin, statusDispatch, timeZone }: Approach,
  { lat, lon, etaMinutes }: Sighting,
  now: Date,
) => {
  const isOnBoard = (statusDispatch ?? 0) >= dispatchStatus.clientOnBoard
  if (etaMinutes !== undefined || lat === undefined || lon === undefined || isOnBoard) return etaMinutes
  const { minutes, isGuess } = await arrivalByWay({ lat, lon }, origin, now, timeZone)
  return isGuess ? undefined : minutes
}

/** Stores a position and returns whether it was new. One that is not later than the last changes nothing. */
export const keepPosition = async ({ tx, tenant }: TenantWork, idBooking: number, position: Position) => {
  const before = await trajectoryOf(tx, tenant.id, idBooking)
  if (before && before.at >= position.at) return false
  const { at, lat, lon, etaMinutes } = position
  await putTrajectory(tx, tenant.id, idBooking, {
    at,
    lat,
    lon,
    etaMinutes: etaMinutes === undefined ? null : Math.round(etaMinutes),
    path: addToPath(before?.path ?? [], [lat, lon, Math.floor(at / 1_000)]),
  })
  return true
}

/** Stores the full path that the fleet recorded, in place of the points we received. */
export const keepPath = async ({ tx, tenant }: TenantWork, idBooking: number, reported: readonly PathPoint[]) => {
  const path = thinned(reported)
  const [lat, lon, seconds] = path.at(-1) ?? []
  if (lat === undefined || lon === undefined || seconds === undefined) return
  const before = await trajectoryOf(tx, tenant.id, idBooking)
  const at = Math.max(seconds * 1_000, (before?.at ?? 0) + 1)
  await putTrajectory(tx, tenant.id, idBooking, { at, lat, lon, etaMinutes: null, path })
}

/** Positions are by far the most frequent reports, so they lock no booking and write no journal line. */
export const takePosition = async (work: TenantWork & { now: Date }, idFleet: number, report: ReportOf<'position'>) => {
  const target = await positionTarget(work.tx, work.tenant.id, report.idOrder)
  if (!target || target.idFleet !== idFleet) throw refuse.notFound('Unknown order')
  if (target.state !== 'accepted' || !isAlive(target.status) || !hasTaxi(target.statusDispatch)) {
    await refuseWhileHeld(work, report.idOrder)
    throw refuse.conflict('This fleet has no taxi on the booking')
  }
  const etaMinutes = await minutesToPickup(target, report, work.now)
  return { repeated: !(await keepPosition(work, target.idBooking, { ...report, etaMinutes })) }
}
