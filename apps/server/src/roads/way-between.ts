import type { Zone } from '@parada/domain/booking/calendar'
import type { Point } from '@parada/domain/places/geo'
import { lineWay, type WayByCar } from '@parada/domain/places/way'
import { minutesByStreets } from '@parada/domain/pricing/ride'
import { type GuardOptions, makeGuard } from '../geo/guard.ts'
import { osrm } from './osrm.ts'
import { wayByStreets } from './streets.ts'

/** Somebody on the telephone waits for the price that needs the way. */
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

/** Where ways outside the shipped cities are asked for; nowhere unless a routing server is set up. */
export const setRouting = (url: string | undefined, options: Pick<GuardOptions, 'warn' | 'now'>) => {
  askElsewhere = url === undefined ? nowhere : makeAskElsewhere(url, options)
  warn = options.warn
}

/** No booking is refused because nobody could look at the streets. */
const askStreets: AskWay = (points) =>
  wayByStreets(points).catch((err) => {
    warn({ err }, 'The streets were not asked for a way')
    return undefined
  })

/** The quickest way by car from each point to the next; the straight line where nobody knows it. */
export const wayBetween = async (points: readonly Point[]): Promise<WayByCar> =>
  points.length < 2 ? lineWay(points) : ((await askStreets(points)) ?? (await askElsewhere(points)) ?? lineWay(points))

/** How soon a taxi can be at the pickup, by the way and the hour; a straight line only guesses at it. */
export const arrivalByWay = async (taxi: Point, pickup: Point, now: Date, timeZone: Zone) => {
  const { seconds, source } = await wayBetween([taxi, pickup])
  const isGuess = source === 'line'
  return { isGuess, minutes: isGuess ? Math.ceil(seconds / 60) : minutesByStreets(seconds, now.getTime(), timeZone) }
}
