import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { code, decimal, fields, list, number, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const perhaps = number.nullable

/** A notification rule of document 3; the toast that it may cause is a LiveNotification (O1-46). */
const notificationFields = fields({
  id: number,
  type: text,
  notes: text,
  status: code('notificationStatus'),
  priority: number,
  content: text,
  productTypes: text,
  daysOfWeek: text,
  minDate: time.nullable,
  maxDate: time.nullable,
  idPaymentAccountList: text,
  whitelabelList: text,
  receiverType: code('receiverType'),
  beforeRequestedMinutes: perhaps,
  afterRequestedMinutes: perhaps,
  originLat: decimal.nullable,
  originLon: decimal.nullable,
  originRadius: perhaps,
  destinationLat: decimal.nullable,
  destinationLon: decimal.nullable,
  destinationRadius: perhaps,
  startHour: perhaps,
  startMinute: perhaps,
  endHour: perhaps,
  endMinute: perhaps,
  minDistance: perhaps,
  maxDistance: perhaps,
})
export type Notification = RowOf<typeof notificationFields>

/** Up to the end of the year 9999. */
const Moment = z.int().min(0).max(253_402_300_799_999)

const notificationList = list({
  path: '/notifications/:sd',
  access: anyOf('handleNotificationById'),
  summary: 'The notifications of the tenant, for its desks and for drivers',
  key: 'notifications',
  fields: notificationFields,
  export: { title: 'screens.notifications' },
})

export const notifications = {
  list: notificationList,
  export: exportOf(notificationList),
  change: call({
    method: 'PUT',
    path: '/notifications/:sd/:id/:action',
    access: anyOf('editNotificationById', 'handleNotificationById'),
    summary: 'Switch a notification on, within a window if one is given, or off',
    params: withParams({ id, action: z.enum(['activate', 'deactivate']) }),
    body: z.strictObject({
      id: z.int().positive(),
      active: z.boolean(),
      from: Moment.optional(),
      to: Moment.optional(),
    }),
    code: 204,
    response: z.undefined(),
  }),
}
