import { numberValidations } from '@parada/contract/calls/number-validations'
import { flag, money, number, text, time } from '@parada/domain/list/fields'
import { keysOf, required } from '@parada/domain/objects'
import { formatsFor } from '../../apps/web/src/kit/format.ts'
import type { ListFormat } from '../../apps/web/src/kit/list/declare/columns.ts'
import { defineList } from '../../apps/web/src/kit/list/declare/list-definition.ts'
import type { AnyRow } from '../../apps/web/src/kit/list/declare/list-types.ts'

const columnCount = 30
const rowCount = 200
export const rowHeight = 32

const kinds = { text, number, money: money(), date: time, time, flag }
type Kind = keyof typeof kinds
export type Row = AnyRow & { id: number; zone: string }
export type SideProps = { rows: Row[]; filter: string }

const values: Record<Kind, (seed: number) => unknown> = {
  text: (seed) => `Calle de la Invención ${seed % 997}`,
  number: (seed) => seed % 100_000,
  money: (seed) => (seed % 10_000) / 100,
  date: (seed) => 1_760_000_000_000 + seed * 3_600_000,
  time: (seed) => 1_760_000_000_000 + seed * 61_000,
  flag: (seed) => seed % 3 === 0,
}

const kindNames = keysOf(kinds)
const fields = Array.from({ length: columnCount - 2 }, (_, at) => {
  const kind = required(kindNames[at % kindNames.length])
  return { kind, field: `${kind}${at}` }
})

/** Every other row is in the north, so that the filter keeps half of them and moves all. */
export const makeRows = (): Row[] =>
  Array.from({ length: rowCount }, (_, at) => ({
    id: at + 1,
    zone: at % 2 === 0 ? 'north' : 'south',
    ...Object.fromEntries(fields.map(({ kind, field }, column) => [field, values[kind](at * 31 + column * 17)])),
  }))

/** One declaration for all sides: Parada's own list, whose columns the others use to read and format their cells. */
export const list = defineList({
  title: 'Grids',
  call: numberValidations.list,
  fields: { id: number, zone: text, ...Object.fromEntries(fields.map(({ kind, field }) => [field, kinds[kind]])) },
  columns: (column) => [
    column('id', { filter: true, label: 'id' }),
    column('zone', { filter: true, label: 'zone', width: 120 }),
    ...fields.map(({ kind, field }) =>
      column(field, { filter: true, label: field, width: 120, dayOnly: kind === 'date' }),
    ),
  ],
})

export const { columns } = list

export const format: ListFormat = {
  ...formatsFor('en'),
  code: (_, code) => String(code),
  word: (key) => key,
  flag: (value) => (value ? 'Yes' : 'No'),
}
