import { anyOf } from '@parada/domain/access/permissions'
import { constants } from '@parada/domain/constants'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { StoredMessage } from './messages.ts'
import { Rating } from './ratings.ts'

const one = withParams({ id })
const working = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

/** A mail or SMS about a booking, and its delivery state. */
export const Delivery = z.object({
  id: z.int(),
  channel: z.enum(['mail', 'sms']),
  template: z.string(),
  recipient: z.string(),
  locale: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  lastError: z.string().nullable(),
  who: z.string(),
  createdAt: z.int(),
  sentAt: z.int().nullable(),
})
export type Delivery = z.output<typeof Delivery>

export const bookingContacts = {
  extras: call({
    method: 'GET',
    path: '/services/:sd/:id/extras',
    access: anyOf('viewServiceByFleet', 'dispatchServiceByFleet', 'editServiceByFleet'),
    summary: 'The conversation about a booking, its rating, and the mails and SMS that left about it',
    params: one,
    response: z.object({
      messages: z.array(StoredMessage),
      rating: Rating.nullable(),
      deliveries: z.array(Delivery),
    }),
  }),
  notesToDriver: call({
    method: 'POST',
    path: '/services/:sd/:id/createNotesToDriver',
    access: working,
    summary: 'Sends the driver a note through the fleet that has the booking',
    params: one,
    body: z.strictObject({ text: z.string().max(constants.messageMaxLength) }),
    code: 204,
    isIdempotent: true,
    response: z.undefined(),
  }),
  smsCustomer: call({
    method: 'POST',
    path: '/services/:sd/:id/sendSmsCustomer',
    access: anyOf('sendSMSByWhiteLabel'),
    summary: 'Sends the passenger an SMS',
    params: one,
    body: z.strictObject({ text: z.string().max(640) }),
    isIdempotent: true,
    mayBeUndone: true,
    response: z.object({ delivery: Delivery }),
  }),
  sendReceipt: call({
    method: 'POST',
    path: '/services/:sd/:id/sendReceipt',
    access: working,
    summary: 'Mails the passenger the receipt of a validated booking',
    params: one,
    code: 204,
    isIdempotent: true,
    response: z.undefined(),
  }),
  resendEmailPassenger: call({
    method: 'POST',
    path: '/services/:sd/:id/resendEmailPassenger',
    access: working,
    summary: 'Mails the passenger again how the booking stands',
    params: one,
    code: 204,
    isIdempotent: true,
    response: z.undefined(),
  }),
}
