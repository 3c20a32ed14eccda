import { describe, expect, it, vi } from 'vitest'
import english from '../../../../public/i18n/resources-locale_en.json'
import { fileNameIn } from '../../download.ts'
import { exportList } from './export.ts'

describe('the export', () => {
  const call = { takesBody: true } as never
  const run = async (data: string, disposition: string | null) => {
    const save = vi.fn()
    const download = vi.fn(async () => ({ data: new Blob([data]), disposition }))
    const given = { download, call, columns: ['id', 'name'], filters: { name: 'a' }, name: 'Rides.xlsx', save }
    return { outcome: await exportList(given), save, download }
  }

  it('posts the columns with the filters and saves the file under the name it came with', async () => {
    const { outcome, save, download } = await run('x', 'attachment; filename="Rides 2026.xlsx"')
    expect(download).toHaveBeenCalledWith(call, { body: { columns: ['id', 'name'], name: 'a' } })
    expect(save).toHaveBeenCalledWith(expect.any(Blob), 'Rides 2026.xlsx')
    expect(outcome).toBe('list.reportWillBeReceived')
  })

  it('falls back to its own name', async () =>
    expect((await run('x', null)).save).toHaveBeenCalledWith(expect.any(Blob), 'Rides.xlsx'))

  it("saves nothing and gives 'No data' when the file is empty (P-163)", async () => {
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
