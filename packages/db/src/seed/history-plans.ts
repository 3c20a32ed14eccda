import { startOfDay } from '@parada/domain/booking/calendar'
import { hours, minutes } from '@parada/domain/booking/duration'
import { required } from '@parada/domain/objects'
import type { Random } from './random.ts'

const days = 365
const madrid = 'Europe/Madrid'

// How busy each local hour and each day (Sunday first) is, relative to the busiest.
const weekday = [10, 6, 4, 4, 10, 26, 52, 90, 100, 84, 66, 60, 62, 70, 72, 66, 64, 74, 84, 82, 68, 50, 36, 20]
const weekend = [60, 52, 46, 42, 40, 40, 34, 30, 36, 46, 56, 60, 66, 70, 64, 54, 52, 56, 64, 70, 76, 80, 86, 76]
const dayShares = [0.62, 0.88, 0.9, 0.92, 0.96, 1, 0.84]

/** Handed over to another fleet, or replaced by another booking; either way a second booking continues the ride. */
export type Turn = { how: 'handedOver' | 'replaced'; at: number; id: number }

export type Plan = {
  tenant: number
  id: number
  created: number
  start: number
  hour: number
  asap: boolean
  turn?: Turn
}

const tenantOf = ({ below }: Random) => {
  const drawn = below(100)
  if (drawn < 60) return 0
  return drawn < 85 ? 1 : 2
}

/**
 * Draws a start early enough for the ride to be over by now: with every complication it takes less than three hours.
 */
const drawStart = (midnights: readonly number[], latest: number, random: Random) => {
  for (;;) {
    const day = random.below(days)
    const hour = random.below(24)
    const midnight = required(midnights[day])
    const weekdayNumber = new Date(midnight + hours(12)).getUTCDay()
    const busy = required((weekdayNumber % 6 === 0 ? weekend : weekday)[hour])
    const start = midnight + hours(hour) + minutes(random.below(60))
    if (start <= latest && random.chance((busy / 100) * required(dayShares[weekdayNumber]))) return { start, hour }
  }
}

const drawTurn = (
  created: number,
  start: number,
  asap: boolean,
  { below, between, chance }: Random,
): Turn | undefined => {
  const drawn = below(10_000)
  if (drawn >= 638) return undefined
  if (drawn < 372)
    return { how: 'handedOver', at: (asap ? created : start - minutes(14)) + minutes(between(4, 9)), id: 0 }
  const wait = asap || chance(0.5) ? minutes(between(1, 3)) : Math.round((start - created) / 2)
  return { how: 'replaced', at: created + wait, id: 0 }
}

const drawPlan = (midnights: readonly number[], latest: number, random: Random): Plan => {
  const { between, chance } = random
  const tenant = tenantOf(random)
  const drawn = drawStart(midnights, latest, random)
  const asap = chance(0.62)
  const start = asap ? drawn.start : Math.round(drawn.start / minutes(5)) * minutes(5)
  const lead = chance(0.5) ? between(35, 240) : between(240, 4_000)
  const created = start - (asap ? between(5, 100) * 1_000 : minutes(lead))
  const turn = drawTurn(created, start, asap, random)
  return { tenant, id: 0, created, start, hour: drawn.hour, asap, ...(turn && { turn }) }
}

/**
 * Plans a year of bookings, with ids in the order in which they were made. A booking that is continued by a second one
 * counts twice.
 */
export const planHistory = (count: number, firstId: number, now: number, random: Random): Plan[] => {
  const midnights = Array.from({ length: days }, (_, back) => startOfDay(now, madrid, -back))
  const plans: Plan[] = []
  const made: { at: number; of: Plan | Turn }[] = []
  while (made.length < count) {
    const { turn, ...plan }: Plan = drawPlan(midnights, now - hours(3), random)
    const kept: Plan = turn && made.length + 1 < count ? { ...plan, turn } : plan
    plans.push(kept)
    made.push({ at: kept.created, of: kept })
    if (kept.turn) made.push({ at: kept.turn.at, of: kept.turn })
  }
  made.sort((a, b) => a.at - b.at)
  for (const [index, { of }] of made.entries()) of.id = firstId + index
  return plans.sort((a, b) => a.id - b.id)
}
