import { expect, it, vi } from 'vitest'
import type { ListDefinition } from '../declare/list-definition.ts'
import { joinRows, lastRow } from './derived-rows.ts'

type Ride = { id: number; start: number }
const minutesTo = vi.fn(({ start }: Ride, { now, isGone }: { now: number; isGone: boolean }) => ({
  minutes: isGone ? 0 : Math.round((start - now) / 60_000),
}))
const list = {
  rowKey: 'id',
  derived: { everyMs: 1, use: () => undefined, facts: minutesTo },
} as unknown as ListDefinition
const at = (now: number) => ({ known: undefined as never, now })
const rides = [
  { id: 1, start: 600_000 },
  { id: 2, start: 700_000 },
]

it('joins facts to records and reuses a row object until either changes', () => {
  const first = joinRows(list, rides, at(0), new Map())
  expect(first.get(1)?.row).toEqual({ id: 1, start: 600_000, minutes: 10 })
  const same = joinRows(list, rides, at(15_000), first)
  expect(same.get(1)?.row).toBe(first.get(1)?.row)
  const later = joinRows(list, rides, at(50_000), same)
  expect(later.get(1)?.row).toEqual({ id: 1, start: 600_000, minutes: 9 })
  expect(later.get(2)?.row).toBe(same.get(2)?.row)
  const changed = joinRows(list, [{ id: 1, start: 610_000 }], at(50_000), later)
  expect(changed.get(1)?.row).toMatchObject({ start: 610_000 })
  expect(changed.has(2)).toBe(false)
})

it('computes the facts once more for a row that has gone', () => {
  const row = { id: 1, start: 600_000, minutes: 10 }
  const last = lastRow(list, row, at(0))
  expect(last).toEqual({ ...row, minutes: 0 })
  expect(lastRow(list, last, at(0))).toBe(last)
})
