import type { DispatchFleet } from '@parada/db/queries/supplier-links'
import { type Point, rideDistanceMetres } from '@parada/domain/places/geo'
import { askCircuit } from './breaker.ts'
import type { CarAvailability } from './port.ts'
import { type Reach, remoteSupplier } from './supplier-for.ts'

/** A taxi in town covers half a kilometre in a minute. */
const metresAMinute = 500

/** From the taxis of the fleet that were seen of late: how many there are, and how soon the nearest could come. */
const known = (origin: Point, taxis: readonly Point[]): CarAvailability => {
  const metres = taxis.map((taxi) => rideDistanceMetres(taxi, origin))
  const nearest = Math.min(...metres)
  return { cars: taxis.length, etaMinutes: taxis.length === 0 ? null : Math.ceil(nearest / metresAMinute) }
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
  return told ?? known(origin, taxis)
}
