import type { Call } from '@parada/contract/kit'
import { type ExportSpec, type FileFormat, isList } from '@parada/contract/list'
import { type Download, fileNameIn, type Progress } from '../../download.ts'

/** How a list can be saved, where its call says so. */
export const exportOfList = (call: Call): ExportSpec | undefined => (isList(call) ? call.list.export : undefined)

/** The call that saves a list. */
const exportCallOf = (call: Call, { method, path }: ExportSpec): Call => ({
  ...call,
  method,
  path,
  takesBody: method === 'POST',
  timeoutMs: undefined,
})

/** What the file is called where the answer gives no name (O3-18). */
const fallbackName = (format: FileFormat, title: string) =>
  ({ excel: 'Services.xlsx', pdf: 'Services.pdf', csv: `${title}.csv` })[format]

type Options = {
  download: Download
  call: Call
  file: ExportSpec
  /** What its path names besides the tenant and the format. */
  params: object
  /** The format as the path spells it. */
  word: string
  title: string
  columns: readonly string[]
  /** Filters, order, view and range as they stand on the screen. */
  query: object
  language: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  save: (data: Blob, name: string) => void
}

/** Fetches the file with the columns as they stand and saves it; the message key of what became of it. */
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
