import { join } from 'node:path'
import type { FileFormat } from '@parada/contract/list'
import type { WholeList } from '@parada/db/list/list'
import type { Field } from '@parada/domain/list/fields'
import { refuse } from '../http/problem.ts'
import type { Locale } from '../words/words.ts'
import type { Labels, Table } from './table.ts'
import { startThread } from './thread.ts'

/** Everything the thread needs to write a file, as plain data. */
export type ExportJob = Pick<Table, 'title' | 'tenant' | 'about'> & {
  appUrl: string
  webFolder: string
  tenantId: number
  statements: WholeList
  format: FileFormat
  language: Locale
  timeZone: string
  fields: Readonly<Record<string, Pick<Field, 'kind' | 'codes' | 'currency'>>>
  columns: readonly string[]
  labels: Labels | undefined
}

export type FromWorker =
  | { count: number }
  | { chunk: Uint8Array<ArrayBuffer> }
  | { isEnd: true }
  | { error: string; code: string | undefined }

/** Two files at a time use all that a server can write and still leave it time for API calls. */
const mostAtOnce = 2
const longestWaitMs = 10_000

let running = 0
const waiting = new Set<() => void>()

/** Waits for a slot to read or write a file, for a limited time. Returns the function that releases it. */
export const takePlace = async (signal: AbortSignal, refusal = refuse.busyWithExports) => {
  if (running >= mostAtOnce) {
    const turn = Promise.withResolvers<void>()
    const late = () => turn.reject(refusal())
    const timer = setTimeout(late, longestWaitMs)
    waiting.add(turn.resolve)
    signal.addEventListener('abort', late)
    await turn.promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(turn.resolve)
      signal.removeEventListener('abort', late)
    })
  } else running += 1
  let isBack = false
  return () => {
    if (isBack) return
    isBack = true
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else running -= 1
  }
}

/**
 * Small generations: writing a file produces nothing but garbage, and the thread would let a hundred megabytes of it
 * pile up.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

type Thread = ReturnType<typeof startThread>

/** Starting a thread takes a tenth of a second: one that has written a file waits this long for the next. */
const restMs = 10_000
const resting = new Map<Thread, NodeJS.Timeout>()

const newThread = () => {
  const thread = startThread(join(import.meta.dirname, 'export-worker.ts'), { resourceLimits })
  thread.worker.once('exit', () => resting.delete(thread))
  return thread
}

const takeThread = () => {
  const [rested] = resting
  if (!rested) return newThread()
  const [thread, timer] = rested
  clearTimeout(timer)
  resting.delete(thread)
  thread.worker.ref()
  return thread
}

/** A resting thread does not keep the server from stopping. */
const letRest = (thread: Thread) => {
  const end = () => {
    resting.delete(thread)
    void thread.end()
  }
  thread.worker.unref()
  resting.set(thread, setTimeout(end, restMs).unref())
}

/**
 * Reads and writes a list in a thread of its own, so that API calls are answered meanwhile. It counts the rows first
 * and, if there are any, continues when the first chunk is requested. Aborting the signal ends the thread, its cursor
 * and its connection.
 */
export const startExportJob = async (job: ExportJob, signal: AbortSignal) => {
  signal.throwIfAborted()
  const giveBack = await takePlace(signal)
  const thread = takeThread()
  const { worker } = thread
  let pending = Promise.withResolvers<FromWorker>()
  const hear = (message: FromWorker) => pending.resolve(message)
  const fail = (error: Error) => pending.reject(error)
  const breakOff = () => fail(new Error('The export broke off'))
  /** The thread can be reused when there was nothing to write or all of it has been written. */
  let isFree = false
  let isOver = false
  const stop = async () => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', stop)
    fail(new Error('The export was stopped'))
    worker.off('message', hear).off('error', fail).off('exit', breakOff)
    if (isFree) letRest(thread)
    else await thread.end()
    giveBack()
  }
  signal.addEventListener('abort', stop)
  worker.on('message', hear).on('error', fail).on('exit', breakOff)
  worker.postMessage(job)

  const answer = async () => {
    const message = await pending.promise
    if ('error' in message) throw Object.assign(new Error(message.error), { code: message.code })
    return message
  }
  const ask = () => {
    pending = Promise.withResolvers()
    pending.promise.catch(() => {})
    worker.postMessage('more')
    return answer()
  }
  async function* chunks(first: Promise<FromWorker>) {
    try {
      for (let coming = first; ; ) {
        const message = await coming
        isFree = 'isEnd' in message
        if (!('chunk' in message)) return
        coming = ask()
        coming.catch(() => {})
        yield Buffer.from(message.chunk.buffer)
        // The chunk has been sent. Detaching its buffer frees the memory: an idle server would otherwise hold as much
        // as the whole file until it collects garbage.
        message.chunk.buffer.transfer(0)
      }
    } finally {
      await stop()
    }
  }
  const content = async () => {
    // If the first rows fail, an error response is still possible.
    const first = await ask()
    return chunks(Promise.resolve(first))
  }
  const orStop = async <T>(work: Promise<T>) =>
    work.catch(async (error: unknown) => {
      await stop()
      throw error
    })
  pending.promise.catch(() => {})
  const opened = await orStop(answer())
  const count = 'count' in opened ? opened.count : 0
  isFree = count === 0
  return { count, content: () => orStop(content()), stop }
}
