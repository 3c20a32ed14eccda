import { expect, it } from 'vitest'
import { mergeRows } from './changed-rows.ts'

it('reuses the objects of unchanged rows wherever they moved, and names the other rows', () => {
  const before = [
    { id: 1, at: { x: 1 } },
    { id: 2, at: { x: 2 } },
  ]
  const { merged, changed } = mergeRows(
    new Map(before.map((row) => [row.id, row])),
    [
      { id: 3, at: { x: 3 } },
      { id: 1, at: { x: 1 } },
      { id: 2, at: { x: 9 } },
    ],
    'id',
  )
  expect(merged[1]).toBe(before[0])
  expect(changed).toEqual([3, 2])
})
