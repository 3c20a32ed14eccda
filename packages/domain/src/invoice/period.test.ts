import { describe, expect, it } from 'vitest'
import { isMonth, monthOf, monthRange } from './period.ts'

describe('a month of a tenant', () => {
  it.each([
    ['may contain a clock change in Madrid', '2026-10', 'Europe/Madrid', '2026-09-30T22:00Z', '2026-10-31T23:00Z'],
    ['follows the clock of the Canary Islands', '2026-10', 'Atlantic/Canary', '2026-09-30T23:00Z', '2026-11-01T00:00Z'],
    ['may be the last of a year', '2026-12', 'Europe/Madrid', '2026-11-30T23:00Z', '2026-12-31T23:00Z'],
  ])('%s', (_, month, zone, from, before) =>
    expect(monthRange(month, zone)).toEqual({ from: Date.parse(from), before: Date.parse(before) }),
  )

  it('changes by the tenant’s clock', () => {
    const moment = Date.parse('2026-10-31T23:30Z')
    expect(monthOf(moment, 'Europe/Madrid')).toBe('2026-11')
    expect(monthOf(moment, 'Atlantic/Canary')).toBe('2026-10')
    expect(monthOf(moment, 'Europe/Madrid', -11)).toBe('2025-12')
  })

  it.each([
    ['2026-10', true],
    ['2026-13', false],
    ['2026-1', false],
    ['October', false],
  ])('is written YYYY-MM: %s', (text, isOne) => expect(isMonth(text)).toBe(isOne))
})
