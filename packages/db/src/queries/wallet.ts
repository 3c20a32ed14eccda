import { type MovementKind, movementsPerPage, signedAmount } from '@parada/domain/wallet/movements'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

/** Money moved from one of Parada's accounts into a wallet, or out of the wallet for a ride. */
export type Transfer = {
  idUser: number
  kind: MovementKind
  /** Above zero. */
  cents: number
  concept: string
  idBooking?: number | null
  idPromo?: number | null
  /** A transfer repeated under the same key is made once. */
  key: string
}

type WalletOwner = { idUser: number; idWhiteLabel: number }

const owner = `select id as "idUser", id_white_label as "idWhiteLabel" from app_user
  where tenant_id = $1 and id = $2 and is_customer`

/** The owner of a wallet; only app users have one. */
export const walletOwner = async (tx: Tx, tenantId: number, idUser: number) => {
  const [found] = await rowsOf<WalletOwner>(tx, { name: 'wallet_owner', text: owner, values: [tenantId, idUser] })
  return found
}

/**
 * Makes other transactions that move this user's money wait until this one ends; it must be the first lock of each.
 * Undefined once the user's data has been erased: no money moves any more.
 */
export const lockWallet = async (tx: Tx, tenantId: number, idUser: number) => {
  const [found] = await rowsOf<WalletOwner>(tx, {
    name: 'wallet_lock',
    text: `${owner} and erased_at is null for no key update`,
    values: [tenantId, idUser],
  })
  return found
}

/**
 * 'again' is a repeated transfer, 'other' a key already used for a different one, and 'tooLow' a wallet that holds
 * less.
 */
export type MoveOutcome = 'moved' | 'again' | 'other' | 'tooLow'

/** Moves money, or says why not. The wallet must be locked. */
export const moveMoney = async (tx: Tx, tenantId: number, transfer: Transfer, now: Date): Promise<MoveOutcome> => {
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

/**
 * A page of movements, newest first, plus one if there are more. Movements are numbered, so that deep pages are read as
 * fast as the first.
 */
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
