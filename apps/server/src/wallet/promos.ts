import type { Database, Tx } from '@parada/db/open'
import {
  type Actions,
  countPayment,
  finishedRide,
  givePromo,
  lockCode,
  lockPromosFor,
  type StoredPromo,
} from '@parada/db/queries/promos'
import { lockWallet, moveMoney } from '@parada/db/queries/wallet'
import { isPaidAtOnce, normalizeCode, payoutOf, promoState, redeemProblem } from '@parada/domain/promo/promo'
import type { Send } from '../deliveries/outbox-worker.ts'
import { refuse } from '../http/problem.ts'

/** The user's wallet is locked in this transaction, so changes to it happen one after another. */
export type WalletWork = { tx: Tx; tenantId: number; idUser: number; now: Date }

/**
 * What a promo is paid for: the amount in cents that a percentage applies to, and a key that identifies the occasion.
 */
type Occasion = { base: number; key: string; idBooking?: number }

const pay = async (
  { tx, tenantId, idUser, now }: WalletWork,
  promo: StoredPromo & { uses: number },
  { base, key, idBooking }: Occasion,
) => {
  if (promoState(promo, now.getTime()) !== 'running') return
  if (promo.usesPerUser !== null && promo.uses >= promo.usesPerUser) return
  const cents = payoutOf(promo, base)
  if (cents === 0) return
  const transfer = {
    idUser,
    kind: 'promo',
    cents,
    concept: promo.name,
    idPromo: promo.id,
    idBooking: idBooking ?? null,
    key: `promo ${promo.id} user ${idUser} ${key}`,
  } as const
  if ((await moveMoney(tx, tenantId, transfer, now)) === 'moved') await countPayment(tx, tenantId, promo.id, idUser)
}

const give = async (work: WalletWork, promo: StoredPromo, idPromoCode: number | null) => {
  const { tx, tenantId, idUser, now } = work
  await givePromo(tx, tenantId, { idPromo: promo.id, idUser, idPromoCode, date: now })
  if (isPaidAtOnce(promo)) await pay(work, { ...promo, uses: 0 }, { base: 0, key: 'given' })
}

/**
 * Gives a user the promos that an action creates and pays those that it triggers; a promo may be both. Returns how many
 * were given.
 */
export const raiseActions = async (work: WalletWork, actions: Actions, occasion: Occasion) => {
  const { tx, tenantId, idUser, now } = work
  let given = 0
  for (const promo of await lockPromosFor(tx, tenantId, idUser, actions)) {
    if (promoState(promo, now.getTime()) !== 'running') continue
    if (promo.uses === null) {
      await give(work, promo, null)
      given++
    }
    if (actions.execute && promo.actionsToExecute.includes(actions.execute))
      await pay(work, { ...promo, uses: promo.uses ?? 0 }, occasion)
  }
  return given
}

/** Redeems a code, or refuses with the reason. The outcome is 'again' for a code that this user has redeemed before. */
export const redeemCode = async (work: WalletWork, typed: string) => {
  const { tx, tenantId, idUser, now } = work
  const found = await lockCode(tx, tenantId, idUser, normalizeCode(typed))
  if (!found) throw refuse.rule('problems.codeUnknown', 'code')
  const { promo, code, heldBy } = found
  if (heldBy === code.id) return { outcome: 'again', idPromo: promo.id } as const
  const problem = redeemProblem({ promo, code, hasPromo: heldBy !== undefined }, now.getTime())
  if (problem) throw refuse.rule(problem, 'code')
  await give(work, promo, code.id)
  return { outcome: 'redeemed', idPromo: promo.id } as const
}

/**
 * Pays promos for finished rides from the outbox, which may deliver twice or late: a booking that is no longer finished
 * pays nothing.
 */
export const promoPayer =
  (database: Database, clock: () => Date): Send<'promo'> =>
  (_, { action, idBooking }, { tenantId }) =>
    database.inTenant(tenantId, async (tx) => {
      const ride = await finishedRide(tx, tenantId, idBooking)
      if (!ride || !(await lockWallet(tx, tenantId, ride.idUser))) return
      const work = { tx, tenantId, idUser: ride.idUser, now: clock() }
      await raiseActions(work, { execute: action }, { base: ride.price, key: `booking ${idBooking}`, idBooking })
    })
