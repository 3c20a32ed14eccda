import pg from 'pg'
import { bookingsOf } from './bookings.ts'
import { callersOf, paymentAccountsOf, travelGroupsOf } from './customers.ts'
import { type DemoUser, demoPassword, demoUsers } from './demo-users.ts'
import { fleetRows, geoAreaRows } from './fleet-rows.ts'
import { fleetsByTenant } from './fleets.ts'
import { allPlaces, placesServed, poisOf } from './locations.ts'
import { notificationsOf } from './notifications.ts'
import { numberValidationsOf } from './number-validations.ts'
import { permissionsOfKind } from './permissions.ts'
import { makeRandom } from './random.ts'
import { taxiFeaturesOf } from './taxi-features.ts'
import { type DemoTenant, demoTenants } from './tenants.ts'

export type SeedOptions = {
  /** Anchors the dates; everything else is the same at every run. */
  now?: Date
  /** Argon2 lives with the server. */
  hashPassword: (plain: string) => Promise<string>
}

type Row = Record<string, unknown>

const validationShares: Readonly<Record<DemoTenant['subdomain'], number>> = { demo: 9_000, costa: 6_500, norte: 4_500 }

/** One statement for a whole table, its columns those of the first row. */
const insertAll = (client: pg.Client, table: string, rows: readonly Row[]) => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  return client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

const tenantRows = ({ id, subdomain, name, frontConfig }: DemoTenant, now: Date) => ({
  id,
  subdomain,
  name,
  front_config: frontConfig,
  created_at: now,
})

const userRow = (user: DemoUser, tenantId: number, id: number, passwordHash: string, now: Date) => ({
  tenant_id: tenantId,
  id,
  first_name: user.firstName,
  last_name: user.lastName,
  user_email: user.email,
  prefix_mobile_number: user.prefix,
  mobile_number: user.mobile,
  password_hash: passwordHash,
  is_email_verified: user.email !== null,
  is_mobile_number_verified: user.mobile !== null,
  date_created: now,
})

/** Everything of one tenant, by table, in an order that keeps the references. */
const rowsOfTenant = (tenant: DemoTenant, passwordHash: string, now: Date): readonly [string, readonly Row[]][] => {
  const { id: tenantId, subdomain } = tenant
  const random = makeRandom(tenantId)
  const fleets = fleetsByTenant[subdomain]
  const features = taxiFeaturesOf(subdomain).map(([id, name]) => ({ tenant_id: tenantId, id, name }))
  const featureIds = features.map(({ id }) => id)
  const accounts = paymentAccountsOf(tenantId, subdomain)
  const pois = poisOf(tenantId, subdomain, accounts)
  const callers = callersOf(tenantId, subdomain, random)
  const users = demoUsers
    .filter((user) => user.subdomain === subdomain)
    .map((user, index) => ({ user, id: tenantId * 100 + index + 1 }))
  const scope = {
    fleets: fleets.map(({ id }) => id),
    paymentAccounts: accounts.map(({ id }) => id),
    pois: pois.map(({ id }) => id),
    tenantId,
  }
  const permissions = users.flatMap(({ user, id }) =>
    permissionsOfKind(user.kind, scope).map((entry) => ({ tenant_id: tenantId, user_id: id, ...entry })),
  )
  const operatorId = users.find(({ user }) => user.kind === 'operator')?.id ?? 0
  return [
    ['tenant', [tenantRows(tenant, now)]],
    ['app_user', users.map(({ user, id }) => userRow(user, tenantId, id, passwordHash, now))],
    ['user_permission', permissions],
    ['payment_account', accounts],
    ['travel_group', travelGroupsOf(accounts)],
    ['taxi_feature', features],
    ['fleet', fleetRows(tenant, featureIds)],
    ['fleet_geo_area', geoAreaRows(tenant)],
    ['poi', pois.map(({ placeId, ...poi }) => poi)],
    ['caller', callers],
    ['booking', bookingsOf({ tenant, operatorId, pois, callers, accounts, features: featureIds, now }, random)],
    ['number_validation', numberValidationsOf(tenantId, validationShares[subdomain], now, random)],
    ['notification', notificationsOf({ tenantId, accounts, places: fleets.flatMap(placesServed), now }, random)],
  ]
}

const tablesWithIds = [
  'tenant',
  'app_user',
  'payment_account',
  'travel_group',
  'fleet',
  'fleet_geo_area',
  'poi',
  'caller',
  'booking',
  'number_validation',
  'notification',
]

/** Explicit ids leave the sequences behind, and the next row made by hand would collide. */
const moveSequences = async (client: pg.Client) => {
  for (const table of tablesWithIds)
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
}

const fill = async (client: pg.Client, { now = new Date(), hashPassword }: SeedOptions) => {
  const passwordHash = await hashPassword(demoPassword)
  await insertAll(client, 'installation', [{ key: 'demo', value: { users: demoUsers } }])
  await insertAll(client, 'place', allPlaces)
  for (const tenant of demoTenants)
    for (const [table, rows] of rowsOfTenant(tenant, passwordHash, now)) await insertAll(client, table, rows)
  await moveSequences(client)
  await client.query('select fold_counts()')
  await client.query('analyze')
}

/** Fills a migrated, empty database with the demo, wholly or not at all. */
export const seedDemo = async (ownerUrl: string, options: SeedOptions) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await fill(client, options)
    await client.query('commit')
  } finally {
    // An open transaction ends with its connection.
    await client.end()
  }
}
