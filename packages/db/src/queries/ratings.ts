import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

export type StoredRating = {
  id: number
  idBooking: number
  /** Null until somebody rates the booking. */
  score: number | null
  toImprove: string[]
  timeUpdated: number
}

const selected = `id, id_booking as "idBooking", score, to_improve as "toImprove",
  ${millisOf('time_updated')} as "timeUpdated"`

export const ratingOf = async (tx: Tx, tenantId: number, idBooking: number): Promise<StoredRating | undefined> => {
  const [found] = await rowsOf<StoredRating>(tx, {
    name: 'rating_of_booking',
    text: `select ${selected} from rating where tenant_id = $1 and id_booking = $2`,
    values: [tenantId, idBooking],
  })
  return found
}

/** Creates an empty rating to be filled in; returns the existing one if another request was faster. */
export const openRating = async (tx: Tx, tenantId: number, idBooking: number, now: Date): Promise<StoredRating> => {
  const [made] = await rowsOf<StoredRating>(tx, {
    text: `insert into rating (tenant_id, id_booking, time_updated) values ($1, $2, $3)
           on conflict (tenant_id, id_booking) do nothing returning ${selected}`,
    values: [tenantId, idBooking, now],
  })
  const rating = made ?? (await ratingOf(tx, tenantId, idBooking))
  if (!rating) throw new Error(`Booking ${idBooking} has no rating`)
  return rating
}

export const lockRating = async (tx: Tx, tenantId: number, id: number): Promise<StoredRating | undefined> => {
  const [found] = await rowsOf<StoredRating>(tx, {
    text: `select ${selected} from rating where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, id],
  })
  return found
}

export const changeRating = async (
  tx: Tx,
  tenantId: number,
  { id, score, toImprove }: Pick<StoredRating, 'id' | 'score' | 'toImprove'>,
  now: Date,
): Promise<StoredRating> => {
  const [changed] = await rowsOf<StoredRating>(tx, {
    text: `update rating set score = $3, to_improve = $4, time_updated = $5 where tenant_id = $1 and id = $2
           returning ${selected}`,
    values: [tenantId, id, score, toImprove, now],
  })
  if (!changed) throw new Error(`Rating ${id} was not changed`)
  return changed
}
