import { required } from '@parada/domain/objects'
import { formatsFor } from '../../apps/web/src/kit/format.ts'
import type { Column, ListFormat } from '../../apps/web/src/kit/list/declare/columns.ts'
import { defineList } from '../../apps/web/src/kit/list/declare/list-definition.ts'

const columnCount = 30
const rowCount = 200
export const rowHeight = 32

const kinds = ['text', 'number', 'money', 'date', 'time', 'flag'] as const
type Kind = (typeof kinds)[number]
type Field = `${Kind}${number}`
export type Row = { id: number; zone: string } & Record<Field, never>
export type SideProps = { rows: Row[]; filter: string }

const values: Record<Kind, (seed: number) => unknown> = {
  text: (seed) => `Calle de la Invención ${seed % 997}`,
  number: (seed) => seed % 100_000,
  money: (seed) => (seed % 10_000) / 100,
  date: (seed) => 1_760_000_000_000 + seed * 3_600_000,
  time: (seed) => 1_760_000_000_000 + seed * 61_000,
  flag: (seed) => seed % 3 === 0,
}

const fields = Array.from({ length: columnCount - 2 }, (_, at): { kind: Kind; field: Field } => {
  const kind = required(kinds[at % kinds.length])
  return { kind, field: `${kind}${at}` }
})

/** Every other row is in the north, so that the filter keeps half of them and moves all. */
export const makeRows = (): Row[] =>
  Array.from({ length: rowCount }, (_, at) => ({
    id: at + 1,
    zone: at % 2 === 0 ? 'north' : 'south',
    ...Object.fromEntries(fields.map(({ kind, field }, column) => [field, values[kind](at * 31 + column * 17)])),
  })) as Row[]

/** One declaration for every side: Parada's own list, whose columns the others read and write their cells with. */
export const list = defineList<Row>({
  title: 'Grids',
  call: undefined as never,
  rows: (rows) => rows,
  columns: (column) => [
    column.number('id', { filter: true, label: 'id' }),
    column.text('zone', { filter: true, label: 'zone', width: 120 }),
    ...fields.map(({ kind, field }) => column[kind](field, { filter: true, label: field, width: 120 })),
  ],
})

export const columns = list.columns as unknown as Column<Row>[]

export const format: ListFormat = {
  ...formatsFor('en'),
  code: (_, code) => String(code),
  word: (key) => key,
  flag: (value) => (value ? 'Yes' : 'No'),
}
