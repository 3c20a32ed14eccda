import { type MovementKind, movementsPerPage, signedAmount } from '@parada/domain/wallet/movements'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

/** Money that goes from a house account into a wallet, or out of it for a ride. */
export type Transfer = {
  idUser: number
  kind: MovementKind
  /** Above zero. */
  cents: number
  concept: string
  idBooking?: number | null
  idPromo?: number | null
  /** Told twice under the same key, it is one. */
  key: string
}

export type WalletOwner = { idUser: number; idWhiteLabel: number }

const owner = `select id as "idUser", id_white_label as "idWhiteLabel" from app_user
  where tenant_id = $1 and id = $2 and is_customer`

/** Whose wallet it is; only those who book with an app have one. */
export const walletOwner = async (tx: Tx, tenantId: number, idUser: number) => {
  const [found] = await rowsOf<WalletOwner>(tx, { name: 'wallet_owner', text: owner, values: [tenantId, idUser] })
  return found
}

/**
 * Whoever else moves this user's money waits until this transaction ends. It is the first lock of every such transaction.
 * After their data was erased nothing moves any more.
 */
export const lockWallet = async (tx: Tx, tenantId: number, idUser: number) => {
  const [found] = await rowsOf<WalletOwner>(tx, {
    name: 'wallet_lock',
    text: `${owner} and erased_at is null for no key update`,
    values: [tenantId, idUser],
  })
  return found
}

/** 'again' is what was told before, 'other' a key that names something else, and 'tooLow' a wallet that holds less. */
export type Moved = 'moved' | 'again' | 'other' | 'tooLow'

/** Moves money, or says why not. The wallet must be locked. */
export const moveMoney = async (tx: Tx, tenantId: number, transfer: Transfer, now: Date): Promise<Moved> => {
  const { idUser, kind, cents, concept, idBooking = null, idPromo = null, key } = transfer
  const amount = signedAmount(kind, cents)
  const made = await rowsOf(tx, {
    name: 'wallet_move',
    text: `insert into wallet_movement (tenant_id, id_user, number, kind, amount, balance, date, concept, id_booking,
        id_promo, key, number_before, balance_before)
      select $1, $2, coalesce(last.number, 0) + 1, $3, $4::int, coalesce(last.balance, 0) + $4::int,
        greatest($5::timestamptz, last.date), $6, $7, $8, $9, last.number, coalesce(last.balance, 0)
      from (select) as one left join (
        select number, balance, date from wallet_movement where tenant_id = $1 and id_user = $2
        order by number desc limit 1) last on true
      where coalesce(last.balance, 0) + $4::int >= 0
      on conflict (tenant_id, key) do nothing returning id`,
    values: [tenantId, idUser, kind, amount, now, concept, idBooking, idPromo, key],
  })
  if (made.length > 0) return 'moved'
  const [known] = await rowsOf<{ isSame: boolean }>(tx, {
    name: 'wallet_moved',
    text: `select id_user = $3 and kind = $4 and amount = $5 and id_booking is not distinct from $6 as "isSame"
           from wallet_movement where tenant_id = $1 and key = $2`,
    values: [tenantId, key, idUser, kind, amount, idBooking],
  })
  if (!known) return 'tooLow'
  return known.isSame ? 'again' : 'other'
}

export const balanceOf = async (tx: Tx, tenantId: number, idUser: number) => {
  const [last] = await rowsOf<{ balance: number }>(tx, {
    name: 'wallet_balance',
    text: `select balance from wallet_movement where tenant_id = $1 and id_user = $2 order by number desc limit 1`,
    values: [tenantId, idUser],
  })
  return last?.balance ?? 0
}

export type Movement = { id: number; date: number; amount: number; concept: string; idBooking: number | null }

const selected = `select m.id, ${millisOf('m.date')} as date, m.amount, m.concept, m.id_booking as "idBooking"
  from wallet_movement m where m.tenant_id = $1 and m.id_user = $2`

/** A page of movements, newest first, with one more where there are more. They are numbered, so that no page is far down. */
export const movementsOf = (
  tx: Tx,
  tenantId: number,
  { idUser, pageNumber, idBooking }: { idUser: number; pageNumber: number; idBooking?: number | undefined },
) => {
  const skipped = pageNumber * movementsPerPage
  if (idBooking !== undefined)
    return rowsOf<Movement>(tx, {
      text: `${selected} and m.id_booking = $3 order by m.number desc offset $4 limit ${movementsPerPage + 1}`,
      values: [tenantId, idUser, idBooking, skipped],
    })
  return rowsOf<Movement>(tx, {
    name: 'wallet_page',
    text: `${selected} and m.number <= (select max(number) from wallet_movement where tenant_id = $1 and id_user = $2) - $3::int
      order by m.number desc limit ${movementsPerPage + 1}`,
    values: [tenantId, idUser, skipped],
  })
}
