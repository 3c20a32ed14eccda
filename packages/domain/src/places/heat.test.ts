import { describe, expect, it } from 'vitest'
import { enoughOnWeekday, heatHours, heatOf } from './heat.ts'

const hour = 3_600_000

describe('the hours that a heat layer counts', () => {
  it('are the current hour on the 28 days before today', () => {
    const { hour: shown, weekday, starts } = heatHours(Date.parse('2026-11-17T08:40:00Z'))
    expect([shown, weekday, starts.length]).toEqual([9, 2, 28])
    expect(starts[0]).toEqual({ at: Date.parse('2026-11-16T08:00:00Z'), isWeekday: false })
    expect(starts[6]).toEqual({ at: Date.parse('2026-11-10T08:00:00Z'), isWeekday: true })
    expect(starts.filter(({ isWeekday }) => isWeekday)).toHaveLength(4)
  })

  it('stay at the same local hour when the clocks change', () => {
    const { starts } = heatHours(Date.parse('2026-10-26T08:40:00Z'))
    expect(starts.slice(0, 2).map(({ at }) => at)).toEqual([
      Date.parse('2026-10-25T08:00:00Z'),
      Date.parse('2026-10-24T07:00:00Z'),
    ])
  })

  it('move to the next hour on a night that skips it', () => {
    const [last] = heatHours(Date.parse('2026-03-30T00:30:00Z')).starts
    expect(last).toEqual({ at: Date.parse('2026-03-29T01:00:00Z'), isWeekday: false })
    expect((last?.at ?? 0) % hour).toBe(0)
  })
})

describe('a heat layer', () => {
  const cell = (count: number, onWeekday: number) => ({ lat: 40, lon: -3, count, onWeekday })

  it('shows the same weekday if that has enough data, without cells that were empty on it', () =>
    expect(heatOf([cell(90, enoughOnWeekday), cell(5, 0)])).toEqual({
      isWeekday: true,
      cells: [{ lat: 40, lon: -3, count: enoughOnWeekday }],
    }))

  it('shows every day otherwise', () =>
    expect(heatOf([cell(90, enoughOnWeekday - 1), cell(5, 0)])).toEqual({
      isWeekday: false,
      cells: [90, 5].map((count) => ({ lat: 40, lon: -3, count })),
    }))

  it('shows nothing without data', () => expect(heatOf([])).toEqual({ isWeekday: false, cells: [] }))
})
