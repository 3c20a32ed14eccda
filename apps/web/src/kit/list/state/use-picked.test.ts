import { expect, it } from 'vitest'
import { pageAfter, pickedAfter } from './use-picked.ts'

const page = [1, 2, 3, 4, 5]
const after = (picked: number[], key: number, anchor?: number, isExtending = false) =>
  [...pickedAfter(new Set(picked), key, { page, anchor, isExtending })].sort()

it.each<[string, ReturnType<typeof after>, number[]]>([
  ['picks another row', after([1], 3), [1, 3]],
  ['unpicks a row', after([1, 3], 3), [1]],
  ['extends downwards from the last picked row', after([2], 4, 2, true), [2, 3, 4]],
  ['extends upwards from the last picked row', after([4], 2, 4, true), [2, 3, 4]],
  ['extends from a row on another page to this row alone', after([9], 2, 9, true), [2, 9]],
  ['extends to this row alone if nothing was picked before', after([], 2, undefined, true), [2]],
])('%s', (_, picked, expected) => expect(picked).toEqual(expected))

it('picks the whole page in addition to rows of other pages, and unpicks it again', () => {
  const whole = pageAfter(new Set([2, 9]), page)
  expect([...whole].sort()).toEqual([1, 2, 3, 4, 5, 9])
  expect([...pageAfter(whole, page)]).toEqual([9])
})
