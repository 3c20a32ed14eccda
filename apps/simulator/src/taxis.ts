import type { Fleet } from '@parada/contract/entities'
import { required } from '@parada/domain/objects'
import { isCovered } from '@parada/domain/places/area'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { demoPlate } from '@parada/domain/route-sheet/demo-plates'
import { writtenPlate } from '@parada/domain/spain/plate'
import { cityAt, onStreet } from '@parada/roads/roads'
import type { Clock } from './clock.ts'
import { makeRandom, type Random, seedOf } from './random.ts'
import { lengthOf, type Path, pathBetween, pointAlong } from './streets.ts'

type Cruise = { path: Path; since: number; metresPerSecond: number }

export type Taxi = {
  id: number
  description: string
  phone: string
  isFree: boolean
  /** Updated by the current ride; a free taxi is somewhere along its cruise instead. */
  place: Point
  cruise?: Cruise | undefined
}

const models = ['Škoda Octavia', 'Toyota Prius', 'Dacia Lodgy', 'Seat Toledo', 'Kia Niro', 'Fiat Tipo']
/** Radius within which taxis stand, because the rides are in and around the town. */
const townKm = 7
const metresPerDegree = 111_200
const searchMetres = 6_000
/** Driving distance as a multiple of the straight line. */
const detour = 1.3
const townMetresPerMinute = 400

const moved = ({ lat, lon }: Point, metres: number, angle: number): Point => ({
  lat: lat + (metres * Math.sin(angle)) / metresPerDegree,
  lon: lon + (metres * Math.cos(angle)) / metresPerDegree / Math.cos((lat * Math.PI) / 180),
})

/** Moves a place to a street, where streets are known: no taxi stands between them or in the sea. */
const inStreet = (place: Point) => (cityAt(place) === undefined ? place : onStreet(place))

/** A random place nearby that the fleet covers, if a few tries find one. */
const nearby = (fleet: Fleet, centre: Point, most: number, random: Random) => {
  for (let tries = 0; tries < 12; tries++) {
    const place = inStreet(moved(centre, most * random.next() * 1_000, random.between(0, 2 * Math.PI)))
    if (place && isCovered(place, { ...centre, geoAreaOrigin: fleet.geoAreaOrigin ?? [] })) return place
  }
  return inStreet(centre) ?? centre
}

/** The taxis of a fleet. Nothing runs in the background: the position of a cruising taxi is computed on demand. */
export const makeTaxis = (
  fleet: Fleet,
  count: number,
  { seed, subdomain, clock }: { seed: number; subdomain: string; clock: Clock },
) => {
  const random = makeRandom(seedOf(seed, 'taxis', subdomain, fleet.id))
  const centre = { lat: fleet.lat ?? 0, lon: fleet.lon ?? 0 }
  const townRadius = Math.min(townKm, fleet.radiusKm ?? townKm)
  /** The streets of a town share a direction. */
  const angle = random.between(0, Math.PI / 2)
  const taxis: Taxi[] = Array.from({ length: count }, (_, at) => ({
    id: 100 + at + 1,
    description: `${random.pick(models)} blanco ${writtenPlate(demoPlate(fleet.id, at))}`,
    phone: `60001${String(random.whole(0, 9_999)).padStart(4, '0')}`,
    isFree: true,
    place: nearby(fleet, centre, townRadius, random),
  }))

  const route = (from: Point, to: Point) => pathBetween(from, to, angle, random)

  const placeOf = (taxi: Taxi): Point => {
    if (!taxi.isFree) return taxi.place
    const now = clock.now()
    const { cruise } = taxi
    const driven = cruise ? ((now - cruise.since) / 1_000) * clock.speed * cruise.metresPerSecond : 0
    if (cruise && driven < lengthOf(cruise.path)) return pointAlong(cruise.path, driven)
    const place = cruise?.path.points.at(-1) ?? taxi.place
    const back = straightLineMetres(place, centre) > townRadius * 1_000
    const path = route(place, nearby(fleet, back ? centre : place, 1.5, random))
    taxi.cruise = { path, since: now, metresPerSecond: random.between(3, 6) }
    return place
  }

  const freeNear = (point: Point) =>
    taxis
      .filter(({ isFree }) => isFree)
      .map((taxi) => ({ taxi, metres: straightLineMetres(placeOf(taxi), point) }))
      .toSorted((a, b) => a.metres - b.metres)

  return {
    route,
    size: count,
    /** The taxi that a dispatch office would name long before it is known which one will be near. */
    named: (share: number) => required(taxis[Math.min(count - 1, Math.floor(share * count))]),
    somewhere: (near: Point) => nearby(fleet, near, 6, random),
    /** Takes the nearest free taxi, which is then busy. */
    take: (point: Point): Taxi | undefined => {
      const [nearest] = freeNear(point)
      if (!nearest) return undefined
      const { taxi } = nearest
      Object.assign(taxi, { place: placeOf(taxi), isFree: false, cruise: undefined })
      return taxi
    },
    release: (taxi: Taxi) => {
      taxi.isFree = true
    },
    busy: () => taxis.filter(({ isFree }) => !isFree).length,
    availability: (point: Point) => {
      const free = freeNear(point).filter(({ metres }) => metres <= searchMetres)
      const [nearest] = free
      return {
        cars: free.length,
        etaMinutes: nearest ? Math.ceil((nearest.metres * detour) / townMetresPerMinute) + 1 : null,
      }
    },
  }
}
export type Taxis = ReturnType<typeof makeTaxis>
