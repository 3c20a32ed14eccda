import { required } from '@parada/domain/objects'
import { straightLineMetres } from '@parada/domain/places/geo'
import { mobilityStatus } from '@parada/domain/trip/modes'
import type pg from 'pg'
import type { authorizationsOf } from './authorizations.ts'
import type { Subdomain } from './demo-users.ts'
import { fleetsByTenant } from './fleets.ts'
import { type Place, placesServed } from './locations.ts'
import type { Random } from './random.ts'
import type { DemoTenant } from './tenants.ts'
import type { SeededUser } from './users.ts'

/** How many bookings are over, and how many are live. */
const perTenant: Readonly<Record<Subdomain, { over: number; live: number }>> = {
  demo: { over: 4_000, live: 44 },
  costa: { over: 2_600, live: 30 },
  norte: { over: 1_900, live: 24 },
}
const freePerTenant = 60

const minute = 60_000
const day = 24 * 60 * minute
const cents = (amount: number) => Math.round(amount * 100) / 100

const kinds = [
  { supplier: 21, kind: 'moped', sign: 'MV', kmh: 24, reach: 7_000, start: 0, perMinute: 0.29 },
  { supplier: 22, kind: 'scooter', sign: 'PR', kmh: 14, reach: 3_500, start: 1, perMinute: 0.2 },
  { supplier: 22, kind: 'bike', sign: 'BR', kmh: 13, reach: 3_500, start: 0.5, perMinute: 0.12 },
] as const
/** Kick scooters are ridden most, bicycles least. */
const shares = [0, 0, 1, 1, 1, 2].map((index) => required(kinds[index]))

/** Hours in UTC at which people ride: to work, at lunch, and home. */
const hours = [6, 7, 7, 8, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17, 17, 18, 18, 19, 20, 21]
const reasons = ['Cancelado por el usuario', 'Cancelado por el usuario', 'Batería baja', 'Vehículo averiado', '']

type Authorization = ReturnType<typeof authorizationsOf>[number]
type Scope = {
  tenant: DemoTenant
  users: readonly SeededUser[]
  authorizations: readonly Authorization[]
  now: Date
}
type Street = { place: Place; near: readonly Place[] }

/** The tenant's places, each with those within riding distance. */
const streetsOf = (subdomain: Subdomain): Street[] => {
  const places = fleetsByTenant[subdomain].flatMap(placesServed)
  return places.flatMap((place) => {
    const near = places.filter(({ city, id }) => city === place.city && id !== place.id)
    const reached = near.filter((other) => straightLineMetres(place, other) < 7_000)
    return reached.length > 0 ? [{ place, near: reached }] : []
  })
}

/** Moves a coordinate by a few steps. */
const besides = (degrees: number, { between }: Random) => Math.round((degrees + between(-9, 9) / 10_000) * 1e5) / 1e5

const rideOf = (streets: readonly Street[], random: Random) => {
  const { pick, between } = random
  const vehicle = pick(shares)
  const { place, near } = pick(streets)
  const reached = near.filter((other) => straightLineMetres(place, other) < vehicle.reach)
  const end = reached.length > 0 ? pick(reached) : place
  const metres = Math.max(600, Math.round(straightLineMetres(place, end) * 1.3))
  const minutes = Math.max(3, Math.round((metres / 1_000 / vehicle.kmh) * 60) + between(0, 4))
  return { vehicle, place, end, metres, minutes, price: cents(vehicle.start + minutes * vehicle.perMinute) }
}

/** Busier every month: the later half of the year has two thirds of the rides. */
const startOf = (now: Date, { below, pick, between }: Random) => {
  const daysAgo = Math.floor((below(1_000_000) / 1_000_000) ** 1.6 * 364) + 1
  const midnight = Math.floor((now.getTime() - daysAgo * day) / day) * day
  return midnight + pick(hours) * 60 * minute + between(0, 59) * minute + between(0, 59) * 1_000
}

const { booked, onTheWay, paused, finished, cancelled, expired } = mobilityStatus
const versions: Readonly<Record<number, number>> = {
  ...{ [booked]: 1, [onTheWay]: 2, [paused]: 3 },
  ...{ [finished]: 3, [cancelled]: 2, [expired]: 2 },
}

/** Starts and statuses: first the bookings of the last year in order of start, then the live ones. */
const momentsOf = ({ tenant, now }: Scope, random: Random) => {
  const { over, live } = perTenant[tenant.subdomain]
  const { between, pick } = random
  const past = Array.from({ length: over }, () => ({
    start: startOf(now, random),
    status: pick([...Array(22).fill(finished), cancelled, cancelled, expired]) as number,
  })).sort((one, other) => one.start - other.start)
  const current = Array.from({ length: live }, () => {
    const status = pick([booked, booked, onTheWay, onTheWay, onTheWay, onTheWay, paused])
    const minutes = status === booked ? between(1, 12) : between(12, 40)
    return { start: now.getTime() - minutes * minute, status: status as number }
  }).sort((one, other) => one.start - other.start)
  return [...past, ...current]
}

/** Two in five rides are on a company's account. */
const travellerOf = (
  { tenant, authorizations }: Scope,
  usersByLabel: readonly SeededUser[][],
  { chance, pick }: Random,
) => {
  if (chance(0.4)) {
    const person = pick(authorizations)
    return {
      id_white_label: tenant.id,
      id_user: null,
      id_authorization: person.id,
      id_payment_account: person.id_payment_account,
      customer_name: `${person.first_name} ${person.last_name}`,
      customer_phone: person.mobile_number,
      payment_method_customer: person.payment_method_type,
      id_user_payment_profile: null,
    }
  }
  const user = pick(pick(usersByLabel))
  return {
    id_white_label: user.id_white_label,
    id_user: user.id,
    id_authorization: null,
    id_payment_account: null,
    customer_name: `${user.first_name} ${user.last_name}`,
    customer_phone: user.mobile_number,
    payment_method_customer: pick([12, 13, 13]),
    id_user_payment_profile: user.id,
  }
}

/** A year of shared vehicle bookings, and those that are live now. */
export const mobilityOf = (scope: Scope, random: Random) => {
  const { tenant } = scope
  const { between, digits, pick } = random
  const streets = streetsOf(tenant.subdomain)
  // Grouped by brand, so that both have rides, even among the few live ones.
  const usersByLabel = [...Map.groupBy(scope.users, (user) => user.id_white_label).values()]
  return momentsOf(scope, random).map(({ start, status }, index) => {
    const { vehicle, place, end, metres, minutes, price } = rideOf(streets, random)
    const id = tenant.id * 100_000 + index + 1
    const isFinished = status === finished
    const isVain = status === cancelled || status === expired
    const made = isVain || status === booked ? start : start - between(1, 9) * minute
    const ended = status === cancelled ? start + between(1, 14) * minute : start + (isVain ? 15 : minutes) * minute
    const time_end = isFinished || isVain ? new Date(ended) : null
    return {
      tenant_id: tenant.id,
      id,
      version: versions[status],
      time_updated: time_end ?? new Date(start),
      date_created: new Date(made),
      status,
      id_supplier: vehicle.supplier,
      reference: `${vehicle.sign}-${(id * 7_919).toString(36).toUpperCase()}`,
      ...travellerOf(scope, usersByLabel, random),
      vehicle_sign: `${vehicle.sign}-${digits(4)}`,
      vehicle_kind: vehicle.kind,
      time_init: new Date(start),
      time_end,
      start_address_string: place.address_field,
      end_address_string: isFinished ? end.address_field : '',
      start_lat: besides(place.lat, random),
      start_lon: besides(place.lon, random),
      end_lat: isFinished ? besides(end.lat, random) : null,
      end_lon: isFinished ? besides(end.lon, random) : null,
      distance_meters: isFinished ? metres : null,
      price_supplier: isFinished ? cents(price * 0.85) : null,
      price_customer: isFinished ? price : null,
      entry_channel: pick([11, 11, 12, 12, 10]),
      cancel_reason: status === cancelled ? pick(reasons) : '',
    }
  })
}

/** Vehicles that are free now, with their positions. */
export const freeVehiclesOf = ({ tenant, now }: Scope, random: Random) => {
  const { between, pick } = random
  const streets = streetsOf(tenant.subdomain)
  return Array.from({ length: freePerTenant }, (_, index) => {
    const { supplier, sign, kind, start, perMinute } = required(shares[index % shares.length])
    const { place } = pick(streets)
    return {
      tenant_id: tenant.id,
      id_supplier: supplier,
      sign: `${sign}-F${String(index + 1).padStart(3, '0')}`,
      kind,
      lat: besides(place.lat, random),
      lon: besides(place.lon, random),
      battery: kind === 'bike' ? null : between(18, 100),
      price_start: start,
      price_minute: perMinute,
      at: now,
    }
  })
}

const epoch = (column: string) => `floor(extract(epoch from ${column}) * 1000)`

/** What the suppliers reported about each booking, in order. */
const journals = `
  insert into trip_journal (tenant_id, mode, id_trip, version, at, action, id_supplier, who, before, after)
  select m.tenant_id, 'mobility', m.id, step.version, step.at, step.action, m.id_supplier, s.name, step.before, step.after
  from mobility_booking m join trip_supplier s on s.tenant_id = m.tenant_id and s.id = m.id_supplier
  cross join lateral (values
    (1, m.date_created, 'booked', true, '{}'::jsonb, jsonb_build_object('status', 1, 'vehicleSign', m.vehicle_sign,
      'vehicleKind', m.vehicle_kind, 'startAddressString', m.start_address_string, 'customerName', m.customer_name)),
    (2, m.time_init, 'started', m.status in (2, 3, 4), jsonb_build_object('status', 1, 'timeInit', ${epoch('m.date_created')}),
      jsonb_build_object('status', 2, 'timeInit', ${epoch('m.time_init')})),
    (3, m.time_init + interval '9 minutes', 'paused', m.status = 3, '{"status": 2}', '{"status": 3}'),
    (3, m.time_end, 'finished', m.status = 4, '{"status": 2}', jsonb_build_object('status', 4,
      'timeEnd', ${epoch('m.time_end')}, 'endAddressString', m.end_address_string, 'distanceMeters', m.distance_meters,
      'priceSupplier', m.price_supplier, 'priceCustomer', m.price_customer)),
    (2, m.time_end, 'cancelled', m.status = 5, '{"status": 1}', jsonb_build_object('status', 5,
      'timeEnd', ${epoch('m.time_end')}, 'cancelReason', m.cancel_reason)),
    (2, m.time_end, 'expired', m.status = -1, '{"status": 1}', jsonb_build_object('status', -1,
      'timeEnd', ${epoch('m.time_end')}))
  ) as step (version, at, action, happened, before, after)
  where step.happened order by m.tenant_id, step.at, m.id, step.version`

export const seedMobilityJournals = (client: pg.Client) => client.query(journals)
