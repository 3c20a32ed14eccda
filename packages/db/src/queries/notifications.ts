import { sql } from 'kysely'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

const epoch = (column: 'min_date' | 'max_date') => sql.raw<number | null>(millisOf(column))

/** A notification that is to be switched, locked until the transaction ends. */
export const lockNotification = (tx: Tx, id: number) =>
  tx
    .selectFrom('notification')
    .select([
      'type',
      'priority',
      'content',
      'whitelabel_list as whitelabelList',
      'receiver_type as receiverType',
      'announcement_id as announcementId',
      epoch('min_date').as('minDate'),
      epoch('max_date').as('maxDate'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type NotificationState = {
  status: number
  minDate: number | null
  maxDate: number | null
  announcementId: number | null
}

const dateOf = (moment: number | null) => (moment === null ? null : new Date(moment))

export const switchNotification = (
  tx: Tx,
  id: number,
  { status, minDate, maxDate, announcementId }: NotificationState,
) =>
  tx
    .updateTable('notification')
    .set({ status, min_date: dateOf(minDate), max_date: dateOf(maxDate), announcement_id: announcementId })
    .where('id', '=', id)
    .execute()

/** Deletes an event that has not been published yet. */
export const cancelAnnouncement = (tx: Tx, id: number) =>
  tx.deleteFrom('outbox').where('id', '=', id).where('done_at', 'is', null).execute()
