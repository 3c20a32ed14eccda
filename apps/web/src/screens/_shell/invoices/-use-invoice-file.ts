import { type Invoice, invoices } from '@parada/contract/calls/invoices'
import { toFailure } from '../../../kit/client.ts'
import { fileNameIn, saveFile, useDownload } from '../../../kit/download.ts'
import { failedToast } from '../../../kit/failed-toast.ts'

const extensions = { pdf: 'pdf', excel: 'xlsx' } as const

/** Saves the file of an invoice under the name in the response, or else under its code (O3-26). */
export const useInvoiceFile = () => {
  const download = useDownload()
  return async ({ id, invoiceCode }: Pick<Invoice, 'id' | 'invoiceCode'>, format: keyof typeof extensions) => {
    try {
      const file = await download?.(invoices.file, { params: { id, format } })
      if (file) saveFile(file.data, fileNameIn(file.disposition) ?? `${invoiceCode}.${extensions[format]}`)
    } catch (cause) {
      failedToast(toFailure(cause).message)
    }
  }
}
