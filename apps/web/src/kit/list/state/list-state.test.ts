import { fields, flag, list, number, text, time } from '@parada/contract/list'
import { listDefaults } from '@parada/domain/list/list'
import { describe, expect, it } from 'vitest'
import { listRequest } from '../data/request.ts'
import { defineList } from '../declare/list-definition.ts'
import {
  changed,
  initialState,
  lookFrom,
  moved,
  rangeChoiceProblem,
  searchOf,
  stateFrom,
  widened,
} from './list-state.ts'

const rideFields = fields({ id: number, name: text, asap: flag, start: time, from: text })
const call = list({
  path: '/rides/:sd',
  access: 'signedIn',
  key: 'rides',
  summary: 'Rides',
  fields: rideFields,
  range: { by: 'start', maxDays: 32 },
})
const names = Object.keys(rideFields)

const rides = defineList({
  title: 'rides',
  call,
  dateRange: { initial: 'currentMonth' },
  columns: (column) => names.map((name) => column(name)),
})
const plain = defineList({ title: 'plain', call, columns: (column) => [column('id'), column('name')] })
const now = new Date(2026, 9, 15, 12).getTime()

describe('list defaults', () => {
  it('are 20, 50 or 200 rows per page, 20 at first, a filter delay of half a second and id ascending (L-015)', () =>
    expect(plain).toMatchObject({
      pageSizes: [20, 50, 200],
      pageSize: 20,
      filterDelay: 500,
      sort: { field: 'id', direction: 'ASC' },
    }))

  it('show the first ten columns that are not hidden, pinned ones in front (O3-02)', () => {
    const keys = Array.from({ length: 14 }, (_, index) => `f${index}`)
    const wide = defineList({
      title: 'wide',
      call,
      fields: Object.fromEntries(keys.map((key) => [key, text])),
      columns: (column) => keys.map((key) => column(key, { hidden: key === 'f1', pinned: key === 'f13' })),
    })
    expect(wide.defaultColumns).toEqual(['f13', 'f0', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9'])
    expect(wide.fixed).toBe(1)
  })
})

describe('the URL', () => {
  it('stays empty while the list is in its declared state', () =>
    expect(searchOf(rides, initialState(rides))).toEqual({}))

  it('omits the list’s initial filters and records when they are removed', () => {
    const own = { ...rides, filters: { name: 'Eva' } }
    const at = (filters: Record<string, string>) => searchOf(own, { ...initialState(own), filters })
    expect(at({ name: 'Eva' })).toEqual({})
    expect(at({})).toEqual({ name: '' })
    expect(at({ name: 'Luis', id: '7' })).toEqual({ name: 'Luis', id: 7 })
    expect(stateFrom(own, {}).filters).toEqual({ name: 'Eva' })
    expect(stateFrom(own, { id: 7 }).filters).toEqual({ id: '7', name: 'Eva' })
    expect(stateFrom(own, { name: '' }).filters).toEqual({})
    expect(stateFrom(own, { name: 'Luis' }).filters).toEqual({ name: 'Luis' })
  })

  it('holds only what differs and reads back as the same state', () => {
    const state = {
      page: 2,
      size: 50,
      sort: { field: 'name', direction: 'DESC' },
      filters: { id: '4711', name: '0612', from: 'Sol' },
      range: { from: '2026-10-01', to: '2026-10-20' },
      dateType: undefined,
      view: undefined,
    } as const
    const search = {
      page: 3,
      size: 50,
      sort: '-name',
      id: 4711,
      name: '0612',
      from_: 'Sol',
      from: '2026-10-01',
      to: '2026-10-20',
    }
    expect(searchOf(rides, state)).toEqual(search)
    expect(stateFrom(rides, search)).toEqual(state)
  })

  it.each([
    ['a page below the first', { page: -3 }],
    ['an invalid page', { page: 'x' }],
    ['a size that is not offered', { size: 999 }],
    ['a column that is not there', { sort: '-nothing' }],
    ['a filter that is not there', { nothing: 'x' }],
    ['a filter that is not text', { name: { a: 1 } }],
    ['an unknown range', { range: 'always' }],
    ['an invalid day', { from: '2026-02-30', to: '2026-03-01' }],
    ['a range longer than the list allows', { from: '2026-01-01', to: '2026-06-01' }],
  ])('gives the defaults for %s', (_, search) => expect(stateFrom(rides, search)).toEqual(initialState(rides)))
})

describe('the request', () => {
  const asks = (search: Record<string, unknown>, list = plain) =>
    listRequest(list, stateFrom(list, search), now) as Record<string, unknown>

  it('contains the zero-based page, its size, mode=grid, the filters and the range in epoch milliseconds (L-008)', () => {
    const range = { from: new Date(2026, 9, 1).getTime(), to: new Date(2026, 10, 1).getTime() - 1 }
    expect(asks({}, rides)).toEqual({ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid', ...range })
    expect(asks({ page: 3, size: 200, name: 'soto', id: 7, range: 'currentMonth' }, rides)).toEqual({
      pageNumber: 2,
      resultsPerPage: 200,
      orderBy: 'id ASC',
      mode: 'grid',
      name: 'soto',
      id: '7',
      ...range,
    })
    expect(asks({}), 'no range is sent where none is declared').not.toHaveProperty('from')
  })

  it('contains the order as a field, one space and a direction (L-009)', () =>
    expect(asks({ sort: '-name' })).toMatchObject({ orderBy: 'name DESC' }))

  it('omits empty filters (L-006)', () => {
    const request = listRequest(rides, { ...initialState(rides), filters: { name: '', id: '' } }, now)
    expect(Object.keys(request).sort()).toEqual(['from', 'mode', 'orderBy', 'pageNumber', 'resultsPerPage', 'to'])
  })

  it.each([
    ['yes', 'true'],
    ['si', 'true'],
    ['1', 'true'],
    ['no', 'false'],
    ['0', 'false'],
    ['maybe', undefined],
  ])('reads the asap filter %j as %j (L-017)', (typed, asap) => expect(asks({ asap: typed }, rides).asap).toBe(asap))

  it.each(['12-10-2026', '12/10/2026'])('sends the typed day %s as a time range (O3-28)', (typed) =>
    expect(asks({ start: typed }, rides).start).toBe(
      `${new Date(2026, 9, 12).getTime()},${new Date(2026, 9, 13).getTime()}`,
    ),
  )
})

it.each([
  ['filters', { filters: { name: 'a' } }],
  ['range', { range: 'lastMonth' as const }],
  ['page size', { size: 50 }],
])('returns to the first page after a change of the %s (O3-03)', (_, change) =>
  expect(changed({ ...initialState(rides), page: 4 }, change)).toMatchObject({ page: 0, ...change }),
)

it.each([
  [{ from: '2026-10-01', to: '2026-10-31' }, undefined],
  [{ from: '2026-10-01', to: '2026-11-30' }, 'problems.rangeTooLong'],
  [{ from: '2026-10-05', to: '2026-10-01' }, 'problems.rangeReversed'],
  [{ from: '', to: '2026-10-01' }, 'problems.searchByDate'],
  ['lastMonth' as const, undefined],
  ['last2Months' as const, 'problems.rangeTooLong'],
])('checks %j against a limit of 32 days: %s', (choice, problem) =>
  expect(rangeChoiceProblem(choice, 32, now)).toBe(problem),
)

it('drops remembered columns that the list no longer has', () => {
  const widths = { gone: 90, name: 210 }
  expect(lookFrom(rides, { columns: ['gone', 'start', 'name'], widths, textSize: 'large' })).toEqual({
    columns: ['id', 'start', 'name'],
    widths: { name: 210 },
    textSize: 'large',
    isBeside: false,
    isGrouped: false,
  })
  expect(lookFrom(rides, { columns: 'x' as never, textSize: 'huge' as never })).toEqual({
    columns: rides.defaultColumns,
    widths: {},
    textSize: listDefaults.textSize,
    isBeside: false,
    isGrouped: false,
  })
  expect(lookFrom(rides, { isBeside: true })).toMatchObject({ isBeside: true })
})

it('keeps the view in the URL and ignores unknown views', () => {
  const desk = {
    ...rides,
    views: [
      { key: 'all', label: '' },
      { key: 'late', label: '' },
    ],
  }
  expect(searchOf(desk, { ...initialState(desk), view: 'late' })).toEqual({ view: 'late' })
  expect(stateFrom(desk, { view: 'late' }).view).toBe('late')
  expect(stateFrom(desk, { view: 'all' }).view).toBeUndefined()
  expect(stateFrom(desk, { view: 'other' }).view).toBeUndefined()
  expect(changed({ ...initialState(desk), page: 3 }, { view: 'late' })).toMatchObject({ page: 0, view: 'late' })
})

describe('the look', () => {
  const look = {
    columns: ['id', 'a', 'b', 'c'],
    widths: {},
    textSize: 'normal',
    isBeside: false,
    isGrouped: false,
  } as const

  it.each([
    [240.4, 240],
    [3, 56],
    [5_000, 900],
  ])('limits a column width of %f px to a sensible range', (width, kept) =>
    expect(widened(look, 'a', width).widths).toEqual({ a: kept }),
  )

  it.each([
    ['c', 'a', ['id', 'c', 'a', 'b']],
    ['a', 'c', ['id', 'b', 'c', 'a']],
    ['a', 'id', ['id', 'a', 'b', 'c']],
    ['id', 'b', ['id', 'a', 'b', 'c']],
  ])('moves column %s to the place of %s unless either is fixed', (key, to, columns) =>
    expect(moved(look, key, to, 1).columns).toEqual(columns),
  )
})
