import { normalPhone, phonePattern, wholePhonePattern } from '@parada/domain/phone'
import { z } from 'zod'

/** A telephone number however it is typed, kept in the one spelling that all records share. */
export const Phone = z
  .string()
  .max(60)
  .transform(normalPhone)
  .pipe(z.string().regex(phonePattern))
  .describe('Digits, with a + in front or without; spaces do not count')

/** The same where a number may be missing. */
export const MaybePhone = z.union([z.literal('').transform(() => ''), Phone])

/** A number that nobody has typed in part only. */
export const WholePhone = Phone.pipe(z.string().regex(wholePhonePattern))
