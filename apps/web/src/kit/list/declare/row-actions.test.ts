import { describe, expect, it, vi } from 'vitest'
import { mayPick, type RowAction } from './row-actions.ts'

const run = () => undefined
const action = (isFor: NonNullable<RowAction['isFor']>, forMany = true): RowAction => ({
  id: 'a',
  label: 'a',
  shortcut: 'a',
  forMany,
  isFor,
  run,
})
const rows = (count: number) => new Map(Array.from({ length: count }, (_, id) => [id, { id }]))

describe('picking rows', () => {
  it('is possible if an action applies to at least one of them', () => {
    const actions = [action(() => false), action(({ id }) => id === 7)]
    expect(mayPick({ actions }, rows(10), undefined)).toBe(true)
    expect(mayPick({ actions }, rows(5), undefined)).toBe(false)
  })

  it('is impossible without an action for several rows', () => {
    expect(mayPick({ actions: [action(() => true, false)] }, rows(1), undefined)).toBe(false)
    expect(mayPick(undefined, rows(1), undefined)).toBe(false)
  })

  it('is possible as long as no rows have arrived', () => {
    expect(mayPick({ actions: [action(() => false)] }, undefined, undefined)).toBe(true)
  })

  it('is decided by the first row that allows it, because a live list asks on every change', () => {
    const [never, always] = [vi.fn(() => false), vi.fn(() => true)]
    expect(mayPick({ actions: [action(never), action(always)] }, rows(500), undefined)).toBe(true)
    expect(never.mock.calls.length + always.mock.calls.length).toBe(2)
  })
})
