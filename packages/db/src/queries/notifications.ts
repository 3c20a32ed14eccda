import { sql } from 'kysely'
import { listOf } from '../list.ts'
import type { Tx } from '../open.ts'

type Row = {
  id: number
  type: string
  notes: string
  status: number
  priority: number
  content: string
  productTypes: string
  beforeRequestedMinutes: number | null
  afterRequestedMinutes: number | null
  originLat: number | null
  originLon: number | null
  originRadius: number | null
  destinationLat: number | null
  destinationLon: number | null
  destinationRadius: number | null
  daysOfWeek: string
  minDate: number | null
  maxDate: number | null
  startHour: number | null
  startMinute: number | null
  endHour: number | null
  endMinute: number | null
  minDistance: number | null
  maxDistance: number | null
  idPaymentAccountList: string
  whitelabelList: string
  receiverType: 'user' | 'taxiDriver'
}

export const notificationList = listOf<Row>({
  table: 'notification',
  columns: {
    id: { column: 'id', kind: 'number' },
    type: { column: 'type', kind: 'text' },
    notes: { column: 'notes', kind: 'text' },
    status: { column: 'status', kind: 'number' },
    priority: { column: 'priority', kind: 'number' },
    content: { column: 'content', kind: 'text' },
    productTypes: { column: 'product_types', kind: 'text' },
    beforeRequestedMinutes: { column: 'before_requested_minutes', kind: 'number' },
    afterRequestedMinutes: { column: 'after_requested_minutes', kind: 'number' },
    originLat: { column: 'origin_lat', kind: 'number' },
    originLon: { column: 'origin_lon', kind: 'number' },
    originRadius: { column: 'origin_radius', kind: 'number' },
    destinationLat: { column: 'destination_lat', kind: 'number' },
    destinationLon: { column: 'destination_lon', kind: 'number' },
    destinationRadius: { column: 'destination_radius', kind: 'number' },
    daysOfWeek: { column: 'days_of_week', kind: 'text' },
    minDate: { column: 'min_date', kind: 'time' },
    maxDate: { column: 'max_date', kind: 'time' },
    startHour: { column: 'start_hour', kind: 'number' },
    startMinute: { column: 'start_minute', kind: 'number' },
    endHour: { column: 'end_hour', kind: 'number' },
    endMinute: { column: 'end_minute', kind: 'number' },
    minDistance: { column: 'min_distance', kind: 'number' },
    maxDistance: { column: 'max_distance', kind: 'number' },
    idPaymentAccountList: { column: 'id_payment_account_list', kind: 'text' },
    whitelabelList: { column: 'whitelabel_list', kind: 'text' },
    receiverType: { column: 'receiver_type', kind: 'text' },
  },
  orderBy: 'id ASC',
  isCounted: true,
})

const epoch = (column: 'min_date' | 'max_date') =>
  sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

/** A notification as its switching needs it; nobody else switches it until the transaction ends. */
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

type Switched = { status: number; minDate: number | null; maxDate: number | null; announcementId: number | null }

const dateOf = (moment: number | null) => (moment === null ? null : new Date(moment))

export const switchNotification = (tx: Tx, id: number, { status, minDate, maxDate, announcementId }: Switched) =>
  tx
    .updateTable('notification')
    .set({ status, min_date: dateOf(minDate), max_date: dateOf(maxDate), announcement_id: announcementId })
    .where('id', '=', id)
    .execute()

/** Takes an event back that has not been published yet. */
export const cancelAnnouncement = (tx: Tx, id: number) =>
  tx.deleteFrom('outbox').where('id', '=', id).where('done_at', 'is', null).execute()
