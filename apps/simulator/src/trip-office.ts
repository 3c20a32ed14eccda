import { randomUUID } from 'node:crypto'
import { tripReports } from '@parada/contract/calls/trip-reports'
import type { AnswerOf } from '@parada/contract/kit'
import { messageOf } from '@parada/domain/errors'
import { beginning, type Mode } from '@parada/domain/trip/modes'
import type { Clock } from './clock.ts'
import { makeRandom, seedOf } from './random.ts'
import { Gone, signedLine } from './signed-line.ts'
import type { SupplierLink } from './simulator-config.ts'
import type { Tally } from './tally.ts'
import {
  type Life,
  parkingLife,
  parkingPrices,
  rideLife,
  routeLife,
  type Spot,
  type TripNews,
  ticketLife,
} from './trip-lives.ts'

export type Traveller = { idAuthorization?: number; customerName?: string; customerPhone?: string }

type Office = {
  api: string
  played: SupplierLink
  clock: Clock
  seed: number
  tally: Tally
  people: readonly Traveller[]
  spots: readonly Spot[]
}

const hours = (count: number) => count * 3_600_000

type Vehicle = { sign: string; kind: 'scooter' | 'bike' | 'moped'; battery: number; spot: Spot }
type Request = AnswerOf<typeof tripReports.requests>['requests'][number]

const requestsEveryMs = 3_000
const vehiclesEvery = 60
/** Average interval between sales of one supplier, in seconds. */
const beginsEvery: Readonly<Record<Mode, number>> = { parking: 100, mobility: 60, ticket: 90, route: 150 }
/** At most this many trips are taken over from an earlier run. */
const mostTakenOver = 60
const titles = [
  ['Billete sencillo', 1.5],
  ['Billete de un día', 5],
  ['Ida y vuelta', 3.4],
] as const
const letters = 'BCDFGHJKLMNPRSTVWXYZ'

/** Plays one supplier of another mode: what it sells, to whom, and what becomes of it. */
export const openTripOffice = ({ api, played, clock, seed, tally, people, spots }: Office) => {
  const { subdomain, id, mode, name, secret } = played
  const random = makeRandom(seedOf(seed, 'trips', subdomain, id))
  const line = signedLine(api, subdomain, { kind: 'supplier', id, secret })
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<unknown>>()
  const somewhere: Spot = { addressField: 'Plaza Mayor', lat: 40.4154, lon: -3.7074 }
  const spot = () => random.pick(spots) ?? somewhere
  const kinds = mode === 'mobility' && id % 2 === 1 ? (['moped'] as const) : (['scooter', 'scooter', 'bike'] as const)
  const vehicles: Vehicle[] = Array.from({ length: mode === 'mobility' ? 40 : 0 }, (_, at) => ({
    sign: `${name.slice(0, 3).toUpperCase()}-${100 + at}`,
    kind: random.pick(kinds) ?? 'scooter',
    battery: random.whole(15, 100),
    spot: spot(),
  }))
  const taken = new Set<string>()
  const free = () => vehicles.filter(({ sign }) => !taken.has(sign))

  const report = (reference: string, news: TripNews) =>
    line.tell(`${mode}/reports`, { ...news, id: randomUUID(), reference, at: clock.now() }, { signal })

  const lifeOf = (reference: string): Life => ({
    tell: async (news) => {
      await report(reference, news)
      tally.count(`${mode} ${news.type}`)
    },
    ...{ random, clock, signal, spot },
  })

  const live = async (reference: string, trip: { status: number; began: number }) => {
    const life = lifeOf(reference)
    if (mode === 'parking') await parkingLife(life, trip)
    else if (mode === 'mobility') await rideLife(life, trip)
    else if (mode === 'route') await routeLife(life, trip)
    else await ticketLife(life)
  }

  /** A trip that fails is one trip less. If Parada has ended it, that is no failure. */
  const start = (work: () => Promise<unknown>) => {
    const ended = work()
      .catch((error: unknown) => {
        if (!signal.aborted && !(error instanceof Gone)) tally.warn(`${subdomain} ${name}: ${messageOf(error)}`)
      })
      .finally(() => running.delete(ended))
    running.add(ended)
  }

  const plate = () => {
    const ending = Array.from({ length: 3 }, () => random.pick([...letters])).join('')
    return `${String(random.whole(0, 9_999)).padStart(4, '0')} ${ending}`
  }
  const began = (news: TripNews, reference: string, whose: Traveller, vehicle?: Vehicle) =>
    start(async () => {
      if (vehicle) taken.add(vehicle.sign)
      try {
        await report(reference, { ...news, ...whose } as TripNews)
        tally.count(`${mode} ${news.type}`)
        await live(reference, { status: beginning[mode].status, began: clock.now() })
      } finally {
        if (vehicle) {
          taken.delete(vehicle.sign)
          // A nearly empty battery is replaced between rides.
          const left = vehicle.battery - random.whole(2, 9)
          Object.assign(vehicle, { spot: spot(), battery: left > 15 ? left : 100 })
        }
      }
    })

  const booked = (vehicle: Vehicle, idRequest?: string): TripNews => ({
    ...{ type: 'booked', vehicleSign: vehicle.sign, vehicleKind: vehicle.kind, idRequest },
    ...{ startAddressString: vehicle.spot.addressField, lat: vehicle.spot.lat, lon: vehicle.spot.lon },
  })
  const sold = (reference: string, idRequest?: string, idTicketTitle?: number): TripNews => {
    const [title, price] = random.pick(titles) ?? titles[0]
    const code = `${reference}-${random.whole(1_000, 9_999)}`
    return {
      ...{ type: 'sold', locator: reference, title, timeServiceStart: clock.now(), code, idRequest, idTicketTitle },
      ...{ priceSupplier: Math.round(price * 80) / 100, priceCustomer: price },
    }
  }

  /** Starts a trip for a random person. */
  const begin = () => {
    const reference = `${mode[0]?.toUpperCase()}${id}-${clock.now().toString(36)}${random.whole(10, 99)}`
    const whose = random.pick(people) ?? {}
    if (mode === 'ticket') return began(sold(reference), reference, whose)
    if (mode === 'mobility') {
      const vehicle = random.pick(free())
      return vehicle && began(booked(vehicle), reference, whose, vehicle)
    }
    const { addressField } = spot()
    if (mode === 'route') return began({ type: 'started', originAddressString: addressField }, reference, whose)
    const dateInit = clock.now()
    const place = { idParking: 100 + random.whole(1, 20), parkingName: `Parking ${addressField}`.slice(0, 80) }
    const end = { dateInit, dateEnd: dateInit + hours(1), ...parkingPrices(hours(1)) }
    return began({ type: 'started', numberPlate: plate(), ...place, ...end }, reference, whose)
  }

  /** Does what the desk requests, as far as possible. */
  const answer = async ({ id: idRequest, what, reference, vehicleSign, idTicketTitle }: Request) => {
    const made = reference ?? `${mode[0]?.toUpperCase()}${id}-D${idRequest.slice(0, 8)}`
    if (what === 'finish') {
      const dateEnd = clock.now()
      return report(made, { type: 'finished', dateEnd, ...parkingPrices(hours(1)), idRequest })
    }
    if (what === 'cancel') return report(made, { type: 'cancelled', reason: 'As asked', idRequest })
    if (what === 'sell') return began(sold(made, idRequest, idTicketTitle ?? undefined), made, {})
    const vehicle = free().find(({ sign }) => sign === vehicleSign)
    if (vehicle) return began(booked(vehicle, idRequest), made, {}, vehicle)
    return report(made, { type: 'cancelled', reason: 'Somebody else has taken it', idRequest })
  }

  const again = async (what: string, pause: () => Promise<void>, run: () => unknown) => {
    while (!signal.aborted) {
      await pause().catch(() => {})
      if (signal.aborted) return
      try {
        await run()
      } catch (error) {
        if (!signal.aborted && !(error instanceof Gone)) tally.warn(`${subdomain} ${name} ${what}: ${messageOf(error)}`)
      }
    }
  }

  const tellVehicles = () =>
    line.tell(
      'vehicles',
      {
        vehicles: free().map(({ sign, kind, battery, spot: { lat, lon } }) => ({
          ...{ sign, kind, lat, lon, battery, priceStart: 1, priceMinute: 0.19 },
        })),
      },
      { method: 'PUT', isOnce: true, signal },
    )

  return {
    /** Resumes trips that were not over, and returns how many. */
    resume: async () => {
      const { trips } = await line.ask(tripReports.open)
      const taken = trips.slice(0, mostTakenOver)
      for (const { reference, status, began: since } of taken) start(() => live(reference, { status, began: since }))
      return taken.length
    },
    run: (sellsByItself: boolean) => {
      const pauseMs = (ms: number) => clock.pause((ms * clock.speed) / 1_000, signal)
      start(() =>
        again(
          'requests',
          () => pauseMs(requestsEveryMs),
          async () => {
            for (const request of (await line.ask(tripReports.requests)).requests) await answer(request)
          },
        ),
      )
      if (mode === 'mobility') {
        start(tellVehicles)
        start(() => again('vehicles', () => pauseMs(vehiclesEvery * 1_000), tellVehicles))
      }
      if (sellsByItself)
        start(() => again('sales', () => clock.pause(random.until(1 / beginsEvery[mode]), signal), begin))
    },
    running: () => running.size,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
