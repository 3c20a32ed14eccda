import { straightLineMetres } from '@parada/domain/places/geo'
import type { Caller, PaymentAccount } from './customers.ts'
import { type DemoFleet, fleetsByShare, fleetsByTenant } from './fleets.ts'
import { type Place, type Poi, placesServed } from './locations.ts'
import type { Random } from './random.ts'
import type { DemoTenant } from './tenants.ts'
import { userOfBooking } from './users.ts'

const bookingsPerTenant = 300

const minute = 60_000
const furtherInfo = ['Portal B', 'Recepción', 'Puerta principal', 'Llegadas, salida 2', 'Esquina con la farmacia']
export const notes = [
  '',
  '',
  '',
  'Llamar al llegar',
  'Lleva dos maletas grandes',
  'Pasajera con muletas',
  'Vuelo con retraso',
  'Perro pequeño en transportín',
]
// The desk makes most bookings; the rest come from the apps and the hotel desks.
export const channels = [20, 20, 20, 20, 20, 10, 11, 12, 5]

export type BookingScope = {
  tenant: DemoTenant
  operator: { idUser: number; who: string }
  /** First id of the tenants' live bookings; bookings that are over have lower ids. */
  firstId: number
  pois: readonly Poi[]
  callers: readonly Caller[]
  accounts: readonly PaymentAccount[]
  features: readonly number[]
  now: Date
}

const addressOf = (place: Place, pois: readonly Poi[], { chance, pick }: Random) => {
  const poi = pois.find(({ placeId, name }) => placeId === place.id && name.startsWith(place.name))
  return {
    addressField: place.address_field,
    lat: place.lat,
    lon: place.lon,
    isPoi: poi !== undefined,
    ...(poi && { idPoi: poi.id }),
    ...(chance(0.25) && { additionalAddressInfo: pick(furtherInfo) }),
  }
}

/** Document 2, section 4: fleets with protocol 0 are dispatched by hand; -9999 is a booking on hold. */
const dispatchStatusOf = (status: number, { protocol }: DemoFleet, hasStarted: boolean, { chance, pick }: Random) => {
  if (status === -30) return null
  if (protocol === 0) return -8000
  if (status === 20) return hasStarted ? pick([2000, 2500]) : pick([955, 1300, 2000])
  return chance(0.2) ? -9999 : pick([949, 1200, 1500])
}

/** A third as soon as possible, the others spread over three days; all still live. */
const startOf = (now: Date, { chance, between }: Random) => {
  const asap = chance(0.35)
  if (asap) return { asap, start: now.getTime() + between(-25, 10) * minute }
  const raw = now.getTime() + between(-60, 3 * 24 * 60) * minute
  return { asap, start: Math.round(raw / (5 * minute)) * 5 * minute }
}

const paymentOf = (accounts: readonly PaymentAccount[], { chance, pick }: Random) =>
  chance(0.3)
    ? { payment_method: pick([50, 60]), id_payment_account: pick(accounts).id }
    : { payment_method: pick([11, 11, 11, 10, 12, 13, 14]), id_payment_account: null }

const byDistance = (fleet: DemoFleet, all: readonly DemoFleet[]) =>
  all.toSorted((a, b) => straightLineMetres(fleet, a) - straightLineMetres(fleet, b))

export const bookingsOf = (scope: BookingScope, random: Random) => {
  const { tenant, operator, pois, callers, accounts, features, firstId, now } = scope
  const { below, between, chance, pick } = random
  const fleets = fleetsByTenant[tenant.subdomain]
  const busy = fleetsByShare(tenant.subdomain)
  const welcome = callers.filter((caller) => !caller.is_blacklisted)
  const lastMinute = new Date(Math.floor(now.getTime() / minute) * minute)
  return Array.from({ length: bookingsPerTenant }, (_, index) => {
    const fleet = pick(busy)
    const places = placesServed(fleet)
    const origin = pick(places)
    const destination = pick(places.filter(({ id }) => id !== origin.id))
    const { mandatoryDestination, showBookingReference } = tenant.frontConfig
    const { asap, start } = startOf(lastMinute, random)
    const status = pick([10, 10, 10, 20, 20, 20, 20, -30])
    const caller = pick(welcome)
    const channel = pick(channels)
    const wanted = new Set(Array.from({ length: chance(0.4) ? between(1, 3) : 0 }, () => pick(features)))
    const id = firstId + (tenant.id - 1) * bookingsPerTenant + index
    return {
      tenant_id: tenant.id,
      id,
      status,
      status_dispatch: dispatchStatusOf(status, fleet, start < lastMinute.getTime(), random),
      id_fleet: fleet.id,
      fleets_filtered: byDistance(fleet, fleets)
        .slice(0, between(1, 3))
        .map((near) => near.id)
        .join(','),
      origin: addressOf(origin, pois, random),
      destination: mandatoryDestination || chance(0.8) ? addressOf(destination, pois, random) : null,
      asap,
      time_booking_start: new Date(start),
      time_zone: fleet.timeZone ?? 'Europe/Madrid',
      passenger_name: `${caller.first_name} ${caller.last_name}`,
      phone_number_passenger: caller.phone_number,
      ...paymentOf(accounts, random),
      entry_channel: channel,
      taxi_features: [...wanted].sort((a, b) => a - b).join(','),
      booking_reference: showBookingReference ? `${tenant.subdomain.slice(0, 1).toUpperCase()}-${id}` : '',
      notes: pick(notes),
      mandatory_destination: mandatoryDestination,
      id_caller: caller.id,
      id_user: channel === 20 ? operator.idUser : userOfBooking(tenant.id, channel, caller.id),
      created_at: new Date(Math.min(start, now.getTime()) - (asap ? between(1, 6) : 30 + below(2880)) * minute),
    }
  })
}
