import type { OrderMessage } from '@parada/contract/calls/suppliers'
import type { Mail } from '@parada/db/queries/outbox'
import { expect, it } from 'vitest'
import { email } from './email.ts'

const order = {
  idOrder: 'a-1',
  idBooking: 4711,
  bookingReference: '',
  asap: true,
  timeBookingStart: Date.UTC(2026, 2, 12, 9, 30),
  timeZone: 'Europe/Madrid',
  origin: { addressField: 'Calle de Alcalá 1', additionalAddressInfo: 'Portal B' },
  stops: '',
  destination: null,
  passengerName: 'Lucía Ibáñez',
  phoneNumberPassenger: '600000001',
  flightNumber: '',
  pickupZone: '',
  taxiFeatures: [],
  notes: '',
} as unknown as OrderMessage

const mailsOf = async (locale: 'en' | 'es', changes: Partial<OrderMessage> = {}) => {
  const mails: Mail[] = []
  const fleet = email({ to: 'fleet@example.com', tenant: 'Taxis Demo', locale, put: async (mail) => mails.push(mail) })
  await fleet.order({ ...order, ...changes })
  await fleet.withdraw({ idOrder: 'a-1', idBooking: 4711, reason: 'X' })
  return mails.map(({ subject, text }) => ({ subject, text }))
}

it('writes the order and its withdrawal in the tenant’s language', async () => {
  const [ordered, withdrawn] = await mailsOf('en')
  expect(ordered?.subject).toBe('Taxis Demo: service 4711')
  expect(ordered?.text).toContain(
    [
      'Service: 4711',
      'Pickup time: 12/03/2026 10:30 (as soon as possible)',
      'Pickup: Calle de Alcalá 1 · Portal B',
      'Passenger: Lucía Ibáñez',
      'Phone: 600000001',
    ].join('\n'),
  )
  expect(ordered?.text).toContain('Please confirm this service by phone')
  expect(withdrawn).toEqual({
    subject: 'Taxis Demo: service 4711 cancelled',
    text: 'Service 4711 is cancelled. X\n\nTaxis Demo\n',
  })
})

it('writes both in Spanish', async () => {
  const [ordered, withdrawn] = await mailsOf('es')
  expect(ordered?.subject).toBe('Taxis Demo: servicio 4711')
  expect(ordered?.text).toContain('Hora de recogida: 12/03/2026 10:30 (lo antes posible)')
  expect(withdrawn?.text).toContain('El servicio 4711 queda anulado. X')
})

it('says which of the two hours is meant when the clocks go back', async () => {
  const [ordered] = await mailsOf('en', { asap: false, timeBookingStart: Date.parse('2026-10-25T01:30:00Z') })
  expect(ordered?.text).toContain('Pickup time: 25/10/2026 02:30 after the change\n')
})
