import { log } from '../log.ts'
import type { Outline } from './atlas-worker.ts'

type WorkerAnswer = { name: Outline; blob?: Blob; problem?: string }

const outlines = new Map<Outline, Promise<string | undefined>>()
let worker: Worker | undefined

const ask = (name: Outline) =>
  new Promise<string | undefined>((resolve) => {
    worker ??= new Worker(new URL('./atlas-worker.ts', import.meta.url), { type: 'module' })
    const onTold = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.name !== name) return
      worker?.removeEventListener('message', onTold)
      if (data.problem) {
        log('The outlines of the map did not load', data.problem)
        outlines.delete(name)
      }
      resolve(data.blob && URL.createObjectURL(data.blob))
    }
    worker.addEventListener('message', onTold)
    worker.postMessage(name)
  })

/**
 * The URL of the shipped outlines as GeoJSON, created once for all maps on the page; undefined if they failed to load.
 */
export const outlineUrl = (name: Outline) => {
  const made = outlines.get(name) ?? ask(name)
  outlines.set(name, made)
  return made
}
