import type { Zone } from '@parada/domain/booking/calendar'
import type { Point } from '@parada/domain/places/geo'
import { lineWay, type WayByCar } from '@parada/domain/places/way'
import { minutesByStreets } from '@parada/domain/pricing/ride'
import { type GuardOptions, makeGuard } from '../geo/guard.ts'
import { osrm } from './osrm.ts'
import { wayByStreets } from './streets.ts'

/** Short, because a caller on the telephone is waiting for the price. */
const patienceMs = 1_500

type AskWay = (points: readonly Point[]) => Promise<WayByCar | undefined>
const nowhere: AskWay = async () => undefined
let askElsewhere = nowhere
let warn: GuardOptions['warn'] = () => {}

const makeAskElsewhere = (url: string, options: Pick<GuardOptions, 'warn' | 'now'>): AskWay => {
  const provider = osrm(url)
  const answer = makeGuard({ ...options, name: 'OSRM', patienceMs })
  const never = new AbortController().signal
  return (points) => {
    const key = points.map(({ lat, lon }) => `${lat.toFixed(5)},${lon.toFixed(5)}`).join(' ')
    return answer<WayByCar | undefined>(key, undefined, never, (signal) => provider(points, signal))
  }
}

/** Sets the routing server for routes outside the shipped cities; without a URL, none is used. */
export const setRouting = (url: string | undefined, options: Pick<GuardOptions, 'warn' | 'now'>) => {
  askElsewhere = url === undefined ? nowhere : makeAskElsewhere(url, options)
  warn = options.warn
}

/** A failed street search must not refuse a booking. */
const askStreets: AskWay = (points) =>
  wayByStreets(points).catch((err) => {
    warn({ err }, 'The streets were not asked for a way')
    return undefined
  })

/** The quickest route by car from each point to the next, or straight lines if none is known. */
export const wayBetween = async (points: readonly Point[]): Promise<WayByCar> =>
  points.length < 2 ? lineWay(points) : ((await askStreets(points)) ?? (await askElsewhere(points)) ?? lineWay(points))

/** How soon a taxi can be at the pickup, by route and time of day; a straight line gives only a guess. */
export const arrivalByWay = async (taxi: Point, pickup: Point, now: Date, timeZone: Zone) => {
  const { seconds, source } = await wayBetween([taxi, pickup])
  const isGuess = source === 'line'
  return { isGuess, minutes: isGuess ? Math.ceil(seconds / 60) : minutesByStreets(seconds, now.getTime(), timeZone) }
}
