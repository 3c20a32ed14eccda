import { describe, expect, it } from 'vitest'
import { smsPrefill } from './messages.ts'
import { smsSegments, smsText } from './sms.ts'

describe('the segments of an SMS', () => {
  it.each([
    ['nothing', '', 0, 160],
    ['one letter', 'a', 1, 159],
    ['a full one', 'ñ'.repeat(160), 1, 0],
    ['one letter more', 'a'.repeat(161), 2, 145],
    ['two full ones', 'a'.repeat(306), 2, 0],
    ['a sign that takes two letters', '€'.repeat(80), 1, 0],
    ['a letter beyond the alphabet', 'á'.repeat(70), 1, 0],
    ['one more of those', 'á'.repeat(71), 2, 63],
  ])('are counted for %s', (_, text, segments, left) => expect(smsSegments(text)).toMatchObject({ segments, left }))

  it('are not plain once one letter is outside the alphabet', () => {
    expect(smsSegments('Su taxi está en camino').isPlain).toBe(false)
    expect(smsSegments('Su taxi llega').isPlain).toBe(true)
  })
})

describe('an SMS to a passenger', () => {
  const booking = {
    status: 20,
    statusDispatch: 2000,
    supplierTaxiDescription: 'Toyota blanco 1234',
    timeBookingStartTimestamp: Date.parse('2026-10-25T08:05:00Z'),
    timeZone: 'Europe/Madrid',
    origin: { addressField: 'Calle Inventada 1' },
    phoneNumberSupplier: '600000001',
  }

  it('is the documents’ text for a confirmation in Spanish (L-237)', () =>
    expect(smsText('confirmation', 'es', booking)).toBe(smsPrefill(booking)))

  it.each([
    [
      'confirmation',
      'en',
      'Pickup confirmed. Toyota blanco 1234. 25/10/2026 09:05. Calle Inventada 1. Driver phone: 600000001',
    ],
    ['waiting', 'es', 'Su taxi ya le espera. Toyota blanco 1234. Calle Inventada 1. Tel. conductor: 600000001'],
  ] as const)('uses the %s template in %s', (template, language, text) =>
    expect(smsText(template, language, booking)).toBe(text),
  )

  it.each([
    ['es', '25/10/2026 02:30 después del cambio de hora'],
    ['en', '25/10/2026 02:30 after the change'],
  ] as const)('tells the two hours of a clock change apart in %s', (language, start) => {
    const night = { ...booking, timeBookingStartTimestamp: Date.parse('2026-10-25T01:30:00Z') }
    expect(smsText('confirmation', language, night)).toContain(`. ${start}. Calle Inventada 1`)
    expect(smsText('search', language, night)).toContain(`. ${start}`)
  })

  it('omits unknown parts', () => expect(smsText('waiting', 'en', { status: 10 })).toBe('Your taxi is waiting for you'))
})
