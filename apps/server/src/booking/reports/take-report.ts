import type { SupplierReport } from '@parada/contract/calls/suppliers'
import { lockBooking } from '@parada/db/queries/booking-changes'
import { type DispatchFleet, lockLink, setCircuit } from '@parada/db/queries/supplier-links'
import { readOrder, rememberReport } from '@parada/db/queries/supplier-orders'
import { isAlive } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { whileUnavailable } from '../../suppliers/breaker.ts'
import type { SupplierWork } from '../../suppliers/order-outcome.ts'
import { takePosition } from './positions.ts'
import { refuseWhileHeld } from './refuse-while-held.ts'
import { type ReportedOrder, refuseFuture, type StepType, steps } from './steps.ts'

type Step = Extract<SupplierReport, { type: StepType }>

/**
 * The order that a report is about and its booking, locked. An order of another fleet or tenant counts as unknown; one
 * that is closed, withdrawn or now with another fleet is not open.
 */
const reportedOrder = async (
  work: SupplierWork,
  fleet: DispatchFleet,
  { idOrder }: Step,
): Promise<ReportedOrder & { isOpen: boolean }> => {
  const { tx, tenant, now } = work
  const seen = await readOrder(tx, tenant.id, idOrder)
  if (!seen || seen.idFleet !== fleet.id) throw refuse.notFound('Unknown order')
  const booking = await lockBooking(tx, tenant.id, seen.idBooking)
  // The order may have changed while we waited for the lock.
  const order = await readOrder(tx, tenant.id, idOrder)
  if (!booking || !order) throw refuse.notFound('Unknown order')
  const isOpen =
    ['waiting', 'sent', 'accepted'].includes(order.state) && isAlive(booking.status) && booking.idFleet === fleet.id
  return { work: { ...work, now, by: { idFleet: fleet.id, who: fleet.fleetLongName } }, booking, order, isOpen }
}

const takeStep = async (work: SupplierWork, fleet: DispatchFleet, report: Step) => {
  const { isOpen, ...reported } = await reportedOrder(work, fleet, report)
  const isNew = await rememberReport(work.tx, work.tenant.id, fleet.id, report.id, report.type)
  if (!isNew) return { repeated: true }
  if (!isOpen) {
    await refuseWhileHeld(work, report.idOrder)
    throw refuse.conflict('The order is no longer with this fleet')
  }
  await (steps[report.type] as (reported: ReportedOrder, report: Step) => Promise<unknown>)(reported, report)
  return { repeated: false }
}

/** Takes a fleet's report. A refusal is thrown and rolls back what was begun. */
export const takeReport = async (work: SupplierWork, fleet: DispatchFleet, report: SupplierReport) => {
  const { tx, tenant, now } = work
  refuseFuture(work, 'at', report.at)
  if (report.type === 'position') return takePosition(work, fleet.id, report)
  if (report.type !== 'unavailable') return takeStep(work, fleet, report)
  if (!(await rememberReport(tx, tenant.id, fleet.id, report.id, report.type))) return { repeated: true }
  await lockLink(tx, tenant.id, fleet.id)
  const { failures, openUntil } = whileUnavailable(report.minutes, now.getTime())
  await setCircuit(tx, fleet.id, failures, openUntil)
  return { repeated: false }
}
