import { anyOf } from '@parada/domain/access/permissions'
import { messageSender, messageTypes } from '@parada/domain/booking/messages'
import { z } from 'zod'
import { Message } from '../booking.ts'
import { call } from '../kit.ts'

const types = Object.values(messageTypes).flat()

/** A message as stored with its booking. */
export const StoredMessage = Message.extend({ id: z.int(), at: z.int() })
export type StoredMessage = z.output<typeof StoredMessage>

export const messages = {
  send: call({
    method: 'POST',
    path: '/messages/:sd/',
    access: anyOf('dispatchServiceByFleet', 'editServiceByFleet'),
    summary: 'Adds a message to the conversation about a booking',
    body: Message.extend({
      idService: z.int().positive(),
      // Nobody may write in the name of a passenger or driver.
      sender: z.literal(messageSender).nullish(),
      readers: z
        .string()
        .max(100)
        .regex(/^(\d{1,3}(,\d{1,3})*)?$/)
        .nullish(),
      type: z.literal(types).nullish(),
    }).strict(),
    code: 201,
    isIdempotent: true,
    response: z.object({ message: StoredMessage }),
  }),
}
