import { anyOf } from '@parada/domain/access/permissions'
import { mostCents } from '@parada/domain/wallet/movements'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { TypedCode } from './promos.ts'
import { signatureHeaders } from './suppliers.ts'

/** One movement of a wallet; money that came in is above zero, in cents. */
export const WalletMovement = z.object({
  id: z.int(),
  date: z.int(),
  amount: z.int(),
  concept: z.string(),
  idBooking: z.int().nullable(),
})
export type WalletMovement = z.output<typeof WalletMovement>

const idUser = z.int().positive()
/** The same in capitals and small letters. */
const idEvent = z.uuid().toLowerCase()

/** What the back end of an app tells: money that moved in its wallets, a new user, a code that was typed. */
export const AppEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['payment', 'ride', 'refund']),
    id: idEvent,
    idUser,
    /** Cents. */
    amount: z.int().positive().max(mostCents),
    concept: z.string().trim().min(1).max(200),
    idBooking: z.int().positive().optional(),
  }),
  z.strictObject({ type: z.literal('userCreated'), id: idEvent, idUser }),
  z.strictObject({ type: z.literal('codeRedeemed'), id: idEvent, idUser, code: TypedCode }),
])
export type AppEvent = z.output<typeof AppEvent>

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
  appEvent: call({
    method: 'POST',
    path: '/wallet/:sd/apps/:idWhiteLabel/events',
    access: 'public',
    summary: 'What happened in the app of a white label; signed by its back end, and told twice it happened once',
    params: withParams({ idWhiteLabel: id }),
    headers: [signatureHeaders.timestamp, signatureHeaders.signature],
    body: AppEvent,
    response: z.object({
      /** Nothing new came of it. */
      repeated: z.boolean(),
      /** What the wallet holds now, in cents. */
      balance: z.int(),
    }),
  }),
}
