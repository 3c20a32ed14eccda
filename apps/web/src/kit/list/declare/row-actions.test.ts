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

describe('who may pick rows', () => {
  it('is whoever can do something to at least one of them', () => {
    const actions = [action(() => false), action(({ id }) => id === 7)]
    expect(mayPick({ actions }, rows(10), undefined)).toBe(true)
    expect(mayPick({ actions }, rows(5), undefined)).toBe(false)
  })

  it('is nobody where an action is for one row at a time', () => {
    expect(mayPick({ actions: [action(() => true, false)] }, rows(1), undefined)).toBe(false)
    expect(mayPick(undefined, rows(1), undefined)).toBe(false)
  })

  it('is everybody while no row has come that would say otherwise', () => {
    expect(mayPick({ actions: [action(() => false)] }, undefined, undefined)).toBe(true)
  })

  it('is known from the first row that allows it: a live list asks with every change', () => {
    const [never, always] = [vi.fn(() => false), vi.fn(() => true)]
    expect(mayPick({ actions: [action(never), action(always)] }, rows(500), undefined)).toBe(true)
    expect(never.mock.calls.length + always.mock.calls.length).toBe(2)
  })
})
