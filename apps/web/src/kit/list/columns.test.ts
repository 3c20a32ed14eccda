import { expect, it } from 'vitest'
import { formatsFor } from '../format.ts'
import { columnsOf, type ListFormat } from './columns.ts'

type Ride = {
  id: number
  price: number | null
  currency: string | null
  start: number
  asap: boolean
  status: number
  place: { address: string }
}

const ride: Ride = {
  id: 4711,
  price: 1234.5,
  currency: 'GBP',
  start: new Date(2026, 9, 31, 8, 15).getTime(),
  asap: true,
  status: 20,
  place: { address: 'Atocha' },
}
const format = (language: string): ListFormat => ({
  ...formatsFor(language),
  code: (kind, code) => `${kind} ${code}`,
  word: (key) => key,
  flag: (value) => (value ? 'Yes' : 'No'),
})
const column = columnsOf<Ride>()

it.each([
  ['a whole number without grouping', column.number('id'), '4711', '4711'],
  ['money in the reader’s format', column.money('price'), '€1,234.50', '1.234,50 €'],
  ['a day before its month', column.date('start'), '31/10/2026', '31/10/2026'],
  ['a time of 24 hours', column.time('start'), '31/10/2026 08:15', '31/10/2026 08:15'],
  ['a flag as a word', column.flag('asap'), 'Yes', 'Yes'],
  ['a code by its label', column.status('status', 'bookingStatus'), 'bookingStatus 20', 'bookingStatus 20'],
  ['a field by its own text', column.text('place', { text: ({ place }) => place.address }), 'Atocha', 'Atocha'],
])('writes %s', (_, one, english, spanish) => {
  expect(one.show(ride, format('en'))).toBe(english)
  expect(one.show(ride, format('es'))).toBe(spanish)
})

it.each([
  ['EUR', '€1,234.50'],
  ['GBP', '£1,234.50'],
  ['USD', '$1,234.50'],
  ['JPY', '€1,234.50'],
  [null, '€1,234.50'],
])('L-014 writes an amount in %s as %s', (currency, text) => {
  const money = column.money('price', { currency: (row) => row.currency })
  expect(money.show({ ...ride, currency }, format('en'))).toBe(text)
  expect(money.show({ ...ride, price: null, currency }, format('en'))).toBe('')
})

it('L-016 provides ten authorization info columns and nine booking break columns', () => {
  expect(column.breaks('authorization').map(({ key }) => key)).toEqual(
    Array.from({ length: 10 }, (_, index) => `authorizationBreakValue${index + 1}`),
  )
  expect(column.breaks('booking').map(({ key }) => key)).toEqual(
    Array.from({ length: 9 }, (_, index) => `bookingBreakValue${index + 1}`),
  )
})

it('colours a state and leaves what is over grey', () => {
  const state = column.status('status', 'bookingStatus').state
  expect([10, 20, 30, -20].map((status) => state?.({ ...ride, status }))).toEqual(['amber', 'blue', 'green', 'grey'])
})

it('refuses, in the compiler, a field that the row does not have or that is of another type', () => {
  // @ts-expect-error no such field
  column.text('nothing')
  // @ts-expect-error a flag is no number
  column.number('asap')
  // @ts-expect-error an object has to say how it is written
  column.text('place')
  expect(column.text('id').key).toBe('id')
})
