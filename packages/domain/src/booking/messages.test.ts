import { describe, expect, it } from 'vitest'
import {
  messageCodes,
  messageDefaults,
  messageProblem,
  messageReaders,
  messageSender,
  messageTypeOf,
  newMessage,
  smsPrefill,
  wizardNotesMessage,
} from './messages.ts'

it('messages come from sender 80, with readers for each use (B-103)', () => {
  expect(messageSender).toBe(80)
  expect(messageReaders).toMatchObject({
    cancellation: '60,80,90',
    wizardNotes: '70,80,90',
    passenger: '50,80',
    staff: '80,90',
  })
  expect(wizardNotesMessage('At the back door')).toMatchObject({ sender: 80, readers: '70,80,90' })
})

it.each([
  [11, 'confirmation'],
  [12, 'onboard'],
  [22, 'comment'],
  [33, 'info'],
  [44, 'warning'],
  [99, 'warning'],
  [55, 'cancellation'],
  [66, 'update'],
  [1, undefined],
  [null, undefined],
])('message type %s is %s (B-104)', (type, meaning) => expect(messageTypeOf(type)).toBe(meaning))

it('the message codes are 175, and 176 for cancellation (B-104)', () =>
  expect(messageCodes).toEqual({ message: 175, cancellation: 176 }))

it('a new message takes the defaults for fields not given (L-278)', () => {
  expect(messageDefaults).toMatchObject({ sender: 80, readers: '50,60,70,80,90', type: 22, status: 0 })
  expect(newMessage({ message: ' Hello ' })).toEqual({ ...messageDefaults, message: 'Hello' })
  expect(newMessage({ message: 'Hello', readers: '80,90', type: 33 })).toMatchObject({ readers: '80,90', type: 33 })
})

it.each([
  ['', 'problems.messageRequired'],
  ['   ', 'problems.messageRequired'],
  ['a', undefined],
  ['a'.repeat(256), undefined],
  ['a'.repeat(257), 'problems.messageTooLong'],
])('a message text of %j gives %s', (text, problem) => expect(messageProblem(text)).toBe(problem))

describe('the SMS to the passenger', () => {
  const booking = {
    status: 20,
    statusDispatch: 2000,
    supplierTaxiDescription: 'Toyota blanco 1234',
    timeBookingStartTimestamp: Date.parse('2026-10-25T08:05:00Z'),
    timeZone: 'Europe/Madrid',
    origin: { addressField: 'Calle Inventada 1' },
    phoneNumberSupplier: '600000001',
  }

  it('is in Spanish: pickup confirmed, taxi, date, address, driver’s telephone (L-237)', () =>
    expect(smsPrefill(booking)).toBe(
      'Recogida confirmada. Toyota blanco 1234. 25/10/2026 09:05. Calle Inventada 1. Tel. conductor: 600000001',
    ))

  it('falls back to the taxi number and omits unknown parts', () => {
    const { supplierTaxiDescription, phoneNumberSupplier, ...bare } = booking
    expect(smsPrefill({ ...bare, idSupplierTaxi: 77 })).toBe(
      'Recogida confirmada. Taxi 77. 25/10/2026 09:05. Calle Inventada 1',
    )
    expect(smsPrefill({ status: 20, statusDispatch: 2000 })).toBe('Recogida confirmada')
  })

  it.each([
    { status: 10 },
    { status: 30 },
    { statusDispatch: 955 },
    { statusDispatch: 2500 },
    { statusDispatch: null },
  ])('is not prefilled for %j', (change) => expect(smsPrefill({ ...booking, ...change })).toBe(''))
})
