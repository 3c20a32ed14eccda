import type { bookings, cards, fleetBreaks } from '@parada/contract/calls/bookings'
import { changeBooking } from '@parada/db/queries/booking-changes'
import { findCard } from '@parada/db/queries/booking-references'
import { findFleetBreak, fleetBreaksOf, insertFleetBreak, updateFleetBreak } from '@parada/db/queries/fleet-breaks'
import { bookingFor, workOf } from '../../booking/access.ts'
import { finishByHand } from '../../booking/actions/finish.ts'
import { breaksWith, checkBreaks } from '../../booking/record/breaks.ts'
import { checkVersion } from '../../booking/record/version.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const saveBreaks = async (context: SignedInContext<typeof bookings.saveBreaks>) => {
  const before = await bookingFor(context, context.params.id, { lock: true })
  await checkVersion(context, before, context.body.version)
  const work = workOf(context)
  const kept = await checkBreaks(work, before.idPaymentAccount, context.body.bookingBreaks)
  await changeBooking(work, 'bookingBreaks', before, { bookingBreaks: kept })
  return { bookingBreaks: await breaksWith(work, before.idPaymentAccount, kept) }
}

export const bookingHandlers: Handlers<typeof bookings> = {
  finish: async (context) => ({
    booking: wireBooking(await finishByHand(context, context.params.id, context.body), context.user.grants),
  }),
  breaks: async (context) => {
    const { idPaymentAccount, bookingBreaks } = await bookingFor(context, context.params.id)
    return { bookingBreaks: await breaksWith(context, idPaymentAccount, bookingBreaks) }
  },
  saveBreaks,
}

export const fleetBreakHandlers: Handlers<typeof fleetBreaks> = {
  list: async (context) => {
    const { id } = await bookingFor(context, context.query.idBooking)
    return { fleetBreaks: await fleetBreaksOf(context.tx, context.tenant.id, id) }
  },
  create: async (context) => {
    const { idBooking, ...values } = context.body
    const { id } = await bookingFor(context, idBooking)
    const fleetBreak = await insertFleetBreak(context.tx, context.tenant.id, id, values)
    if (!fleetBreak) throw refuse.state('problems.fleetFieldsExist')
    return { fleetBreak }
  },
  update: async (context) => {
    const found = await findFleetBreak(context.tx, context.tenant.id, context.params.id)
    if (!found) throw refuse.notFound()
    await bookingFor(context, found.idBooking)
    return { fleetBreak: await updateFleetBreak(context.tx, context.tenant.id, found.id, context.body) }
  },
}

export const cardHandlers: Handlers<typeof cards> = {
  get: async ({ tx, tenant, params }) => {
    const card = await findCard(tx, tenant.id, params.idCard)
    if (!card) throw refuse.notFound()
    return { card }
  },
}
