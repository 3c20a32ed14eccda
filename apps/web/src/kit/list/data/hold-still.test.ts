import { describe, expect, it } from 'vitest'
import { type Attention, holdStill, isHolding, pointerRestMs, released } from './hold-still.ts'

type Row = { id: number; word: string }
const row = (id: number, word = 'here'): Row => ({ id, word })
const held = (shown: Row[], there: Row[], wanted = there, fullPage?: number) =>
  holdStill({
    fullPage,
    shown,
    wanted,
    all: new Map(there.map((one) => [one.id, one])),
    keyOf: (one) => (one as Row).id,
    lastWord: (one) => ({ ...(one as Row), word: 'gone' }),
  })

describe('a held order', () => {
  it('keeps rows in place and updates their content', () =>
    expect(held([row(1), row(2), row(3)], [row(3), row(1, 'changed'), row(2)])).toEqual({
      ...released([row(1, 'changed'), row(2), row(3)]),
    }))

  it('keeps a row that has gone in its place, in its final state', () =>
    expect(held([row(1), row(2)], [row(2)])).toEqual({
      rows: [row(1, 'gone'), row(2)],
      gone: new Set([1]),
      fresh: 0,
    }))

  it('keeps a row that no longer belongs to the view, with its current content', () =>
    expect(held([row(1), row(2)], [row(1, 'other'), row(2)], [row(2)])).toMatchObject({
      rows: [row(1, 'other'), row(2)],
      fresh: 0,
    }))

  it('counts new rows without showing them yet', () =>
    expect(held([row(2)], [row(1), row(2), row(3)])).toMatchObject({ rows: [row(2)], fresh: 2 }))

  it('does not treat a row as gone when a new one pushes it to the next page', () => {
    const page = (...ids: number[]) => ids.map((id) => row(id))
    const gone = (there: Row[]) => [...held(page(4, 3, 2, 1), there, there, 4).gone]
    expect(gone(page(5, 4, 3, 2))).toEqual([])
    expect(gone(page(5, 4, 2, 1))).toEqual([3])
    expect(gone(page(4, 3, 1))).toEqual([2])
  })
})

it.each<[string, Attention, number, boolean]>([
  ['nobody is there', { pointerAt: undefined, isFocused: false }, 0, false],
  ['a pointer has just moved over the rows', { pointerAt: 0, isFocused: false }, 1, true],
  ['a pointer has rested for ten seconds', { pointerAt: 0, isFocused: false }, pointerRestMs, false],
  ['a row has the focus, however long', { pointerAt: undefined, isFocused: true }, 10 * pointerRestMs, true],
  ['a pointer rests and a row has the focus', { pointerAt: 0, isFocused: true }, pointerRestMs, true],
])('decides whether to hold the order while %s', (_, attention, now, holds) =>
  expect(isHolding(attention, now)).toBe(holds),
)
