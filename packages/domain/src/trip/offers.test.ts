import { describe, expect, it } from 'vitest'
import { minutes } from '../booking/duration.ts'
import { laterTimes, leavesSoon, mayGoAnotherWay, needsAnotherWay, offerSms } from './offers.ts'

const at = Date.UTC(2026, 10, 16, 17, 2)

describe('an alternative to the taxi', () => {
  it.each([
    ['no fleet takes it', { status: -30, statusDispatch: null }, null, true],
    ['its taxi should have been there', { status: 20, statusDispatch: 2000 }, 'broken', true],
    ['its taxi may be late', { status: 20, statusDispatch: 2000 }, 'risk', false],
    ['its passenger is on board', { status: 20, statusDispatch: 2500 }, 'broken', false],
    ['it was cancelled', { status: -40, statusDispatch: null }, 'broken', false],
  ])('depends on the booking: %s', (_, booking, arrival, needs) => {
    expect(needsAnotherWay(booking, arrival)).toBe(needs)
    if (needs) expect(mayGoAnotherWay(booking)).toBe(true)
  })

  it('is a vehicle free now only if the passenger leaves soon', () => {
    expect([at - minutes(90), at + minutes(30), at + minutes(31)].map((start) => leavesSoon(start, at))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is a later time, in whole five minutes', () => {
    expect(laterTimes(at, at - minutes(20))).toEqual([at + minutes(33), at + minutes(63)])
    expect(laterTimes(at - minutes(90), at)).toEqual([at + minutes(33), at + minutes(63)])
  })

  const by = { tenant: 'Taxi Demo', timeZone: 'Europe/Madrid' }
  const scooter = { kind: 'vehicle', vehicleKind: 'scooter', sign: 'RUE-7', supplier: 'Rueda', metres: 230 } as const
  it.each([
    ['es', scooter, 'Taxi Demo: no hay taxi libre, disculpe. Le hemos reservado un patinete de Rueda (RUE-7) a 230 m.'],
    [
      'en',
      { kind: 'ticket', title: 'Single', supplier: 'Metro' } as const,
      'Taxi Demo: no taxi is free, sorry. We have bought you a ticket of Metro: Single.',
    ],
    ['es', { kind: 'time', at } as const, 'Taxi Demo: su taxi pasa a las 18:02. Disculpe la espera.'],
  ] as const)('is described in %s', (locale, offer, text) => expect(offerSms(offer, locale, by)).toBe(text))
})
