import type { Call } from '@parada/contract/kit'
import { type ExportSpec, type FileFormat, isList } from '@parada/contract/list'
import { type Download, fileNameIn, type Progress } from '../../download.ts'

/** How a list can be exported; undefined if its call does not allow it. */
export const exportOfList = (call: Call): ExportSpec | undefined => (isList(call) ? call.list.export : undefined)

const exportCallOf = (call: Call, { method, path }: ExportSpec): Call => ({
  ...call,
  method,
  path,
  takesBody: method === 'POST',
  timeoutMs: undefined,
})

/** The file name if the response has none (O3-18). */
const fallbackName = (format: FileFormat, title: string) =>
  ({ excel: 'Services.xlsx', pdf: 'Services.pdf', csv: `${title}.csv` })[format]

type Options = {
  download: Download
  call: Call
  file: ExportSpec
  /** Path parameters other than the tenant and the format. */
  params: object
  /** The format as the path spells it. */
  word: string
  title: string
  columns: readonly string[]
  /** The filters, order, view and range on screen. */
  query: object
  language: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  save: (data: Blob, name: string) => void
}

/** Downloads the list with the columns on screen and saves it. Returns the message key of the outcome. */
export const exportList = async (options: Options) => {
  const { download, file, word, title, columns, query, language, signal, onProgress, save } = options
  const call = exportCallOf(options.call, file)
  const { timeZone: readerZone } = new Intl.DateTimeFormat().resolvedOptions()
  const asked = { ...query, readerZone, language }
  const { data, disposition } = await download(call, {
    params: { ...options.params, format: word },
    ...(call.takesBody ? { body: { ...asked, columns } } : { query: { ...asked, columns: columns.join(',') } }),
    signal,
    onProgress,
  })
  if (data.size === 0) return 'list.noData'
  save(data, fileNameIn(disposition) ?? fallbackName(file.formats[word] ?? 'excel', title))
  return 'list.reportWillBeReceived'
}
