import { parentPort } from 'node:worker_threads'
import { messageOf } from '@parada/domain/errors'
import { wayInCity } from '@parada/roads/roads'
import type { AskStreets, StreetsAnswer } from './streets.ts'

/** The route through all points, if the streets connect every leg. */
const wayThrough = (points: AskStreets['points']): StreetsAnswer['way'] => {
  let [metres, seconds] = [0, 0]
  const path: number[] = []
  for (const [index, to] of points.entries()) {
    const from = points[index - 1]
    if (!from) continue
    const leg = wayInCity(from, to)
    if (!leg) return undefined
    metres += leg.metres
    seconds += leg.seconds
    for (const { lat, lon } of leg.path) path.push(lat, lon)
  }
  return { metres: Math.round(metres), seconds, path: Float64Array.from(path) }
}

const answer = ({ id, points }: AskStreets): StreetsAnswer => {
  try {
    return { id, way: wayThrough(points) }
  } catch (error) {
    return { id, problem: messageOf(error) }
  }
}

parentPort?.on('message', (asked: AskStreets) => {
  const answered = answer(asked)
  parentPort?.postMessage(answered, answered.way ? [answered.way.path.buffer as ArrayBuffer] : [])
})
