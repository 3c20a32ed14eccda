import { self } from '@parada/contract/calls/self'
import { code, fields, flag, number, type RowOf, text, time } from '@parada/domain/list/fields'
import { expect, it } from 'vitest'
import { formatsFor } from '../../format.ts'
import { defineList } from '../declare/list-definition.ts'
import { matching, pageOf } from './local-list.ts'

const rideFields = fields({ id: number, name: text.nullable, start: time, asap: flag, status: code('bookingStatus') })
type Ride = RowOf<typeof rideFields>
const list = defineList({
  title: 'rides',
  call: self.taxiFeatures,
  fields: rideFields,
  rows: (answer) => answer as Ride[],
  columns: (column) => Object.keys(rideFields).map((name) => column(name)),
})
const day = (date: number) => new Date(2026, 9, date, 10).getTime()
const rides: Ride[] = [
  { id: 10, name: 'María Soto', start: day(1), asap: true, status: 10 },
  { id: 9, name: 'ruiz 10', start: day(2), asap: false, status: 20 },
  { id: 2, name: 'Ruiz 9', start: day(2), asap: false, status: 20 },
  { id: 5, name: null, start: day(3), asap: true, status: 10 },
]
const labels: Record<string, string> = { 10: 'Requested', 20: 'Confirmed' }
const format = {
  ...formatsFor('en'),
  code: (_: unknown, code: unknown) => labels[String(code)] ?? '',
  word: String,
  flag: String,
}
type Request = Parameters<typeof matching>[2]
const found = (of: typeof list, asked: Partial<Request>) => {
  const { rows, counts } = matching(of, rides, { filters: {}, sort: of.sort, view: undefined, ...asked }, format)
  return { ids: rows.map((row) => (row as Ride).id), counts }
}
const ids = (filters: Record<string, string>, field = 'id', direction: 'ASC' | 'DESC' = 'ASC') =>
  found(list, { filters, sort: { field, direction } }).ids

it.each<[string, Record<string, string>, number[]]>([
  ['nothing', {}, [2, 5, 9, 10]],
  ['a part of a text, whatever its case and accents', { name: 'maria' }, [10]],
  ['a whole number', { id: '5' }, [5]],
  ['a day', { start: '02-10-2026' }, [2, 9]],
  ['a text that is not a day, which is ignored', { start: 'x' }, [2, 5, 9, 10]],
  ['yes', { asap: 'si' }, [5, 10]],
  ['a code', { status: '20' }, [2, 9]],
  ['two columns at once', { status: '20', name: 'ruiz 10' }, [9]],
])('filters by %s', (_, filters, left) => expect(ids(filters)).toEqual(left))

it('sorts numbers by value, texts naturally, codes by label and missing values last', () => {
  expect(ids({}, 'id', 'DESC')).toEqual([10, 9, 5, 2])
  expect(ids({}, 'name')).toEqual([10, 2, 9, 5])
  expect(ids({}, 'name', 'DESC')).toEqual([9, 2, 10, 5])
  expect(ids({}, 'status').slice(0, 2).sort()).toEqual([2, 9])
})

it('falls back to the nearest existing page', () => {
  expect(pageOf(rides, { page: 1, size: 3 })).toEqual({ rows: rides.slice(3), totalQueryCount: 4 })
  expect(pageOf(rides, { page: 9, size: 3 })).toEqual({ rows: rides.slice(3), totalQueryCount: 4 })
})

const desk = {
  ...list,
  views: [
    { key: 'all', label: '' },
    { key: 'soon', label: '', includes: ({ asap }: Ride) => asap },
    { key: 'late', label: '', includes: ({ start }: Ride) => start === day(3) },
  ] as typeof list.views,
  rises: (({ start }: Ride) => start === day(2)) as typeof list.rises,
}

it('shows the rows of a view and counts all rows regardless of filters', () => {
  expect(found(desk, { view: 'soon' })).toEqual({ ids: [5, 10], counts: { all: 4, soon: 2, late: 1 } })
  expect(found(desk, { view: 'soon', filters: { id: '10' } })).toMatchObject({ ids: [10], counts: { all: 4, soon: 2 } })
})

it('puts rising rows first only in the list’s own order', () => {
  expect(found(desk, {}).ids).toEqual([2, 9, 5, 10])
  expect(found(desk, { sort: { field: 'id', direction: 'DESC' } }).ids).toEqual([10, 9, 5, 2])
})
