import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Point } from '@parada/domain/places/geo'
import type { WayByCar } from '@parada/domain/places/way'
import { cityAt } from '@parada/roads/roads'

export type AskStreets = { id: number; points: readonly Point[] }
export type StreetsAnswer = {
  id: number
  /** `path` holds the latitude and longitude of each point in turn. */
  way?: { metres: number; seconds: number; path: Float64Array } | undefined
  problem?: string
}

type Pending = PromiseWithResolvers<WayByCar | undefined>
type Thread = { worker: Worker; waiting: Map<number, Pending> }

let thread: Thread | undefined
let lastId = 0

const pathOf = (flat: Float64Array): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, at) => ({ lat: flat[2 * at] as number, lon: flat[2 * at + 1] as number }))

const startThread = (): Thread => {
  const worker = new Worker(join(import.meta.dirname, 'streets-worker.ts'))
  const waiting: Thread['waiting'] = new Map()
  worker.on('message', ({ id, way, problem }: StreetsAnswer) => {
    const pending = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (problem === undefined) pending?.resolve(way && { ...way, path: pathOf(way.path), source: 'streets' })
    else pending?.reject(new Error(problem))
  })
  const fail = (error: unknown) => {
    if (thread?.worker === worker) thread = undefined
    for (const pending of waiting.values()) pending.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that knows the streets ended')))
  return { worker, waiting }
}

const isInOneCity = ([first, ...others]: readonly Point[]) => {
  const city = first && cityAt(first)
  return city !== undefined && others.every((point) => cityAt(point) === city)
}

/**
 * The route through all points by the shipped streets, if they connect every leg. It is computed in a thread of its
 * own, so that nothing else waits: loading a city takes long, and so do many routes together.
 */
export const wayByStreets = async (points: readonly Point[]): Promise<WayByCar | undefined> => {
  if (!isInOneCity(points)) return undefined
  thread ??= startThread()
  const { worker, waiting } = thread
  const pending: Pending = Promise.withResolvers()
  lastId += 1
  waiting.set(lastId, pending)
  worker.ref()
  worker.postMessage({ id: lastId, points } satisfies AskStreets)
  return pending.promise
}
