import type { BookingWrapper } from '@parada/contract/booking'
import type { Work } from '@parada/db/queries/booking-changes'
import { noteMessage } from '@parada/db/queries/holds'
import { insertMessage } from '@parada/db/queries/messages'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { messageProblem, type NewMessage, newMessage } from '@parada/domain/booking/messages'
import { refuse } from '../../http/problem.ts'

/** Stores a message with the booking in the name of the work's author. */
export const keepMessage = async (
  { tx, tenant, by, hold }: Work,
  { id, idFleet }: BookingRecord,
  message: NewMessage & { lat?: number | null; lon?: number | null },
) => {
  const written = await insertMessage(tx, tenant.id, id, {
    ...message,
    idSupplier: idFleet,
    idUser: by.idUser ?? null,
    userName: by.who,
  })
  noteMessage(tx, tenant.id, hold, written.id)
  return written
}

/** Stores the messages sent with a booking, such as the wizard's notes. */
export const keepMessages = async (work: Work, booking: BookingRecord, messages: BookingWrapper['messages'] = []) => {
  for (const [index, { message, readers, type, code, lat, lon }] of messages.entries()) {
    const problem = messageProblem(message)
    if (problem) throw refuse.rule(problem, `messages.${index}.message`)
    const written = newMessage({ message, ...(readers && { readers }), ...(type && { type }), ...(code && { code }) })
    await keepMessage(work, booking, { ...written, lat: lat ?? null, lon: lon ?? null })
  }
}
