import type { services } from '@parada/contract/calls/services'
import type { BodyOf } from '@parada/contract/kit'
import { changeBooking } from '@parada/db/queries/booking-changes'
import { noteBefore } from '@parada/db/queries/holds'
import { startNotPast, startProblem } from '@parada/domain/booking/start'
import { required } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { withdrawOrder } from '../../suppliers/orders.ts'
import { tenantLocale } from '../../words/tenant-locale.ts'
import { words } from '../../words/words.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { fleetsToUse } from '../record/draft.ts'
import { checkPlaces, keptPlace } from '../record/fields.ts'
import { moveTo } from '../record/move.ts'
import { settlePrice } from '../record/prices.ts'
import { succeed } from './dispatch.ts'
import { mayCancelAndCreate } from './dispatch-info.ts'

/** Cancels a booking and creates it again with another route or start; the new one refers to the old. */
export const cancelAndCreate = async (acting: ActingUser, wanted: BodyOf<typeof services.cancelAndCreate>) => {
  const work = workOf(acting)
  const now = work.now.getTime()
  const before = await bookingFor(acting, wanted.id, { lock: true })
  const move = moveTo(before, 'replace')
  if (!mayCancelAndCreate(before)) throw refuse.state('problems.onBoard')
  checkPlaces({ ...wanted, mandatoryDestination: before.mandatoryDestination })
  const { timeZone, idFleet, fleetsFiltered } = before
  const problem = startProblem({ kind: 'cancel-and-create', start: wanted.timeBookingStart, now, timeZone })
  if (problem) throw refuse.rule(problem, 'timeBookingStart')
  await fleetsToUse(acting, { idFleet, fleetsFiltered }, { listedBefore: fleetsFiltered })

  noteBefore(work.tx, work.tenant.id, work.hold, before)
  const withdrawn = await withdrawOrder(work, before, words[await tenantLocale(work.tx)].withdrawn.replaced)
  await changeBooking(work, 'replace', before, {
    ...withdrawn,
    ...move,
    ...(await settlePrice(work, { ...before, ...move })),
    timeServiceCancelled: now,
  })
  const change = {
    origin: required(keptPlace(wanted.origin)),
    destination: keptPlace(wanted.destination),
    timeBookingStart: startNotPast(wanted.timeBookingStart, now),
    asap: wanted.timeBookingStart <= now,
  }
  return succeed(work, before, change, 'create')
}
