import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

/** A tab silent for this long is gone; two heartbeats may be lost. */
const gone = `interval '25 seconds'`

export type Tab = { tenantId: number; idBooking: number; idUser: number; tab: string }

/** Stores a tab's heartbeat; true if it changes what others see. */
export const keepPresence = async (
  tx: Tx,
  { tenantId, idBooking, idUser, tab, name, isEditing }: Tab & { name: string; isEditing: boolean },
) => {
  const [kept] = await rowsOf<{ isNews: boolean }>(tx, {
    name: 'presence_keep',
    text: `insert into booking_presence as p (tenant_id, id_booking, id_user, tab, name, is_editing)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, id_booking, id_user, tab) do update set name = excluded.name,
             is_editing = excluded.is_editing, seen_at = now(),
             since = case when p.seen_at < now() - ${gone} then now() else p.since end
           -- Sees the row as it was before this statement.
           returning not exists (select from booking_presence where tenant_id = $1 and id_booking = $2 and id_user = $3
             and tab = $4 and seen_at >= now() - ${gone} and is_editing = $6) as "isNews"`,
    values: [tenantId, idBooking, idUser, tab, name, isEditing],
  })
  return kept?.isNews === true
}

export const dropPresence = async (tx: Tx, { tenantId, idBooking, idUser, tab }: Tab) => {
  const dropped = await rowsOf(tx, {
    name: 'presence_drop',
    text: `delete from booking_presence where tenant_id = $1 and id_booking = $2 and id_user = $3 and tab = $4
           returning true`,
    values: [tenantId, idBooking, idUser, tab],
  })
  return dropped.length > 0
}

/** Deletes stale rows of any booking, skipping those that another sweep has locked. */
export const sweepPresence = async (tx: Tx, tenantId: number) => {
  await rowsOf(tx, {
    name: 'presence_sweep',
    text: `delete from booking_presence where ctid = any(array(
             select ctid from booking_presence where tenant_id = $1 and seen_at < now() - ${gone}
             limit 100 for update skip locked))`,
    values: [tenantId],
  })
}

type PersonPresent = { idUser: number; name: string; isEditing: boolean; since: number }

/** Who is on a booking in any other tab: each person once, however many tabs they have open. */
export const presentOn = (tx: Tx, { tenantId, idBooking, idUser, tab }: Tab) =>
  rowsOf<PersonPresent>(tx, {
    name: 'presence_others',
    text: `select id_user as "idUser", max(name) as name, bool_or(is_editing) as "isEditing",
             ${millisOf('min(since)')} as since
           from booking_presence
           where tenant_id = $1 and id_booking = $2 and not (id_user = $3 and tab = $4)
             and seen_at >= now() - ${gone}
           group by id_user order by min(since), id_user`,
    values: [tenantId, idBooking, idUser, tab],
  })
