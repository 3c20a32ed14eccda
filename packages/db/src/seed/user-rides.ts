import type { Random } from './random.ts'
import type { SeededUser, userVehiclesOf } from './users.ts'

/** What users do besides riding in taxis. */
type Scope = { users: readonly SeededUser[]; vehicles: ReturnType<typeof userVehiclesOf>; now: Date }

const hour = 3_600_000
const day = 24 * hour
const cents = (amount: number) => Math.round(amount * 100) / 100

/** Each is run by the supplier that speaks its protocol. */
const parkings: readonly (readonly [number, string, number])[] = [
  [11, 'Parking Estación', 1],
  [12, 'Parking Plaza Mayor', 2],
  [13, 'Parking Centro', 3],
  [14, 'Parking Aeropuerto P2', 4],
]

/** Those who keep a car in the app park it now and then. */
export const parkingsOf = ({ users, vehicles, now }: Scope, { below, between, chance, pick }: Random) => {
  const byId = new Map(users.map((user) => [user.id, user]))
  return vehicles
    .filter(() => chance(0.6))
    .flatMap(({ tenant_id, id_user, number_plate }) =>
      Array.from({ length: between(1, 5) }, () => {
        const user = byId.get(id_user)
        const [id_parking, parking_name, protocol] = pick(parkings)
        const isActive = chance(0.1)
        const start = now.getTime() - (isActive ? below(3 * hour) : hour * between(12, 24 * 300))
        const hours = between(1, 10)
        const price = cents(hours * 2.35)
        return {
          tenant_id,
          id_supplier: 10 + protocol,
          id_parking,
          parking_name,
          protocol,
          status: isActive ? 1 : pick([30, 30, 30, -1, -20]),
          id_user,
          customer_name: `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim(),
          customer_phone: user?.mobile_number ?? '',
          number_plate,
          date_init: new Date(start),
          date_end: isActive ? null : new Date(start + hours * hour),
          price_supplier: cents(price * 0.8),
          price_customer: price,
        }
      }),
    )
}

const streets = ['Calle Mayor', 'Gran Vía', 'Paseo del Prado', 'Avenida de la Estación', 'Plaza de España']

/** A few have the app record the drives that their company pays by the kilometre. */
export const routesOf = ({ users, now }: Scope, { below, between, chance, pick }: Random) =>
  users
    .filter(() => chance(0.04))
    .flatMap(({ tenant_id, id, first_name, last_name }) =>
      Array.from({ length: between(2, 12) }, () => ({
        tenant_id,
        status: pick([400, 400, 400, 300, 200, 150, 100, -200, -500]),
        origin_address_string: pick(streets),
        destination_address_string: pick(streets),
        distance_meters: between(1_200, 48_000),
        time_start: new Date(now.getTime() - below(120 * day)),
        id_user: id,
        customer_name: `${first_name} ${last_name}`,
      })),
    )
