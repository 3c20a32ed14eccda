import { fields, list, number, text } from '@parada/contract/list'
import { exportOf } from '@parada/contract/list-export'
import { describe, expect, it, vi } from 'vitest'
import english from '../../../../public/i18n/resources-locale_en.json'
import { fileNameIn } from '../../download.ts'
import { exportList, exportOfList } from './export.ts'

const rideFields = fields({ id: number, name: text })
const rides = (more: { path?: string; method?: 'GET' } = {}) =>
  list({
    path: '/rides/:sd',
    access: 'signedIn',
    key: 'rides',
    summary: 'Rides',
    fields: rideFields,
    export: { title: 'screens.dashboard', ...more },
  })

describe('the export', () => {
  const run = async (data: string, disposition: string | null, { word = 'excel', call = rides() } = {}) => {
    const save = vi.fn()
    const download = vi.fn(async () => ({ data: new Blob([data]), disposition }))
    const file = exportOfList(call)
    if (!file) throw new Error('The list cannot be saved')
    const outcome = await exportList({
      download,
      call,
      file,
      params: {},
      word,
      title: 'Rides',
      columns: ['name', 'id'],
      query: { name: 'a', orderBy: 'id DESC' },
      language: 'es',
      signal: new AbortController().signal,
      onProgress: () => {},
      save,
    })
    return { outcome, save, download }
  }
  const clock = { readerZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, language: 'es' }

  it('posts the columns with the filters and saves the file under the server’s name for it (L-020)', async () => {
    const { outcome, save, download } = await run('x', 'attachment; filename="Rides 2026.xlsx"')
    expect(download).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'POST', path: '/rides/:sd/export/:format', takesBody: true }),
      expect.objectContaining({
        params: { format: 'excel' },
        body: { columns: ['name', 'id'], name: 'a', orderBy: 'id DESC', ...clock },
      }),
    )
    expect(save).toHaveBeenCalledWith(expect.any(Blob), 'Rides 2026.xlsx')
    expect(outcome).toBe('list.reportWillBeReceived')
  })

  it('sends the same in the query string if the call is a GET', async () => {
    const call = rides({ method: 'GET', path: '/rides/:sd/:format' })
    const { download } = await run('x', null, { call })
    expect(download).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'GET', path: '/rides/:sd/:format', takesBody: false }),
      expect.objectContaining({ query: { columns: 'name,id', name: 'a', orderBy: 'id DESC', ...clock } }),
    )
  })

  it('sends a body that the contract accepts', async () => {
    const { download } = await run('x', null)
    const [, { body }] = download.mock.calls[0] as unknown as [unknown, { body: object }]
    expect(exportOf(rides()).body.safeParse(body).success).toBe(true)
  })

  it.each([
    ['excel', 'Services.xlsx'],
    ['pdf', 'Services.pdf'],
    ['csv', 'Rides.csv'],
  ])('falls back to a default name: %s becomes %s (L-020)', async (word, name) =>
    expect((await run('x', null, { word })).save).toHaveBeenCalledWith(expect.any(Blob), name),
  )

  it('saves nothing and returns ’No data’ for an empty file (P-163, L-020)', async () => {
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
  ])('reads the file name in %j as %j', (header, name) => expect(fileNameIn(header)).toBe(name))
})
