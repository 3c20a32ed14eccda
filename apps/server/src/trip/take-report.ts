import { clockSkewSeconds } from '@parada/contract/calls/suppliers'
import type { Tx } from '@parada/db/open'
import type { Work } from '@parada/db/queries/booking-changes'
import { type Traveller, travellerOf } from '@parada/db/queries/travellers'
import {
  markAnswered,
  rememberTripReport,
  seenReport,
  type TripSupplier,
  tellOfTrip,
  tripNamed,
  tripOfRequest,
} from '@parada/db/queries/trips'
import { codeOf } from '@parada/domain/errors'
import { beginning, finishedStatus, isLive, type Mode, statusAfter } from '@parada/domain/trip/modes'
import { type Problem, refuse } from '../http/problem.ts'

/** The fields that are read from reports of any mode. */
type AnyReport = {
  type: string
  id: string
  reference: string
  at: number
  idRequest?: string | undefined
  idUser?: number | undefined
  idAuthorization?: number | undefined
  dateInit?: number
  dateEnd?: number | undefined
  path?: string | undefined
  pathTimes?: string | undefined
}

/** The fields that are read from trips of any mode. */
type AnyTrip = {
  id: number
  version: number
  status: number
  reference: string | null
  idUser: number | null
  idAuthorization: number | null
  idPaymentAccount: number | null
  customerName?: string
  customerPhone?: string
  idWhiteLabel?: number
  dateInit?: number
  /** When a ride began, or was booked. */
  timeInit?: number
}

/** How reports of one mode are handled. */
export type ModeReports<Report extends AnyReport, Trip extends AnyTrip, Change extends { status?: number }> = {
  mode: Mode
  store: {
    lock: (tx: Tx, tenantId: number, id: number) => Promise<Trip | undefined>
    insert: (work: Work, action: string, change: Change) => Promise<Trip>
    change: (work: Work, action: string, before: Trip, change: Change) => Promise<Trip>
  }
  /** The new trip, for a report that begins one; undefined for any other report. */
  begin: (report: Report, supplier: TripSupplier, traveller: Traveller) => Change | undefined
  change: (report: Report) => Change
  /** What we work out at once after a report was taken. */
  settle?: (work: Work, trip: Trip, report: Report) => Promise<Trip>
}

/** A refusal is returned instead of thrown, so that its journal line is kept. */
type Outcome = { id: number; status: number; repeated: boolean } | { refusal: Problem }

const illegal = (type: string, status: number) => refuse.conflict(`'${type}' cannot follow status ${status}`)

/** A ride begins on its supplier's clock but may have been booked on ours, so an early end allows for clock skew. */
const earliestEnd = ({ timeInit }: AnyTrip, { type }: AnyReport) => {
  if (timeInit === undefined) return undefined
  if (type === 'finished') return timeInit
  return type === 'cancelled' || type === 'expired' ? timeInit - clockSkewSeconds * 1_000 : undefined
}

const checkEnd = (trip: AnyTrip, report: AnyReport) => {
  const earliest = earliestEnd(trip, report)
  if (earliest !== undefined && report.at < earliest) throw refuse.field('at', 'at: is before the start')
}

/** Allows for a small difference between the two clocks. */
const checkTimes = (now: Date, { type, at, dateEnd }: AnyReport, began: number | undefined) => {
  const latest = now.getTime() + clockSkewSeconds * 1_000
  if (at > latest) throw refuse.field('at', 'at: must not be in the future')
  if (dateEnd === undefined) return
  if (began !== undefined && dateEnd < began) throw refuse.field('dateEnd', 'dateEnd: is before the start')
  if (type === 'finished' && dateEnd > latest) throw refuse.field('dateEnd', 'dateEnd: must not be in the future')
}

/** The trip that a report is about, found by our request or else by the supplier's reference. */
const tripMeant = async ({ tx, tenant }: Work, supplier: TripSupplier, { idRequest, reference }: AnyReport) => {
  if (idRequest === undefined) return tripNamed(tx, tenant.id, supplier, reference)
  const asked = await tripOfRequest(tx, tenant.id, supplier.id, idRequest)
  if (asked === undefined) throw refuse.notFound('Unknown request')
  return asked
}

const namedIn = async ({ tx, tenant }: Work, report: AnyReport) => {
  const traveller = await travellerOf(tx, tenant.id, report)
  if ('unknown' in traveller) throw refuse.field(traveller.unknown, `${traveller.unknown}: is unknown`)
  return traveller
}

/** The traveller for whom the trip was requested here. */
const travellerOn = (trip: AnyTrip): Traveller => {
  const { idUser, idAuthorization, idPaymentAccount, idWhiteLabel = 0, customerName = '', customerPhone = '' } = trip
  return { idUser, idAuthorization, idPaymentAccount, idWhiteLabel, name: customerName, phone: customerPhone }
}

/** A report must not reuse the id of a report about another trip, or it would be lost as a repeat. */
const checkId = (seen: { idTrip: number } | undefined, idTrip: number | undefined) => {
  if (seen && seen.idTrip !== idTrip) throw refuse.field('id', 'id: is that of a report about another trip')
}

/** Another request began the same trip at the same moment; taken again, the report finds it. */
export class BegunMeanwhile extends Error {}

/**
 * Handles a known report whose trip was not found: the trip was begun between the two queries, or it is another one.
 */
const checkUnseen = async (work: Work, supplier: TripSupplier, report: AnyReport) => {
  const seen = await seenReport(work.tx, work.tenant.id, supplier.id, report.id)
  if (!seen) return
  checkId(seen, await tripMeant(work, supplier, report))
  throw new BegunMeanwhile()
}

const begunMeanwhile = (error: unknown) => {
  throw codeOf(error) === '23505' ? new BegunMeanwhile() : error
}

/**
 * Takes the reports of suppliers of one mode. A repeated report changes nothing; one that cannot follow the trip's
 * status is refused and recorded in the journal.
 */
export const reportTaker = <Report extends AnyReport, Trip extends AnyTrip, Change extends { status?: number }>({
  mode,
  store,
  begin,
  change,
  settle = async (_, trip) => trip,
}: ModeReports<Report, Trip, Change>) => {
  const isBeginning = ({ type }: Report) => type === beginning[mode].step
  const finished = mode === 'parking' || mode === 'mobility' ? finishedStatus[mode] : undefined

  /**
   * A report about a trip that was requested here: the supplier names the trip, or gives the price of one that the desk
   * has ended.
   */
  const answerTo = (trip: Trip, supplier: TripSupplier, report: Report) => {
    if (report.idRequest === undefined) return undefined
    if (isBeginning(report))
      return trip.reference === null && isLive(mode, trip.status)
        ? begin(report, supplier, travellerOn(trip))
        : undefined
    return report.type === 'finished' && trip.status === finished ? change(report) : undefined
  }

  /**
   * The reference for a trip that has none yet. One that is taken is refused when the trip begins; any other report
   * goes on without it.
   */
  const nameBy = async ({ tx, tenant }: Work, trip: Trip, supplier: TripSupplier, report: Report) => {
    if (trip.reference !== null) return {}
    const { reference } = report
    const isTaken = (await tripNamed(tx, tenant.id, supplier, reference)) !== undefined
    if (isTaken && isBeginning(report)) throw refuse.field('reference', 'reference: is that of another trip')
    return isTaken ? {} : { reference }
  }

  const changeBy = async (work: Work, trip: Trip, supplier: TripSupplier, report: Report) => {
    const named = await nameBy(work, trip, supplier, report)
    const status = statusAfter(mode, report.type, trip.status)
    if (status === undefined) return answerTo(trip, supplier, report)
    return { ...change(report), ...named, status }
  }

  const started = async (work: Work, supplier: TripSupplier, report: Report): Promise<Trip> => {
    const made = begin(report, supplier, await namedIn(work, report))
    if (!made) throw refuse.notFound('Unknown reference')
    return store.insert(work, report.type, { ...made, status: beginning[mode].status }).catch(begunMeanwhile)
  }

  return async (work: Work, supplier: TripSupplier, report: Report): Promise<Outcome> => {
    const { tx, tenant, now } = work
    const remember = (idTrip: number, isRefused: boolean) =>
      rememberTripReport(tx, tenant.id, supplier.id, { id: report.id, mode, idTrip, isRefused })
    checkTimes(now, report, report.dateInit)
    const meant = await tripMeant(work, supplier, report)
    if (meant === undefined) {
      await checkUnseen(work, supplier, report)
      const { id, status } = await settle(work, await started(work, supplier, report), report)
      remember(id, false)
      return { id, status, repeated: false }
    }
    const trip = await store.lock(tx, tenant.id, meant)
    if (!trip) throw refuse.notFound('Unknown reference')
    const seen = await seenReport(tx, tenant.id, supplier.id, report.id)
    checkId(seen, trip.id)
    if (seen?.isRefused) throw illegal(report.type, trip.status)
    if (seen) return { id: trip.id, status: trip.status, repeated: true }
    checkTimes(now, report, trip.dateInit)
    checkEnd(trip, report)
    const wanted = await changeBy(work, trip, supplier, report)
    remember(trip.id, wanted === undefined)
    if (wanted === undefined) {
      // Paths are left out of the journal.
      const { path: _, pathTimes: __, ...told } = report
      const line = { before: { status: trip.status }, after: { report: told } }
      tellOfTrip(work, { mode, id: trip.id, version: trip.version, action: 'refused', line })
      return { refusal: illegal(report.type, trip.status) }
    }
    const after = await settle(work, await store.change(work, report.type, trip, wanted), report)
    if (report.idRequest !== undefined) markAnswered(tx, tenant.id, report.idRequest, now)
    return { id: after.id, status: after.status, repeated: false }
  }
}
