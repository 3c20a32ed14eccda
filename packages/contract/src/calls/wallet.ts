import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'

/** One movement of a wallet; money that came in is above zero, in cents. */
export const WalletMovement = z.object({
  id: z.int(),
  date: z.int(),
  amount: z.int(),
  concept: z.string(),
  idBooking: z.int().nullable(),
})
export type WalletMovement = z.output<typeof WalletMovement>

export const wallet = {
  movements: call({
    method: 'GET',
    path: '/users/:sd/profiles/:idUserProfile/walletMovements',
    access: anyOf('viewUserByWhitelabel'),
    summary: 'Movements of a user’s wallet, newest first; its balance comes with the first page (O3-30)',
    /** A user has one wallet, so the profile's id is the user's own. */
    params: withParams({ idUserProfile: id }),
    query: z.strictObject({
      pageNumber: z.coerce.number().int().min(0).max(1_000_000).default(0),
      idBooking: id.optional(),
    }),
    response: z.object({
      balance: z.int().optional(),
      movements: z.array(WalletMovement),
      hasMoreResults: z.boolean(),
    }),
  }),
}
