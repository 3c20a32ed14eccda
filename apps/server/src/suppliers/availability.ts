import type { DispatchFleet } from '@parada/db/queries/supplier-links'
import type { Zone } from '@parada/domain/booking/calendar'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { arrivalByWay } from '../roads/way-between.ts'
import { askCircuit } from './breaker.ts'
import type { CarAvailability } from './port.ts'
import { type Reach, remoteSupplier } from './supplier-for.ts'

/** As the crow flies these are the nearest; one of them is so by the streets, too. */
const mostCompared = 3

/** From the taxis of the fleet that were seen of late: how many there are, and how soon the nearest could come. */
const known = async (origin: Point, taxis: readonly Point[], now: Date, zone: Zone): Promise<CarAvailability> => {
  const nearest = taxis
    .toSorted((one, other) => straightLineMetres(one, origin) - straightLineMetres(other, origin))
    .slice(0, mostCompared)
  const arrivals = await Promise.all(nearest.map((taxi) => arrivalByWay(taxi, origin, now, zone)))
  const soonest = Math.min(...arrivals.map(({ minutes }) => minutes))
  return { cars: taxis.length, etaMinutes: taxis.length === 0 ? null : soonest }
}

/** What the fleet says; one that is slow, silent or talks nonsense is answered for from what is known. */
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
  return told ?? known(origin, taxis, reach.now(), fleet?.timeZone)
}
