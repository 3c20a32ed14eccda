import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const stop = 'stop'
const longestWorkMs = 10_000

/**
 * Starts a thread that ends itself when told. One that is ended from outside while it makes a compressor takes the
 * whole process with it, so that is kept for a thread that no longer listens.
 */
export const startThread = (file: string, options: WorkerOptions) => {
  const worker = new Worker(file, options)
  // Whoever has given it work listens too; without work it ends unheard.
  worker.on('error', () => {})
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const end = async () => {
    worker.postMessage(stop)
    const late = setTimeout(() => worker.terminate(), longestWorkMs)
    await gone
    clearTimeout(late)
  }
  return { worker, end }
}

/** In the thread: ends it between two pieces of work, and answers whoever asks for the next message. */
export const listen = (port: MessagePort | null) => {
  if (!port) throw new Error('This works in a thread of its own')
  port.on('message', (message) => {
    if (message === stop) process.exit()
  })
  return { tell: port.postMessage.bind(port), next: () => once(port, 'message') }
}
