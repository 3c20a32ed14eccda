import type { Work } from '@parada/db/queries/booking-changes'
import { nearestPlace } from '@parada/db/queries/places'
import type { SheetChange } from '@parada/db/queries/vehicles'
import type { BookingRecord, StoredPlace } from '@parada/domain/booking/fields'
import type { Vehicle } from '@parada/domain/route-sheet/records'
import { townIn } from '@parada/domain/spain/towns'

/** In metres. Beyond this distance, the nearest known address says nothing about the town. */
const nearEnough = 5_000

/** The town named in the address, or else that of the nearest known address; undefined rather than a wrong one. */
const townOf = async ({ tx, tenant }: Work, place: StoredPlace | null, expected: string) => {
  if (!place) return undefined
  const named = townIn(place.addressField, expected)
  if (named) return named
  const near = await nearestPlace(tx, tenant.id, place, 'all')
  return near && near.metres <= nearEnough ? townIn(near.addressField, expected) : undefined
}

/** What the register is told of a ride: the booking's own facts, completed by the vehicle's defaults. */
export const factsFor = async (work: Work, booking: BookingRecord, vehicle: Vehicle): Promise<SheetChange> => {
  const province = vehicle.routeSheet_cgprovcontratoDefault
  const [start, end] = await Promise.all([
    townOf(work, booking.origin, province),
    townOf(work, booking.destination, province),
  ])
  const begins = booking.timeBookingStart
  const lasts = (booking.estimatedMaxTimeMinutes ?? booking.estimatedMinTimeMinutes ?? 60) * 60_000
  return {
    idSupplier: booking.idFleet,
    numberPlate: vehicle.numberPlateToSync,
    niftitular: vehicle.routeSheet_niftitular,
    nifarrendador: vehicle.routeSheet_nifarrendadorDefault,
    nifarrendatario: vehicle.routeSheet_nifarrendatarioDefault,
    nombarrendatario: vehicle.routeSheet_nombarrendatarioDefault,
    cgprovcontrato: province,
    cgmunicontrato: vehicle.routeSheet_cgmunicontratoDefault,
    // The contract is made when the taxi is confirmed, and never after the ride began.
    fcontrato: Math.min(booking.timeServiceConfirmed ?? work.now.getTime(), begins),
    cgprovinicio: start?.province ?? '',
    cgmuniinicio: start?.municipality ?? '',
    direccioninicio: booking.origin.addressField,
    fprevistainicio: begins,
    cgprovfin: end?.province ?? '',
    cgmunifin: end?.municipality ?? '',
    direccionfin: booking.destination?.addressField ?? '',
    ffin: booking.timeBookingFinish ?? begins + lasts,
    cgprovlejano: vehicle.routeSheet_cgprovlejanoDefault,
    cgmunilejano: vehicle.routeSheet_cgmunilejanoDefault,
  }
}
