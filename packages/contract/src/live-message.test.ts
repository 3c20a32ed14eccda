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
      'P-093 a message with notification, content and action',
      SocketMessage,
      { notification, content, action: 'logout' },
    ],
    ['a broadcast ping', SocketMessage, { broadcast: 'ping' }],
    ['a call', SocketMessage, call],
    ['P-100 a call with both numbers and a duration', IncomingCall, call],
    ['a call without duration', IncomingCall, { phoneNumberOrigin: '600000001' }],
    ['a notification with all its fields', LiveNotification, notification],
    ['a notification that names its sound', LiveNotification, { message: 'x', sound: 'bell' }],
  ])('%s', (_, schema, record) => expect(schema.parse(record)).toEqual(record))
})

describe('refuses', () => {
  it.each<[string, z.ZodObject, object]>([
    ['P-093 content without a status', SocketMessage, { content: { idBooking: 7 } }],
    ['P-093 an action that is no text', SocketMessage, { action: { name: 'logout' } }],
    ['P-100 a call without origin', IncomingCall, { phoneNumberDialed: '910000001' }],
    ['P-100 a duration of text', IncomingCall, { ...call, duration: '7 s' }],
    ['a notification without message', LiveNotification, { color: 'info' }],
  ])('%s', (_, schema, record) => expect(schema.safeParse(record).success).toBe(false))
})
