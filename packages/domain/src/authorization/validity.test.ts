import { describe, expect, it } from 'vitest'
import { type Bookable, bookingProblem, expirationOf, validityOf } from './validity.ts'

const at = (text: string) => Date.parse(text)

describe('the expiration', () => {
  it.each([
    ['a winter day in Madrid', '2026-01-10T09:00:00+01:00', 'Europe/Madrid', '2026-01-10T23:59:59+01:00'],
    ['the first second of the day', '2026-01-10T00:00:00+01:00', 'Europe/Madrid', '2026-01-10T23:59:59+01:00'],
    ['the day that clocks go forward', '2026-03-29T01:00:00+01:00', 'Europe/Madrid', '2026-03-29T23:59:59+02:00'],
    ['the day that clocks go back', '2026-10-25T12:00:00+01:00', 'Europe/Madrid', '2026-10-25T23:59:59+01:00'],
    ['a day in the Canaries', '2026-07-01T23:30:00+01:00', 'Atlantic/Canary', '2026-07-01T23:59:59+01:00'],
  ])('is 23:59:59 of %s (B-135)', (_, chosen, zone, expected) =>
    expect(expirationOf(at(chosen), zone)).toBe(at(expected)),
  )

  it('does not change when it is set again', () => {
    const once = expirationOf(at('2026-05-05T10:00:00Z'), 'Europe/Madrid')
    expect(expirationOf(once, 'Europe/Madrid')).toBe(once)
  })
})

describe('the validity dates', () => {
  const [may, june] = [at('2026-05-10T10:00:00Z'), at('2026-06-10T10:00:00Z')]
  const endOfMay = at('2026-05-10T23:59:59+02:00')

  it.each([
    [
      'are kept if they are in order',
      { validFromDate: may, expirationDate: june },
      [may, at('2026-06-10T23:59:59+02:00')],
    ],
    ['may be the same day', { validFromDate: may, expirationDate: may - 3_600_000 }, [may, endOfMay]],
    ['are both cleared if the expiry is earlier (B-136)', { validFromDate: june, expirationDate: may }, [null, null]],
    ['may be open at the end', { validFromDate: june, expirationDate: null }, [june, null]],
    ['may be open at the start', { validFromDate: null, expirationDate: may }, [null, endOfMay]],
  ])('%s', (_, dates, expected) => {
    const { validFromDate, expirationDate } = validityOf(dates, 'Europe/Madrid')
    expect([validFromDate, expirationDate]).toEqual(expected)
  })
})

describe('booking under an authorization', () => {
  const now = at('2026-05-10T10:00:00Z')
  const open: Bookable = { status: 1, validFromDate: null, expirationDate: null, availableTimesLeft: null }

  it.each<[string, Partial<Bookable>, string | undefined]>([
    ['is allowed without any limit', {}, undefined],
    ['is allowed until the last second', { expirationDate: now }, undefined],
    ['is allowed from the first second', { validFromDate: now }, undefined],
    ['is allowed while bookings are left', { availableTimesLeft: 1 }, undefined],
    ['is refused while the authorization is pending', { status: 0 }, 'problems.authorizationNotActive'],
    ['is refused if the authorization is inactive', { status: -1 }, 'problems.authorizationNotActive'],
    ['is refused before its first day', { validFromDate: now + 1 }, 'problems.authorizationNotYetValid'],
    ['is refused after its last day', { expirationDate: now - 1 }, 'problems.authorizationExpired'],
    ['is refused when no bookings are left', { availableTimesLeft: 0 }, 'problems.authorizationUsedUp'],
  ])('%s', (_, change, problem) => {
    expect(bookingProblem({ ...open, ...change }, now)).toBe(problem)
  })
})
