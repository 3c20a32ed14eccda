import { join } from 'node:path'
import type { Problem as SheetFault } from '@parada/domain/authorization/sheet/cells'
import type { SheetNames } from '@parada/domain/authorization/sheet/columns'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { codeOf } from '@parada/domain/errors'
import { takePlace } from '../../../exports/export-job.ts'
import { startThread } from '../../../exports/thread.ts'
import { fileHolder } from '../../../http/held-files.ts'
import { refuse } from '../../../http/problem.ts'
import type { SheetRights } from './accounts.ts'

/** The input for reading a sheet, as plain data that can be passed to a thread. */
export type SheetJob = {
  appUrl: string
  tenantId: number
  idUser: number
  fileName: string
  file: Uint8Array<ArrayBuffer>
  idPaymentAccount: number | undefined
  newStatus: 0 | 1
  rights: SheetRights
  names: SheetNames
  unread: readonly string[]
}

export type FromSheetWorker = { id: number } | { refused: SheetFault } | { error: string; code: string | undefined }

/** Nobody waits longer than this, and no sheet within the limits takes as long. */
const longestMs = 60_000

/** Small heaps are enough because reading creates mostly garbage; only a sheet made to break the server needs more. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }

/** Runs the work of one upload, unless too many files are already held in memory. */
export const holdFile = fileHolder({ most: 8, mostOfOne: 2 })

const chunksOf = async (body: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > sheetLimits.bytes) return undefined
    chunks.push(chunk)
  }
  return { chunks, size }
}

/** Receives the file up to the size limit, as bytes that can be transferred to a thread. */
export const receiveFile = async (body: AsyncIterable<Buffer>) => {
  const received = await chunksOf(body).catch(() => {
    throw refuse.field('file', 'file: the upload broke off')
  })
  if (!received) throw refuse.rule('problems.sheetTooLarge', 'file', { most: sheetLimits.bytes / 1_048_576 })
  const file = new Uint8Array(received.size)
  let at = 0
  for (const chunk of received.chunks) {
    file.set(chunk, at)
    at += chunk.length
  }
  return file
}

/** Reads a sheet in its own thread, so that other API calls are still answered. Gives the id of the stored sheet. */
export const runSheetJob = async (job: SheetJob, signal: AbortSignal) => {
  signal.throwIfAborted()
  const giveBack = await takePlace(signal, refuse.busyWithFiles)
  const transferList = [job.file.buffer]
  const { worker, end } = startThread(join(import.meta.dirname, 'sheet-worker.ts'), {
    workerData: job,
    transferList,
    resourceLimits,
  })
  const over = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  try {
    const message = await new Promise<FromSheetWorker>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('Reading the sheet broke off')))
      over.addEventListener('abort', () => reject(refuse.rule('problems.sheetUnreadable', 'file')))
    })
    if ('refused' in message) throw refuse.rule(message.refused.problem, 'file', message.refused.values)
    if ('error' in message) throw Object.assign(new Error(message.error), { code: message.code })
    return message.id
  } catch (error) {
    throw codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse.rule('problems.sheetUnreadable', 'file') : error
  } finally {
    await end()
    giveBack()
  }
}
