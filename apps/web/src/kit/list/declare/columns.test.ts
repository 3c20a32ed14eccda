import {
  code,
  fields,
  flag,
  money,
  number,
  numbered,
  type RowOf,
  record,
  text,
  texts,
  time,
} from '@parada/domain/list/fields'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFormats, formatsFor } from '../../format.ts'
import { columnsOf, type ListFormat } from './columns.ts'

const rideFields = fields({
  id: number,
  price: money('currency').nullable,
  currency: text.nullable,
  start: time,
  asap: flag,
  status: code('bookingStatus'),
  tags: texts,
  secret: text.notFiltered,
  place: record<{ address: string }>(),
})
type Ride = RowOf<typeof rideFields>

const ride: Ride = {
  id: 4711,
  price: 1234.5,
  currency: 'GBP',
  start: new Date(2026, 9, 31, 8, 15).getTime(),
  asap: true,
  status: 20,
  tags: ['vip', 'late'],
  secret: '',
  place: { address: 'Atocha' },
}
const format = (language: string): ListFormat => ({
  ...formatsFor(language),
  code: (kind, code) => `${kind} ${code}`,
  word: (key) => key,
  flag: (value) => (value ? 'Yes' : 'No'),
})
const column = columnsOf(rideFields)

it.each([
  ['a whole number without grouping', column('id'), '4711', '4711'],
  ['money in its own currency', column('price'), '£1,234.50', '1.234,50 £'],
  ['a day before its month', column('start', { dayOnly: true }), '31/10/2026', '31/10/2026'],
  ['a time of 24 hours', column('start'), '31/10/2026 08:15', '31/10/2026 08:15'],
  ['a flag as a word', column('asap'), 'Yes', 'Yes'],
  ['a code by its label', column('status'), 'bookingStatus 20', 'bookingStatus 20'],
  ['several words', column('tags'), 'vip, late', 'vip, late'],
  ['a field by its own text', column('place', { text: ({ place }) => place.address }), 'Atocha', 'Atocha'],
])('writes %s', (_, one, english, spanish) => {
  expect(one.show(ride, format('en'))).toBe(english)
  expect(one.show(ride, format('es'))).toBe(spanish)
})

it('marks a repeated hour as first or second on the reader’s clock and names it in full on hover', () => {
  vi.stubEnv('TZ', 'Europe/Madrid')
  onTestFinished(() => void vi.unstubAllEnvs())
  const write = { ...format('en'), ...createFormats('en') }
  const at = (start: string) => ({ ...ride, start: Date.parse(start) })
  const start = column('start')
  expect(start.show(at('2026-10-25T00:30:00Z'), write)).toBe('25/10/2026 02:30 (1st)')
  expect(start.whole?.(at('2026-10-25T00:30:00Z'), write)).toBe('25/10/2026 02:30 before the change')
  expect(start.show(at('2026-10-25T01:30:00Z'), write)).toBe('25/10/2026 02:30 (2nd)')
  expect(start.whole?.(at('2026-10-25T02:30:00Z'), write)).toBe('')
})

it.each([
  ['EUR', '€1,234.50'],
  ['GBP', '£1,234.50'],
  ['USD', '$1,234.50'],
  ['JPY', '€1,234.50'],
  [null, '€1,234.50'],
])('writes an amount in %s as %s (L-014)', (currency, text) => {
  const price = column('price')
  expect(price.show({ ...ride, currency }, format('en'))).toBe(text)
  expect(price.show({ ...ride, price: null, currency }, format('en'))).toBe('')
})

it('gives numbered fields a shared label and their number', () =>
  expect(columnsOf(numbered('account', 9, text))('account7')).toMatchObject({
    label: 'fields.account',
    labelValues: { n: 7 },
  }))

it('offers filtering and sorting only where the call supports them', () => {
  const { isFiltered, isSorted } = column('id')
  expect([isFiltered, isSorted]).toEqual([true, true])
  expect([column('secret').isFiltered, column('id', { filter: false }).isFiltered]).toEqual([false, false])
  expect(columnsOf({ note: text.notSorted })('note').isSorted).toBe(false)
})

it('colours states and leaves cancelled ones grey', () => {
  const { state } = column('status')
  expect([10, 20, 30, -20].map((status) => state?.({ ...ride, status }))).toEqual(['amber', 'blue', 'green', 'grey'])
})

it('rejects unsupported columns at compile time', () => {
  const types = () => {
    // @ts-expect-error no such field
    column('nothing')
    // @ts-expect-error the call cannot filter by it
    column('secret', { filter: true })
    // @ts-expect-error an object has to say how it is written
    column('place')
  }
  expect(types).toBeTypeOf('function')
})
