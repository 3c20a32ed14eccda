import type { DispatchFleet } from '@parada/db/queries/supplier-links'
import type { Zone } from '@parada/domain/booking/calendar'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { arrivalByWay } from '../roads/way-between.ts'
import { askCircuit } from './breaker.ts'
import type { CarAvailability } from './port.ts'
import { type Reach, remoteSupplier } from './supplier-for.ts'

/** How many of the taxis nearest in a straight line are compared by street. */
const mostCompared = 3

/** Availability from the fleet's recently seen taxis: how many there are, and how soon the first could arrive. */
const fromPositions = async (
  origin: Point,
  taxis: readonly Point[],
  now: Date,
  zone: Zone,
): Promise<CarAvailability> => {
  const nearest = taxis
    .toSorted((one, other) => straightLineMetres(one, origin) - straightLineMetres(other, origin))
    .slice(0, mostCompared)
  const arrivals = await Promise.all(nearest.map((taxi) => arrivalByWay(taxi, origin, now, zone)))
  const soonest = Math.min(...arrivals.map(({ minutes }) => minutes))
  return { cars: taxis.length, etaMinutes: taxis.length === 0 ? null : soonest }
}

/** The fleet's own answer; if it is slow, silent or invalid, an answer from the known positions. */
export const carsNear = async (
  reach: Reach,
  tenant: { id: number; subdomain: string },
  fleet: DispatchFleet | undefined,
  origin: Point,
  taxis: readonly Point[],
): Promise<CarAvailability> => {
  const isReached = fleet && (!fleet.link || askCircuit(fleet.link, reach.now().getTime()) === 'closed')
  const supplier = isReached ? remoteSupplier(reach, tenant, fleet) : undefined
  const told = await supplier?.availability(origin).catch(() => undefined)
  return told ?? fromPositions(origin, taxis, reach.now(), fleet?.timeZone)
}
