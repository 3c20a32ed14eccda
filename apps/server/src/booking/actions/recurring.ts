import type { services } from '@parada/contract/calls/services'
import type { BodyOf } from '@parada/contract/kit'
import { readRecurringDates, recurringStarts } from '@parada/domain/booking/recurring'
import { bookingStatus } from '@parada/domain/codes'
import { refuse } from '../../http/problem.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { authorizedFor, spendOne } from '../record/authorization.ts'
import { fleetsToUse } from '../record/draft.ts'
import { copyBooking } from './dispatch.ts'

/** Repeats a booking on other dates. Each copy is a separate booking that refers to the first of its series. */
export const repeatBooking = async (
  acting: ActingUser,
  { idCopyFrom, recurringDates }: BodyOf<typeof services.recurring>,
) => {
  if (!idCopyFrom) throw refuse.rule('problems.missingProperty', 'idCopyFrom', { name: 'idCopyFrom' })
  if (recurringDates.length === 0)
    throw refuse.rule('problems.missingProperty', 'recurringDates', { name: 'recurringDates' })
  const work = workOf(acting)
  const source = await bookingFor(acting, idCopyFrom, { lock: true })
  if (source.status === bookingStatus.created) throw refuse.state('problems.notConfirmed')
  const { timeBookingStart: start, timeZone, idFleet, fleetsFiltered } = source
  const { dates, problems } = readRecurringDates(recurringDates, { start, now: work.now.getTime(), timeZone })
  const [wrong] = problems
  if (wrong) throw refuse.rule(wrong.problem, `recurringDates.${recurringDates.lastIndexOf(wrong.text)}`)
  await fleetsToUse(acting, { idFleet, fleetsFiltered }, { listedBefore: fleetsFiltered })
  await authorizedFor(acting, source)

  const first = source.idCopyFrom ?? source.id
  const ofTheSeries = {
    asap: false,
    idCopyFrom: first,
    idPrevious: null,
    idUser: acting.user.id,
    promisedArrival: null,
    promisedPrice: null,
  }
  const made = []
  for (const timeBookingStart of recurringStarts(start, dates, timeZone)) {
    await spendOne(work, source)
    made.push(await copyBooking(work, source, { ...ofTheSeries, timeBookingStart }, 'repeat'))
  }
  return made
}
