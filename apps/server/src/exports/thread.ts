import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const stop = 'stop'
const longestWorkMs = 10_000

/**
 * Starts a thread that ends itself on request. Terminating a thread while it creates a compressor takes the whole
 * process down, so that is kept for a thread that no longer responds.
 */
export const startThread = (file: string, options: WorkerOptions) => {
  const worker = new Worker(file, options)
  // Callers that have given it work listen for errors too; an idle thread may end unnoticed.
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

/**
 * Runs inside the thread: gives API calls the processors first, exits on the stop message between two pieces of work,
 * and returns functions that send a message and await the next.
 */
export const listen = (port: MessagePort | null) => {
  if (!port) throw new Error('This works in a thread of its own')
  // Only Linux gives each thread a priority of its own; elsewhere this would slow down the whole server.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  port.on('message', (message) => {
    if (message === stop) process.exit()
  })
  return { tell: port.postMessage.bind(port), next: () => once(port, 'message') }
}
