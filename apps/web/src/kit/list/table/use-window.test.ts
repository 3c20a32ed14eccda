import { describe, expect, it } from 'vitest'
import { columnsAt, rowsAt } from './use-window.ts'

describe('the drawn window', () => {
  it('covers the view of a long page with about a screenful of rows', () => {
    for (let top = 0; top <= 200 * 32 - 900; top += 13) {
      const { first, end } = rowsAt(Math.ceil(top / 32 / 8), 200, 29)
      expect(first * 32).toBeLessThanOrEqual(top)
      expect(end * 32).toBeGreaterThanOrEqual(Math.min(top + 900, 200 * 32))
      expect(end - first).toBeLessThanOrEqual(29 + 24)
    }
  })
  it('covers a short page completely', () => expect(rowsAt(0, 20, 29)).toEqual({ first: 0, end: 20 }))
  it('moves back when a filter leaves the page shorter than the scroll position', () =>
    expect(rowsAt(20, 30, 29)).toEqual({ first: 0, end: 30 }))

  const widths = Array.from({ length: 30 }, (_, index) => (index === 0 ? 100 : 160))
  it('covers the columns in view and few more, besides the first', () => {
    for (let left = 0; left <= 100 + 29 * 160 - 1440; left += 7) {
      const { from, to } = columnsAt(Math.floor(left / 256), widths, 1440)
      expect(100 + (from - 1) * 160).toBeLessThanOrEqual(left + 100)
      expect(100 + (to - 1) * 160).toBeGreaterThanOrEqual(left + 1440)
      expect(to - from).toBeLessThanOrEqual(13)
    }
  })
  it('covers all columns of a table barely wider than the view', () =>
    expect(columnsAt(0, widths.slice(0, 10), 1440)).toEqual({ from: 1, to: 10 }))
})
