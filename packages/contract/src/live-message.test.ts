import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { IncomingCall, LiveNotification, SocketMessage } from './live-message.ts'

const notification = {
  message: 'Two taxis free',
  color: 'warning',
  sticky: true,
  sound: true,
  checkServiceDeadToValidate: false,
}
const call = { phoneNumberOrigin: '600000001', phoneNumberDialed: '910000001', duration: 7_000 }
const content = { idBooking: 7, statusBooking: -30, idFleet: 87 }

describe('accepts', () => {
  it.each<[string, z.ZodObject, object]>([
    [
      'a message with notification, content and action (P-093)',
      SocketMessage,
      { notification, content, action: 'logout' },
    ],
    ['a broadcast ping', SocketMessage, { broadcast: 'ping' }],
    ['a call', SocketMessage, call],
    ['a call with both numbers and a duration (P-100)', IncomingCall, call],
    ['a call without a duration', IncomingCall, { phoneNumberOrigin: '600000001' }],
    ['a notification with all its fields', LiveNotification, notification],
    ['a notification that names its sound', LiveNotification, { message: 'x', sound: 'bell' }],
  ])('%s', (_, schema, record) => expect(schema.parse(record)).toEqual(record))
})

describe('refuses', () => {
  it.each<[string, z.ZodObject, object]>([
    ['content without a status (P-093)', SocketMessage, { content: { idBooking: 7 } }],
    ['an action that is not text (P-093)', SocketMessage, { action: { name: 'logout' } }],
    ['a call without an origin (P-100)', IncomingCall, { phoneNumberDialed: '910000001' }],
    ['a duration given as text (P-100)', IncomingCall, { ...call, duration: '7 s' }],
    ['a notification without a message', LiveNotification, { color: 'info' }],
  ])('%s', (_, schema, record) => expect(schema.safeParse(record).success).toBe(false))
})
