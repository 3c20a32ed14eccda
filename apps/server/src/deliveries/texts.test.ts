import { expect, it } from 'vitest'
import { localeOf, words } from '../words/words.ts'
import { finishedBooking } from './testing-booking.ts'
import { authorizationText, bookingMail, bookingSms, receiptMail } from './texts.ts'

const confirmed = { ...finishedBooking, status: 20 }
const requested = { ...finishedBooking, status: 10, idSupplierTaxi: null, phoneNumberSupplier: '' }

it.each([
  [
    'es',
    confirmed,
    'Recogida confirmada. Taxi 207. 12/03/2026 10:30. Calle de Alcalá 1, Madrid. Tel. conductor: +34600000099',
  ],
  [
    'en',
    confirmed,
    'Pickup confirmed. Taxi 207. 12/03/2026 10:30. Calle de Alcalá 1, Madrid. Driver phone: +34600000099',
  ],
  ['es', requested, 'Reserva recibida. 12/03/2026 10:30. Calle de Alcalá 1, Madrid'],
  ['en', requested, 'Booking received. 12/03/2026 10:30. Calle de Alcalá 1, Madrid'],
] as const)('writes an SMS in %s with the state of the booking', (locale, booking, text) => {
  expect(bookingSms(locale, booking)).toBe(text)
})

it('writes the mail of a confirmed pickup, and leaves out unknown details', () => {
  expect(bookingMail('es', 'Taxis Demo', { ...confirmed, bookingReference: '', destination: null })).toEqual({
    subject: 'Taxis Demo: recogida confirmada el 12/03/2026 10:30',
    text: [
      'Hola, Lucía Ibáñez:\n',
      'Su recogida está confirmada.\n',
      'Fecha: 12/03/2026 10:30',
      'Recogida: Calle de Alcalá 1, Madrid',
      'Vehículo: Taxi 207',
      'Teléfono del conductor: +34600000099',
      'Flota: Taxis del Retiro',
      'Reserva: 4711\n',
      'Taxis Demo\n',
    ].join('\n'),
  })
})

it('distinguishes the repeated hour at the end of summer time in mails and SMS', () => {
  const night = { ...confirmed, timeBookingStart: Date.parse('2026-10-25T00:30:00Z'), timeZone: 'Europe/Madrid' }
  const { subject, text } = bookingMail('es', 'Taxis Demo', night)
  expect(subject).toBe('Taxis Demo: recogida confirmada el 25/10/2026 02:30 antes del cambio de hora')
  expect(text).toContain('Fecha: 25/10/2026 02:30 antes del cambio de hora\n')
  expect(bookingSms('en', night)).toContain('25/10/2026 02:30 before the change. ')
  expect(receiptMail('en', 'Taxis Demo', night).text).toContain('25/10/2026 02:30 before the change')
})

it('does not promise a taxi before one has taken the booking', () => {
  expect(bookingMail('en', 'Taxis Demo', requested).text).toContain('as soon as we have a taxi')
})

it('writes an authorization with its codes, expiry and remaining bookings', () => {
  const authorization = {
    id: 1,
    subscriberCode: 'ACME',
    userNumber: '77',
    firstName: 'Lucía',
    lastName: 'Ibáñez',
    validFromDate: null,
    expirationDate: Date.UTC(2026, 11, 31, 12),
    availableTimesLeft: 0,
  }
  const { text } = authorizationText('en', 'Taxis Demo', authorization)
  expect(text).toContain('Subscriber code: ACME\nUser number: 77\nExpires: 31/12/2026\nBookings left: 0')
})

it.each([
  ['es_ES', 'es'],
  ['en_GB', 'en'],
  ['EN', 'en'],
  ['fr_FR', 'es'],
  ['english', 'es'],
  ['', 'es'],
  [null, 'es'],
])('reads the locale %s as %s', (locale, language) => expect(localeOf(locale)).toBe(language))

it('has the same keys in both languages', () => {
  const keys = (value: object): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' ? keys(inner).map((name) => `${key}.${name}`) : [key],
    )
  expect(keys(words.es)).toEqual(keys(words.en))
})

it('translates every text', () => {
  const sameInBoth = ['Mastercard', 'Visa', 'American Express', 'Diners Club', 'Total']
  const texts = (value: object): string[] =>
    Object.values(value).flatMap((inner) => {
      if (typeof inner === 'object') return texts(inner)
      return [typeof inner === 'function' ? String(inner('7')) : String(inner)]
    })
  const spanish = texts(words.es)
  const same = texts(words.en).filter((text, at) => text === spanish[at])
  expect(same.filter((text) => !sameInBoth.includes(text))).toEqual([])
})
