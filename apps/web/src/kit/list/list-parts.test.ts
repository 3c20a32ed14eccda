import { money, text, time } from '@parada/domain/list/fields'
import { describe, expect, it, vi } from 'vitest'
import english from '../../../public/i18n/resources-locale_en.json'
import { fileNameIn } from '../download.ts'
import { mergeRows } from './changed-rows.ts'
import { exportList } from './list-export.ts'
import { pageNumbers } from './page-numbers.ts'
import { checkDrafts } from './use-filter-drafts.ts'
import { assignSlots } from './use-slots.ts'
import { columnsAt, rowsAt } from './use-window.ts'

it.each([
  [0, 1, '1'],
  [0, 5, '1 2 3 4 5'],
  [0, 65, '1 2 3 4 … 65'],
  [30, 65, '1 … 30 31 32 … 65'],
  [64, 65, '1 … 62 63 64 65'],
  [3, 7, '1 2 3 4 5 6 7'],
])('offers around page index %i of %i: %s', (page, count, text) =>
  expect(
    pageNumbers(page, count)
      .map((number) => (number === 'gap' ? '…' : number + 1))
      .join(' '),
  ).toBe(text),
)

describe('the window', () => {
  it('draws about a screen of a long page and always covers what is in view', () => {
    for (let top = 0; top <= 200 * 32 - 900; top += 13) {
      const { first, end } = rowsAt(Math.ceil(top / 32 / 8), 200, 29)
      expect(first * 32).toBeLessThanOrEqual(top)
      expect(end * 32).toBeGreaterThanOrEqual(Math.min(top + 900, 200 * 32))
      expect(end - first).toBeLessThanOrEqual(29 + 24)
    }
  })
  it('draws a short page whole', () => expect(rowsAt(0, 20, 29)).toEqual({ first: 0, end: 20 }))
  it('comes back when a filter made the page shorter than it was scrolled', () =>
    expect(rowsAt(20, 30, 29)).toEqual({ first: 0, end: 30 }))

  const widths = Array.from({ length: 30 }, (_, index) => (index === 0 ? 100 : 160))
  it('covers the columns in view beside the first, and few more', () => {
    for (let left = 0; left <= 100 + 29 * 160 - 1440; left += 7) {
      const { from, to } = columnsAt(Math.floor(left / 256), widths, 1440)
      expect(100 + (from - 1) * 160).toBeLessThanOrEqual(left + 100)
      expect(100 + (to - 1) * 160).toBeGreaterThanOrEqual(left + 1440)
      expect(to - from).toBeLessThanOrEqual(13)
    }
  })
  it('draws all columns of a table that hardly exceeds the window', () =>
    expect(columnsAt(0, widths.slice(0, 10), 1440)).toEqual({ from: 1, to: 10 }))
})

it('gives the rows that come the places of those that went', () => {
  const before = assignSlots(new Map(), ['a', 'b', 'c'])
  expect([...assignSlots(before, ['x', 'b', 'y', 'z'])]).toEqual([
    ['x', 0],
    ['b', 1],
    ['y', 2],
    ['z', 3],
  ])
  expect([...assignSlots(before, ['c', 'd', 'e']).values()]).toEqual([2, 0, 1])
})

it('moves no row that stays to let others come above it', () => {
  const before = assignSlots(new Map(), ['c', 'd', 'e'])
  expect([...assignSlots(before, ['a', 'b', 'c']).values()]).toEqual([3, 4, 0])
})

it('keeps the objects of rows that say the same wherever they moved, and names the others', () => {
  const before = [
    { id: 1, at: { x: 1 } },
    { id: 2, at: { x: 2 } },
  ]
  const { merged, changed } = mergeRows(
    new Map(before.map((row) => [row.id, row])),
    [
      { id: 3, at: { x: 3 } },
      { id: 1, at: { x: 1 } },
      { id: 2, at: { x: 9 } },
    ],
    'id',
  )
  expect(merged[1]).toBe(before[0])
  expect(changed).toEqual([3, 2])
})

it('keeps the applied filter where the typed one cannot be read, and says what is wrong', () =>
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

describe('the export', () => {
  const call = { takesBody: true } as never
  const run = async (data: string, disposition: string | null) => {
    const save = vi.fn()
    const download = vi.fn(async () => ({ data: new Blob([data]), disposition }))
    const given = { download, call, columns: ['id', 'name'], filters: { name: 'a' }, name: 'Services.xlsx', save }
    return { outcome: await exportList(given), save, download }
  }

  it('posts the columns with the filters and saves the file under the name it came with', async () => {
    const { outcome, save, download } = await run('x', 'attachment; filename="Rides 2026.xlsx"')
    expect(download).toHaveBeenCalledWith(call, { body: { columns: ['id', 'name'], name: 'a' } })
    expect(save).toHaveBeenCalledWith(expect.any(Blob), 'Rides 2026.xlsx')
    expect(outcome).toBe('list.reportWillBeReceived')
  })

  it('falls back to its own name', async () =>
    expect((await run('x', null)).save).toHaveBeenCalledWith(expect.any(Blob), 'Services.xlsx'))

  it("P-163 saves nothing and gives 'No data' when the file is empty", async () => {
    const { outcome, save } = await run('', 'attachment; filename=a.xlsx')
    expect(outcome).toBe('list.noData')
    expect(english.list.noData).toBe('No data')
    expect(save).not.toHaveBeenCalled()
  })

  it.each([
    ['attachment; filename=a.pdf', 'a.pdf'],
    ["attachment; filename=a.pdf; filename*=UTF-8''a%C3%B1o.pdf", 'año.pdf'],
    ["attachment; filename=a.pdf; filename*=UTF-8''%E0%A4%A", 'a.pdf'],
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['inline', undefined],
    [null, undefined],
  ])('reads the name in %j as %j', (header, name) => expect(fileNameIn(header)).toBe(name))
})
