import { expect, it } from 'vitest'
import { assignSlots } from './use-slots.ts'

it('gives new rows the slots of rows that left', () => {
  const before = assignSlots(new Map(), ['a', 'b', 'c'])
  expect([...assignSlots(before, ['x', 'b', 'y', 'z'])]).toEqual([
    ['x', 0],
    ['b', 1],
    ['y', 2],
    ['z', 3],
  ])
  expect([...assignSlots(before, ['c', 'd', 'e']).values()]).toEqual([2, 0, 1])
})

it('does not move rows that stay when others appear above them', () => {
  const before = assignSlots(new Map(), ['c', 'd', 'e'])
  expect([...assignSlots(before, ['a', 'b', 'c']).values()]).toEqual([3, 4, 0])
})
