import type { Call } from '@parada/contract/kit'
import { type Download, fileNameIn } from '../../download.ts'

type Options = {
  download: Download
  call: Call
  columns: readonly string[]
  filters: object
  /** The name where the answer gives none. */
  name: string
  save: (data: Blob, name: string) => void
}

/** Fetches the file with the columns as they stand and saves it; the message key of what became of it. */
export const exportList = async ({ download, call, columns, filters, name, save }: Options) => {
  const given = call.takesBody ? { body: { columns, ...filters } } : { query: filters }
  const { data, disposition } = await download(call, given)
  if (data.size === 0) return 'list.noData'
  save(data, fileNameIn(disposition) ?? name)
  return 'list.reportWillBeReceived'
}
