import { anyOf } from '@parada/domain/access/permissions'
import { mostCents } from '@parada/domain/wallet/movements'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { TypedCode } from './promos.ts'
import { signatureHeaders } from './suppliers.ts'

/** One movement of a wallet, in cents; money coming in is positive. */
export const WalletMovement = z.object({
  id: z.int(),
  date: z.int(),
  amount: z.int(),
  concept: z.string(),
  idBooking: z.int().nullable(),
})
export type WalletMovement = z.output<typeof WalletMovement>

const idUser = z.int().positive()
/** Upper and lower case spell the same id. */
const idEvent = z.uuid().toLowerCase()

/** An event from the back end of an app: money moved in a wallet, a new user, or a code that was typed. */
export const AppEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['payment', 'ride', 'refund']),
    id: idEvent,
    idUser,
    /** In cents. */
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
    /** A user has one wallet, so the profile id is the user's id. */
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
      /** True if nothing new came of the event. */
      repeated: z.boolean(),
      /** The wallet's balance afterwards, in cents. */
      balance: z.int(),
    }),
  }),
}
