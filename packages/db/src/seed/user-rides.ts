import type { Random } from './random.ts'
import type { SeededUser } from './users.ts'

/** What users do besides riding in taxis. */
type Scope = { users: readonly SeededUser[]; now: Date }

const day = 86_400_000

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
