import { expect, it } from 'vitest'
import type { Column, ListFormat } from '../declare/columns.ts'
import { fitColumns } from './fit-columns.ts'

const format = {} as ListFormat
const column = (part: Partial<Column>) =>
  ({ key: 'taxi', width: 156, show: (row: { taxi?: string }) => row.taxi ?? '', ...part }) as Column

it.each([
  ['a text that is too long for it', { fits: true }, '123456 · 4821-KLM Škoda Superb Combi', 304],
  ['no text that it has room for', { fits: true }, '4821-KLM', 156],
  ['nothing where its texts may be cut', { fits: false }, '123456 · 4821-KLM Škoda Superb Combi', 156],
])('widens a column for %s', (_, part, taxi, width) =>
  expect(fitColumns([column(part)], [{ taxi: '' }, { taxi }], format, 8).map((one) => one.width)).toEqual([width]),
)

it('returns the given columns if none has to grow', () => {
  const columns = [column({ fits: true }), column({ fits: false })]
  expect(fitColumns(columns, [{ taxi: 'short' }], format, 8)).toBe(columns)
})
