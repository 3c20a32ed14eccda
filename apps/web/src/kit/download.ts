import type { Call } from '@parada/contract/kit'
import { createContext, useContext } from 'react'

/** A file returned by an API call, with its Content-Disposition header. */
export type FileAnswer = { data: Blob; disposition: string | null }

/** Bytes received so far, and the total number of rows if the server sends it. */
export type Progress = { bytes: number; rows: number | undefined }

type DownloadInput = {
  params?: Record<string, unknown>
  body?: object
  query?: object
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export type Download = (call: Call, given: DownloadInput) => Promise<FileAnswer>

const DownloadContext = createContext<Download | undefined>(undefined)
export const DownloadProvider = DownloadContext.Provider
export const useDownload = () => useContext(DownloadContext)

/** The file name in Content-Disposition; the encoded form takes precedence over the plain one (RFC 6266). */
export const fileNameIn = (disposition: string | null): string | undefined => {
  const [, encoded] = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  const plain = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
  try {
    return encoded ? decodeURIComponent(encoded.trim()) : plain
  } catch {
    return plain
  }
}

export const saveFile = (data: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
