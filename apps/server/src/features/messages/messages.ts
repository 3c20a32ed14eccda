import type { messages } from '@parada/contract/calls/messages'
import { insertMessage } from '@parada/db/queries/messages'
import { messageProblem, newMessage } from '@parada/domain/booking/messages'
import { constants } from '@parada/domain/constants'
import { bookingFor, workOf } from '../../booking/access.ts'
import { tellDesks } from '../../booking/record/tell.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const send = async (context: SignedInContext<typeof messages.send>) => {
  const { tx, tenant, body } = context
  const problem = messageProblem(body.message)
  if (problem) throw refuse.rule(problem, 'message', { maxLength: constants.messageMaxLength })
  const booking = await bookingFor(context, body.idService)
  const work = workOf(context)
  const { readers, type, status, code, lat, lon } = body
  const message = await insertMessage(tx, tenant.id, booking.id, {
    ...newMessage({
      message: body.message,
      ...(readers && { readers }),
      ...(type != null && { type }),
      ...(status != null && { status }),
      ...(code != null && { code }),
    }),
    lat: lat ?? null,
    lon: lon ?? null,
    idSupplier: booking.idFleet,
    idUser: work.by.idUser ?? null,
    userName: work.by.who,
  })
  await tellDesks(work, booking)
  return { message }
}

export const messageHandlers: Handlers<typeof messages> = { send }
