import { describe, expect, it } from 'vitest'
import {
  breakColumns,
  chooseColumns,
  clampPage,
  currencySymbol,
  listDefaults,
  mayShowMore,
  orderByText,
  pageCount,
  parseFlag,
  parseOrderBy,
  withoutEmpty,
} from './list.ts'

it('drops empty texts, empty lists, null and undefined, and keeps every real value', () =>
  expect(withoutEmpty({ a: '', b: [], c: null, d: undefined, e: 0, f: false, g: 'x', h: [1], i: ' ' })).toEqual({
    e: 0,
    f: false,
    g: 'x',
    h: [1],
    i: ' ',
  }))

describe('orderBy', () => {
  it('writes the field, one space and the direction', () =>
    expect(orderByText({ field: 'id', direction: 'DESC' })).toBe('id DESC'))

  it.each<[string, object | undefined]>([
    ['id DESC', { field: 'id', direction: 'DESC' }],
    ['origin.addressField asc', { field: 'origin.addressField', direction: 'ASC' }],
    ['id', undefined],
    ['id  DESC', undefined],
    ['id DOWN', undefined],
    ['id DESC, name ASC', undefined],
    ['id; drop table x DESC', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, order) => expect(parseOrderBy(text)).toEqual(order))
})

it.each([
  ['EUR (L-014)', 'EUR', '€'],
  ['GBP (L-014)', 'GBP', '£'],
  ['USD (L-014)', 'USD', '$'],
  ['any other currency (L-014)', 'JPY', '€'],
  ['an empty currency (L-014)', '', '€'],
  ['null (L-014)', null, '€'],
  ['undefined (L-014)', undefined, '€'],
])('%s shows the right symbol', (_, currency, symbol) => expect(currencySymbol(currency)).toBe(symbol))

it.each([
  ['yes', true],
  ['si', true],
  ['sí', true],
  ['1', true],
  [' YES ', true],
  ['SÍ', true],
  ['no', false],
  ['0', false],
  ['No', false],
  ['', null],
  ['y', null],
  ['true', null],
  ['10', null],
])('reads asap text %j as %s (L-017)', (text, asap) => expect(parseFlag(text)).toBe(asap))

it('has the defaults of every list', () =>
  expect(listDefaults).toMatchObject({
    pageSizes: [20, 50, 200],
    pageSize: 20,
    filterDelayMs: 500,
    orderBy: { field: 'id', direction: 'ASC' },
  }))

describe('columns', () => {
  const columns = Array.from({ length: 30 }, (_, index) => `c${index}`)

  it.each<[string, string[], string[]]>([
    ['keep the requested order', ['c0', 'c5', 'c2'], ['c0', 'c5', 'c2']],
    ['get the fixed column back in front', ['c5', 'c2'], ['c0', 'c5', 'c2']],
    ['cannot move the fixed column', ['c5', 'c0'], ['c0', 'c5']],
    ['may be only the fixed one', [], ['c0']],
    ['leave out unknown and repeated names', ['c5', 'gone', 'c5'], ['c0', 'c5']],
    ['are limited to 20', columns.toReversed(), ['c0', ...columns.toReversed().slice(0, 19)]],
  ])('%s', (_, wished, visible) => expect(chooseColumns(columns, wished)).toEqual(visible))

  it('follow the limits of a list', () => {
    expect(chooseColumns(columns, ['c7', 'c8'], { max: 3, fixed: 2 })).toEqual(['c0', 'c1', 'c7'])
    expect(chooseColumns(columns, [], { max: 1, fixed: 2 })).toEqual(['c0', 'c1'])
  })

  it('may be added only below the limit', () => {
    expect(mayShowMore(columns.slice(0, 19))).toBe(true)
    expect(mayShowMore(columns.slice(0, 20))).toBe(false)
  })

  it('include ten authorization and nine booking break columns', () => {
    const { authorization, booking } = breakColumns()
    expect([authorization.length, authorization[0], authorization[9]]).toEqual([
      10,
      'authorizationBreakValue1',
      'authorizationBreakValue10',
    ])
    expect([booking.length, booking[0], booking[8]]).toEqual([9, 'bookingBreakValue1', 'bookingBreakValue9'])
  })
})

describe('pages', () => {
  it.each([
    [0, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [1_000_000, 200, 5_000],
  ])('%s rows in pages of %s make %s pages', (total, size, pages) => expect(pageCount(total, size)).toBe(pages))

  it.each([
    [0, 0],
    [1, 1],
    [9, 2],
    [-1, 0],
    [1.9, 1],
    [Number.NaN, 0],
  ])('page %s of 41 rows is page %s', (page, clamped) => expect(clampPage(page, 41, 20)).toBe(clamped))
})
