import type { Mode } from '@parada/domain/trip/modes'
import { rowsOf, sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'

/** What is done under `key` leaves Parada only at `until`. */
export type Hold = { key: string; until: Date }

/** The later of the two: a hold never brings forward what is due later anyway. */
export function dueUnder(hold: Hold | undefined, dueAt: Date): Date
export function dueUnder(hold: Hold | undefined, dueAt?: Date): Date | undefined
export function dueUnder(hold: Hold | undefined, dueAt?: Date) {
  return hold && dueAt ? new Date(Math.max(hold.until.getTime(), dueAt.getTime())) : (hold?.until ?? dueAt)
}

type Claim = { tenantId: number; idUser: number; key: string; at: Date; until: Date }

/**
 * Opens a hold, or joins the one that this user opened a moment ago. Undefined for another user's key, and for a hold
 * that is over or was undone.
 */
export const claimHold = async (tx: Tx, { tenantId, idUser, key, at, until }: Claim): Promise<Hold | undefined> => {
  const [claimed] = await rowsOf<{ until: Date }>(tx, {
    name: 'undo_claim',
    text: `insert into undo as u (tenant_id, key, id_user, at, until) values ($1, $2, $3, $4, $5)
           on conflict (tenant_id, key) do update set until = u.until
             where u.id_user = excluded.id_user and u.undone_at is null and u.until > excluded.at
           returning u.until`,
    values: [tenantId, key, idUser, at, until],
  })
  return claimed && { key, until: claimed.until }
}

const note = (tx: Tx, tenantId: number, { key }: Hold, part: 'changes' | 'messages', entry: unknown) =>
  sendAlong(tx, {
    name: `undo_note_${part}`,
    text: `update undo set ${part} = ${part} || jsonb_build_array($3::jsonb) where tenant_id = $1 and key = $2`,
    values: [tenantId, key, JSON.stringify(entry)],
  })

/** A version of a booking, or of a trip if `mode` is set, that an act under a hold has made. */
export type Change = { mode?: Mode; id: number; version: number; isNew: boolean }

/** Without a hold nothing is noted, as the change cannot be undone. */
export const noteChange = (tx: Tx, tenantId: number, hold: Hold | undefined, change: Change) => {
  if (hold) note(tx, tenantId, hold, 'changes', change)
}

export const noteMessage = (tx: Tx, tenantId: number, hold: Hold | undefined, id: number) => {
  if (hold) note(tx, tenantId, hold, 'messages', id)
}

/** Notes an order made under the hold. */
export const noteNewOrder = (tx: Tx, tenantId: number, hold: Hold | undefined, id: string) => {
  if (hold)
    sendAlong(tx, {
      name: 'undo_note_new_order',
      text: `update undo set orders = orders || jsonb_build_array(jsonb_build_object('id', $3::uuid, 'state', null))
             where tenant_id = $1 and key = $2`,
      values: [tenantId, hold.key, id],
    })
}

/** Notes the state of an order before it is withdrawn. */
export const noteOrder = (tx: Tx, tenantId: number, hold: Hold | undefined, id: string) => {
  if (hold)
    sendAlong(tx, {
      name: 'undo_note_order',
      text: `update undo u set orders = u.orders || jsonb_build_array(
               jsonb_build_object('id', o.id, 'state', o.state, 'answeredAt', o.answered_at))
             from supplier_order o
             where u.tenant_id = $1 and u.key = $2 and o.tenant_id = u.tenant_id and o.id = $3`,
      values: [tenantId, hold.key, id],
    })
}

/** Notes the version, path and price details of a booking before they are replaced. */
export const noteBefore = (
  tx: Tx,
  tenantId: number,
  hold: Hold | undefined,
  { id, version }: Pick<Change, 'id' | 'version'>,
) => {
  if (hold)
    sendAlong(tx, {
      name: 'undo_note_before',
      text: `update undo u set before = u.before || jsonb_build_array(jsonb_build_object('id', $3::bigint, 'version', $4::int,
               'path', (select to_jsonb(t) from trajectory t where t.tenant_id = $1 and t.id_booking = $3),
               'prices', (select to_jsonb(d) from price_detail d where d.tenant_id = $1 and d.id_booking = $3)))
             where u.tenant_id = $1 and u.key = $2`,
      values: [tenantId, hold.key, id, version],
    })
}

/** The hold on an order that was made or withdrawn by an act that may still be undone. */
export const holdOfOrder = async (tx: Tx, tenantId: number, idOrder: string, now: Date): Promise<Hold | undefined> => {
  const [found] = await rowsOf<Hold>(tx, {
    name: 'undo_of_order',
    text: `select key, until from undo
           where tenant_id = $1 and until > $3 and undone_at is null
             and orders @> jsonb_build_array(jsonb_build_object('id', $2::uuid))
           order by until desc limit 1`,
    values: [tenantId, idOrder, now],
  })
  return found
}

/** Until when a fleet may get back an order that it had and that is being withdrawn. */
export const heldOrdersUntil = async (tx: Tx, tenantId: number, idFleet: number, now: Date) => {
  const [found] = await rowsOf<{ until: Date | null }>(tx, {
    name: 'undo_of_fleet',
    text: `select max(u.until) as until
           from undo u, jsonb_to_recordset(u.orders) as was(id uuid, state text)
           join supplier_order o on o.tenant_id = $1 and o.id = was.id and o.id_fleet = $2
           where u.tenant_id = $1 and u.until > $3 and u.undone_at is null and was.state in ('sent', 'accepted')`,
    values: [tenantId, idFleet, now],
  })
  return found?.until ?? undefined
}
