import type { OrderMessage } from '@parada/contract/calls/suppliers'
import { hours, minutes } from '@parada/domain/booking/duration'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { onStreet } from '@parada/roads/roads'
import { describe, expect, it } from 'vitest'
import { type Plan, planOf } from './plan.ts'
import type { RideReport } from './reports.ts'
import { drive, type Stage } from './ride.ts'
import { makeTaxis } from './taxis.ts'
import { fleet, jumpingClock, noon, order } from './testing-ride.ts'

const smooth = { ...planOf(1, { fleet: 'demo:29', idBooking: 4711, attempt: 1 }, 0), priceAfter: 0 }

type Case = {
  plan?: Partial<Plan>
  order?: Partial<OrderMessage>
  stage?: Stage
  taxis?: number
  home?: Partial<typeof fleet>
  /** When the booking starts, in milliseconds from the start of the run. */
  startsIn?: number
  stopAfter?: RideReport['type']
}

const run = async (given: Case) => {
  const { plan = {}, order: change = {}, stage = 'asked', taxis: count = 3, startsIn = 0, stopAfter, home = {} } = given
  const timeBookingStart = noon + startsIn
  const clock = jumpingClock()
  const taxis = makeTaxis({ ...fleet, ...home }, count, { seed: 1, subdomain: 'demo', clock })
  const stop = new AbortController()
  const told: RideReport[] = []
  const world = {
    plan: { ...smooth, ...plan },
    taxis,
    clock,
    order: () => ({ ...order, timeBookingStart, ...change }),
    tell: async (one: RideReport) => {
      told.push(one)
      if (one.type === stopAfter) stop.abort()
    },
    signal: stop.signal,
  }
  await drive(world, stage).catch((error) => {
    if (!stop.signal.aborted) throw error
  })
  return { told, taxis, clock, steps: told.map(({ type }) => type).filter((type) => type !== 'position') }
}

const whole = ['accepted', 'arrived', 'onBoard', 'finished']
const later = { asap: false }

describe('a ride', () => {
  it.each<[string, Case, RideReport['type'][]]>([
    ['is reported from the accepted taxi to the end', {}, whole as RideReport['type'][]],
    ['is refused', { plan: { answer: 'refuse' } }, ['refused']],
    ['gets no answer', { plan: { answer: 'silent' } }, []],
    ['is refused when no taxi is free', { taxis: 0 }, ['refused']],
    ['is cancelled when the taxi breaks down', { plan: { givesUpAt: 0.5 } }, ['accepted', 'cancelled']],
    [
      'is cancelled when the passenger does not show up',
      { plan: { isNoShow: true } },
      ['accepted', 'arrived', 'cancelled'],
    ],
    ['gets its price later', { plan: { priceAfter: 30 } }, [...whole, 'price'] as RideReport['type'][]],
    [
      'is promised first and driven at its time',
      { order: later, startsIn: hours(3) },
      ['accepted', ...whole] as RideReport['type'][],
    ],
    [
      'is committed to when the order asks for it',
      { order: { ...later, enableCommitment: true }, startsIn: hours(3) },
      ['committed', ...whole] as RideReport['type'][],
    ],
    ['continues after a restart with the passenger on board', { stage: 'onBoard' }, ['finished']],
    ['gets its price after a restart', { stage: 'ended' }, ['price']],
    ['is driven somewhere when it has no destination', { order: { destination: null } }, whole as RideReport['type'][]],
    ['of yesterday is recorded as driven', { startsIn: -hours(20) }, ['accepted', 'onBoard', 'finished']],
    ['stops when it is withdrawn', { stopAfter: 'accepted' }, ['accepted']],
  ])('%s', async (_, given, steps) => expect((await run(given)).steps).toEqual(steps))

  it('frees its taxi, however it ended', async () => {
    for (const given of [{}, { plan: { isNoShow: true } }, { stopAfter: 'arrived' } as const])
      expect((await run(given)).taxis.busy()).toBe(0)
  })

  it('reports its path, times and price', async () => {
    const { told } = await run({})
    const finished = told.at(-1)
    if (finished?.type !== 'finished') throw new Error('It did not finish')
    expect(finished.arrival).toBeGreaterThan(noon)
    expect(finished.finish).toBeGreaterThanOrEqual(finished.arrival ?? Number.NaN)
    expect(finished.price).toBeGreaterThan(4)
    expect(finished.path?.at(-1)?.slice(0, 2)).toEqual([40.4065, -3.6895])
  })

  it('of yesterday is recorded with yesterday’s times', async () => {
    const timeBookingStart = noon - hours(20)
    const { told } = await run({ startsIn: -hours(20) })
    expect(told.at(-1)).toMatchObject({ type: 'finished', arrival: timeBookingStart + minutes(3) })
    expect((told.at(-1) as { finish: number }).finish).toBeLessThan(timeBookingStart + hours(2))
  })

  it('reaches the pickup within a quarter of an hour of a scheduled start', async () => {
    const { told } = await run({ order: later, startsIn: hours(3) })
    const finished = told.at(-1) as { arrival: number }
    expect(Math.abs(finished.arrival - (noon + hours(3)))).toBeLessThan(minutes(15))
  })

  it('reports positions ever closer to their goal, and fewer of them when the signal is lost', async () => {
    const positions = async (silence: Plan['silence']) =>
      (await run({ plan: { silence } })).told.filter((one) => one.type === 'position')
    const heard = await positions(undefined)
    expect(heard.length).toBeGreaterThan(30)
    // The arrival time rises once only: when the passenger is on board and the way to the destination begins.
    const etas = heard.map(({ etaMinutes = 0 }) => etaMinutes)
    expect(etas.filter((eta, at) => eta > (etas[at - 1] ?? eta))).toHaveLength(1)
    expect((await positions({ from: 0.2, seconds: 60 })).length).toBeLessThan(heard.length - 4)
  })

  it('is late by the length of the traffic jam', async () => {
    const arrivalOf = async (jam: number) => ((await run({ plan: { jam } })).told.at(-1) as { arrival: number }).arrival
    expect((await arrivalOf(600)) - (await arrivalOf(0))).toBeCloseTo(600_000, -2)
  })
})

describe('a ride in a city with known streets', () => {
  const inCadiz: Case = {
    home: { lat: 36.5298, lon: -6.2927, geoAreaOrigin: [] },
    order: {
      origin: { addressField: 'Catedral', lat: 36.5292, lon: -6.2951 },
      destination: { addressField: 'Cortadura', lat: 36.5068, lon: -6.2745 },
    },
  }
  const drivenIn = async (given: Case) => {
    const { told } = await run(given)
    const finished = told.at(-1)
    const path = finished?.type === 'finished' ? (finished.path ?? []) : []
    return { positions: told.filter((one) => one.type === 'position'), path }
  }
  const metresToStreet = (point: Point) => straightLineMetres(onStreet(point) ?? { lat: 0, lon: 0 }, point)

  it('keeps the taxi on the streets all the way', async () => {
    const { positions, path } = await drivenIn(inCadiz)
    expect(positions.length).toBeGreaterThan(30)
    expect(path.length).toBeGreaterThan(60)
    const seen = [...positions, ...path.map(([lat, lon]) => ({ lat, lon }))]
    expect(Math.max(...seen.map(metresToStreet))).toBeLessThan(3)
  })

  it('is faster on a wide road than in a narrow street', async () => {
    const { path } = await drivenIn({ ...inCadiz, plan: { kmh: 27 } })
    const speeds = path.slice(1).flatMap(([lat, lon, seconds], at) => {
      const [lastLat, lastLon, lastSeconds] = path[at] ?? [lat, lon, seconds]
      const metres = straightLineMetres({ lat: lastLat, lon: lastLon }, { lat, lon })
      return seconds - lastSeconds >= 3 ? [metres / (seconds - lastSeconds)] : []
    })
    expect(Math.max(...speeds)).toBeGreaterThan(2 * Math.min(...speeds))
  })

  it('starts from a taxi that stands on a street', () => {
    const taxis = makeTaxis({ ...fleet, ...inCadiz.home }, 20, { seed: 1, subdomain: 'demo', clock: jumpingClock() })
    const places = Array.from({ length: 20 }, () => taxis.take({ lat: 36.5292, lon: -6.2951 })?.place)
    for (const place of places) expect(metresToStreet(place ?? { lat: 0, lon: 0 })).toBeLessThan(1)
  })
})
