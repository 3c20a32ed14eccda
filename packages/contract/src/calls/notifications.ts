import { anyOf } from '@parada/domain/access'
import { receiverTypes } from '@parada/domain/notification'
import { z } from 'zod'
import { each } from '../fields.ts'
import { call, filterBy, id, listQuery, pageOf, withParams } from '../kit.ts'

const maybeNumber = z.number().nullable()

/** A rule record of document 3; the toast that it may become is a LiveNotification (O1-46). */
export const Notification = z.object({
  id: z.int(),
  ...each(z.string(), ['type', 'notes']),
  ...each(z.int(), ['status', 'priority']),
  ...each(z.string(), ['content', 'productTypes', 'daysOfWeek']),
  ...each(z.int().nullable(), ['minDate', 'maxDate']),
  ...each(z.string(), ['idPaymentAccountList', 'whitelabelList']),
  receiverType: z.enum(receiverTypes),
  ...each(maybeNumber, ['beforeRequestedMinutes', 'afterRequestedMinutes']),
  ...each(maybeNumber, ['originLat', 'originLon', 'originRadius']),
  ...each(maybeNumber, ['destinationLat', 'destinationLon', 'destinationRadius']),
  ...each(maybeNumber, ['startHour', 'startMinute', 'endHour', 'endMinute', 'minDistance', 'maxDistance']),
})
export type Notification = z.output<typeof Notification>

/** These columns hold 32 bits. */

/** To the end of the year 9999. */
const Moment = z.int().min(0).max(253_402_300_799_999)

export const notifications = {
  list: call({
    method: 'GET',
    path: '/notifications/:sd',
    access: anyOf('handleNotificationById'),
    summary: 'The notifications of the tenant, for its desks and for drivers',
    query: listQuery(Notification, {
      id: filterBy.number,
      ...each(filterBy.text, ['type', 'notes', 'content', 'productTypes', 'daysOfWeek']),
      ...each(filterBy.text, ['idPaymentAccountList', 'whitelabelList']),
      ...each(filterBy.number, ['status', 'priority', 'beforeRequestedMinutes', 'afterRequestedMinutes']),
      ...each(filterBy.number, [
        'originRadius',
        'destinationRadius',
        'startHour',
        'startMinute',
        'endHour',
        'endMinute',
      ]),
      ...each(filterBy.number, ['minDistance', 'maxDistance']),
      ...each(filterBy.time, ['minDate', 'maxDate']),
      receiverType: z.enum(receiverTypes),
    }),
    response: pageOf('notifications', Notification),
  }),
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
