import { anyOf } from '@parada/domain/access/permissions'
import { barePhone } from '@parada/domain/phone'
import { z } from 'zod'
import { call } from '../kit.ts'

const Phone = z
  .string()
  .max(60)
  .transform(barePhone)
  .pipe(z.string().regex(/^\+?\d{3,20}$/))
  .describe('Digits, with a + in front or without; spaces do not count')

/** Values in a form are always text. */
const Milliseconds = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(3_600_000))

/**
 * Incoming calls, reported by a telephone system with its own key instead of a user's token, and calls that a user
 * takes.
 */
export const phoneCalls = {
  incoming: call({
    method: 'POST',
    path: '/calls/:sd/incoming',
    access: 'public',
    summary:
      'A call is coming in: needs the key of a telephone system as X-Api-Key or Authorization: Bearer. Answers who is ready where the tenant keeps to it (busyDesksStayQuiet)',
    headers: ['x-api-key'],
    takesForm: true,
    body: z.strictObject({ phoneNumberOrigin: Phone, phoneNumberDialed: Phone, duration: Milliseconds.optional() }),
    mayBeEmpty: true,
    response: z
      .object({
        operatorsReady: z
          .int()
          .min(0)
          .describe('How many signed-in operators who receive this number are not busy; with 0 it rings nowhere'),
      })
      .optional(),
  }),
  taken: call({
    method: 'POST',
    path: '/calls/:sd/taken',
    access: anyOf('dispatchServiceByFleet'),
    summary: 'The user takes a call: it stops ringing at the other desks of its number',
    body: z.strictObject({ phoneNumberOrigin: Phone, phoneNumberDialed: Phone }),
    code: 204,
    response: z.undefined(),
  }),
}
