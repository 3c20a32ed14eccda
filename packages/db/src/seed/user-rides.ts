import type { Random } from './random.ts'
import type { SeededUser } from './users.ts'

/** What users do besides riding in taxis. */
type Scope = { users: readonly SeededUser[]; now: Date }

const day = 86_400_000

const titles: readonly (readonly [number, string, string, number])[] = [
  [1, 'Metro', 'Billete sencillo', 1.5],
  [1, 'Metro', 'Abono 10 viajes', 12.2],
  [2, 'Cercanías', 'Ida y vuelta', 3.4],
  [3, 'Autobús urbano', 'Billete de un día', 5],
]

/** One user in eight has bought tickets. */
export const ticketsOf = ({ users, now }: Scope, { below, between, chance, digits, pick }: Random) =>
  users
    .filter(() => chance(0.125))
    .flatMap(({ tenant_id, id }) =>
      Array.from({ length: between(1, 6) }, () => {
        const [supplier, transport_name, title, price_customer] = pick(titles)
        return {
          tenant_id,
          locator: `T${digits(8)}`,
          transport_name,
          title,
          id_user: id,
          time_service_start: new Date(now.getTime() - below(200 * day)),
          price_customer,
          entry_channel: pick([11, 12]),
          status: chance(0.85) ? 1 : 0,
          id_public_transport_supplier: supplier,
        }
      }),
    )

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
