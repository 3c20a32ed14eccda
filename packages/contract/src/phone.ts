import { normalPhone, phonePattern, wholePhonePattern } from '@parada/domain/phone'
import { z } from 'zod'

/** A telephone number typed in any form, converted to the one spelling that all records share. */
export const Phone = z
  .string()
  .max(60)
  .transform(normalPhone)
  .pipe(z.string().regex(phonePattern))
  .describe('Digits, with a + in front or without; spaces do not count')

/** A telephone number that may be empty. */
export const MaybePhone = z.union([z.literal('').transform(() => ''), Phone])

/** A complete telephone number, not just its first digits. */
export const WholePhone = Phone.pipe(z.string().regex(wholePhonePattern))
