import { preDispatchFor } from '@parada/domain/booking/dispatch'
import type { StoredBreak, StoredPlace } from '@parada/domain/booking/fields'
import { required } from '@parada/domain/objects'
import { straightLineMetres } from '@parada/domain/places/geo'
import type pg from 'pg'
import type { BookingScope } from './bookings.ts'
import type { PaymentAccount } from './customers.ts'
import { fleetRows } from './fleet-rows.ts'
import { type DemoFleet, fleetsByTenant } from './fleets.ts'
import { type Place, placesServed } from './locations.ts'
import type { Random } from './random.ts'

export type HistoryFleet = DemoFleet & {
  timePreDispatch: number
  places: readonly StoredPlace[]
  airports: ReadonlySet<string>
  /** Nearest first, starting with the fleet itself. */
  near: readonly HistoryFleet[]
}

/** A person who rides often enough to have a home, a place of work and a few other places. */
export type Rider = {
  name: string
  phone: string
  fleet: HistoryFleet
  home: StoredPlace
  work: StoredPlace
  haunts: readonly StoredPlace[]
  idCaller: number | null
  authorization?: { id: number; idPaymentAccount: number; subscriberCode: string; userNumber: string }
}

export type HistoryTenant = BookingScope & {
  fleets: readonly HistoryFleet[]
  riders: readonly Rider[]
  /** Riders of the tenant's first fleet, which gets extra rides. */
  ridersOfFirst: readonly Rider[]
  authorized: readonly Rider[]
  accountById: ReadonlyMap<number, PaymentAccount>
  /** The account fields of each account's bookings, still without values. */
  breaksOf: ReadonlyMap<number, readonly StoredBreak[]>
}

const doors = ['Portal A', 'Portal B', '1º izquierda', '2º derecha', '3º C', 'Bajo', 'Recepción', 'Puerta principal']
const homeKinds: ReadonlySet<string> = new Set(['street', 'square', 'town', 'park'])

const storedPlace = (place: Place, pois: BookingScope['pois']): StoredPlace => {
  const poi = pois.find(({ placeId, name }) => placeId === place.id && name.startsWith(place.name))
  const { address_field: addressField, lat, lon } = place
  return { addressField, lat, lon, isPoi: poi !== undefined, ...(poi && { idPoi: poi.id }) }
}

type FleetWithHomes = HistoryFleet & { homes: readonly StoredPlace[] }

const fleetsOf = ({ tenant, pois, features }: BookingScope) => {
  const leads = new Map(fleetRows(tenant, features).map((row) => [row.id, row.default_time_predispatch]))
  const fleets = fleetsByTenant[tenant.subdomain].map((fleet): FleetWithHomes => {
    const served = placesServed(fleet)
    return {
      ...fleet,
      timePreDispatch: preDispatchFor(leads.get(fleet.id)),
      places: served.map((place) => storedPlace(place, pois)),
      airports: new Set(served.filter(({ kind }) => kind === 'airport').map((place) => place.address_field)),
      homes: served.filter(({ kind }) => homeKinds.has(kind)).map((place) => storedPlace(place, pois)),
      near: [],
    }
  })
  for (const fleet of fleets)
    fleet.near = fleets.toSorted((a, b) => straightLineMetres(fleet, a) - straightLineMetres(fleet, b))
  return fleets
}

const habits = (fleet: FleetWithHomes, { pick }: Random) => {
  const home = { ...pick(fleet.homes.length > 0 ? fleet.homes : fleet.places), additionalAddressInfo: pick(doors) }
  const elsewhere = fleet.places.filter(({ addressField }) => addressField !== home.addressField)
  return { fleet, home, work: pick(elsewhere), haunts: [pick(elsewhere), pick(elsewhere), pick(elsewhere)] }
}

type AuthorizationRow = {
  id: number
  id_payment_account: number
  subscriber_code: string
  user_number: string
  first_name: string
  last_name: string
  phone: string
}

const authorizedRiders = async (
  client: pg.Client,
  tenantId: number,
  fleets: readonly FleetWithHomes[],
  random: Random,
) => {
  const { rows } = await client.query<AuthorizationRow>(
    `select id::int, id_payment_account::int, subscriber_code, user_number, first_name, last_name,
       coalesce(nullif(mobile_number, ''), phone_number) as phone
     from customer_authorization where tenant_id = $1 order by id`,
    [tenantId],
  )
  return rows.map(
    (row): Rider => ({
      name: `${row.first_name} ${row.last_name}`.trim(),
      phone: row.phone,
      ...habits(random.pick(fleets), random),
      idCaller: null,
      authorization: {
        id: row.id,
        idPaymentAccount: row.id_payment_account,
        subscriberCode: row.subscriber_code,
        userNumber: row.user_number,
      },
    }),
  )
}

const breakConfigs = async (client: pg.Client, tenantId: number) => {
  const { rows } = await client.query<{ account: number; breaks: StoredBreak[] }>(
    `select id_payment_account::int as account,
       json_agg(json_build_object('id', id, 'value', '', 'label', label) order by id) as breaks
     from booking_break_config where tenant_id = $1 and type = 'text' and value_dependencies = '[]'
     group by id_payment_account`,
    [tenantId],
  )
  return new Map(rows.map(({ account, breaks }) => [account, breaks]))
}

/** The people who rode with a tenant, from what the seed has already written. */
export const peopleOf = async (client: pg.Client, scope: BookingScope, random: Random): Promise<HistoryTenant> => {
  const { tenant, callers, accounts } = scope
  const fleets = fleetsOf(scope)
  const riders = callers
    .filter((caller) => !caller.is_blacklisted)
    .map(
      (caller): Rider => ({
        name: `${caller.first_name} ${caller.last_name}`,
        phone: caller.phone_number,
        ...habits(fleets.find(({ id }) => id === caller.id_supplier) ?? required(fleets[0]), random),
        idCaller: caller.id,
      }),
    )
  return {
    ...scope,
    fleets,
    riders,
    ridersOfFirst: riders.filter(({ fleet }) => fleet.id === fleets[0]?.id),
    authorized: await authorizedRiders(client, tenant.id, fleets, random),
    accountById: new Map(accounts.map((account) => [account.id, account])),
    breaksOf: await breakConfigs(client, tenant.id),
  }
}
