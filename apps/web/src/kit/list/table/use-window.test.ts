import { describe, expect, it } from 'vitest'
import { columnsAt, rowsAt } from './use-window.ts'

describe('the window', () => {
  it('draws about a screen of a long page and always covers what is in view', () => {
    for (let top = 0; top <= 200 * 32 - 900; top += 13) {
      const { first, end } = rowsAt(Math.ceil(top / 32 / 8), 200, 29)
      expect(first * 32).toBeLessThanOrEqual(top)
      expect(end * 32).toBeGreaterThanOrEqual(Math.min(top + 900, 200 * 32))
      expect(end - first).toBeLessThanOrEqual(29 + 24)
    }
  })
  it('draws a short page whole', () => expect(rowsAt(0, 20, 29)).toEqual({ first: 0, end: 20 }))
  it('comes back when a filter made the page shorter than it was scrolled', () =>
    expect(rowsAt(20, 30, 29)).toEqual({ first: 0, end: 30 }))

  const widths = Array.from({ length: 30 }, (_, index) => (index === 0 ? 100 : 160))
  it('covers the columns in view beside the first, and few more', () => {
    for (let left = 0; left <= 100 + 29 * 160 - 1440; left += 7) {
      const { from, to } = columnsAt(Math.floor(left / 256), widths, 1440)
      expect(100 + (from - 1) * 160).toBeLessThanOrEqual(left + 100)
      expect(100 + (to - 1) * 160).toBeGreaterThanOrEqual(left + 1440)
      expect(to - from).toBeLessThanOrEqual(13)
    }
  })
  it('draws all columns of a table that hardly exceeds the window', () =>
    expect(columnsAt(0, widths.slice(0, 10), 1440)).toEqual({ from: 1, to: 10 }))
})
