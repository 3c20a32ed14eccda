import { money, text, time } from '@parada/domain/list/fields'
import { expect, it } from 'vitest'
import { checkDrafts } from './use-filter-drafts.ts'

it('keeps the applied filter if the typed one is invalid and returns the problem', () =>
  expect(
    checkDrafts(
      [
        { key: 'day', field: time, isFiltered: true },
        { key: 'name', field: text, isFiltered: true },
        { key: 'price', field: money(), isFiltered: true },
      ],
      { day: '31-02-2026', name: ' a ', price: 'cheap' },
      { day: '01-02-2026' },
    ),
  ).toEqual({
    problems: { day: 'problems.searchByDate', price: 'problems.numberFilter' },
    filters: { day: '01-02-2026', name: 'a' },
  }))
