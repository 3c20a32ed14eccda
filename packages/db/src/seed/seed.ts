import pg from 'pg'
import { listSlowing } from '../installation/backup-tables.ts'
import { newKey } from '../keys.ts'
import { insurersOf, seedAssistance } from './assistance.ts'
import { linkBookings } from './authorizations.ts'
import { type BookingScope, bookingsOf } from './bookings.ts'
import { conversationsOf } from './conversations.ts'
import { insertAll } from './copy.ts'
import { customerRowsOf } from './customer-rows.ts'
import { callersOf, paymentAccountsOf, travelGroupsOf } from './customers.ts'
import { type DemoUser, demoPassword, demoUsers } from './demo-users.ts'
import { documentLooksOf, documentsOf } from './documents.ts'
import { fleetRows, geoAreaRows } from './fleet-rows.ts'
import { fleetsByTenant } from './fleets.ts'
import { seedHistory } from './history.ts'
import { seedInvoices } from './invoices.ts'
import { withJournals } from './journals.ts'
import { allPlaces, placesServed, poisOf } from './locations.ts'
import { freeVehiclesOf, mobilityOf, seedMobilityJournals } from './mobility.ts'
import { notificationsOf } from './notifications.ts'
import { numberValidationsOf } from './number-validations.ts'
import { parkingJournalOf, parkingsOf } from './parkings.ts'
import { permissionsOfKind } from './permissions.ts'
import { estimatesOf } from './price-details.ts'
import { makeRandom } from './random.ts'
import { routesOf } from './routes.ts'
import { securityEventsOf } from './security-events.ts'
import { seedSuppliers } from './suppliers.ts'
import { holidayRows, tariffRows } from './tariffs.ts'
import { taxiFeaturesOf } from './taxi-features.ts'
import { type DemoTenant, demoTenants } from './tenants.ts'
import { ticketTitlesOf } from './ticket-titles.ts'
import { ticketsOf } from './tickets.ts'
import { tripSuppliersOf } from './trip-suppliers.ts'
import { usersOf, userVehiclesOf, whiteLabelsOf } from './users.ts'
import { seedVehicles } from './vehicles.ts'
import { seedWallets } from './wallets.ts'

type SeedOptions = {
  /** Base of all dates; everything else is the same in every run. */
  now?: Date
  /** Number of past bookings, over all tenants. */
  history?: number
  /** Given by the caller, because Argon2 is part of the server. */
  hashPassword: (plain: string) => Promise<string>
  /** Makes the secrets of fleets, suppliers and insurers; random unless a test needs to know them. */
  makeSecret?: () => string
}

type Row = Record<string, unknown>

const validationShares: Readonly<Record<DemoTenant['subdomain'], number>> = { demo: 9_000, costa: 6_500, norte: 4_500 }

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

type TenantRows = { scope: BookingScope; tables: readonly [string, readonly Row[]][] }

/** All rows of one tenant by table, in an order that satisfies the references. */
const rowsOfTenant = (tenant: DemoTenant, passwordHash: string, now: Date, firstId: number): TenantRows => {
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
  const operators = users.filter(({ user }) => user.kind === 'operator')
  const [operator] = operators.map(({ user, id }) => ({ idUser: id, who: `${user.firstName} ${user.lastName}` }))
  if (!operator) throw new Error(`${subdomain} has no operator`)
  const bookings = { tenant, operator, pois, callers, accounts, features: featureIds, firstId, now }
  const { alive, journal } = withJournals(bookingsOf(bookings, random), { operator, fleets })
  // A random sequence of their own, so that everything else stays as it was.
  const ofUsers = makeRandom(tenantId + 1_000)
  const customers = usersOf({ tenant, callers, now }, ofUsers)
  const [reviewer = operator] = users
    .filter(({ user }) => user.kind === 'administrator')
    .map(({ user, id }) => ({ idUser: id, who: `${user.firstName} ${user.lastName}` }))
  const documents = documentsOf({ users: customers, reviewer, now }, makeRandom(tenantId + 2_000))
  const vehicles = userVehiclesOf(customers, ofUsers)
  const ofCustomers = customerRowsOf(
    bookings,
    users.find(({ user }) => user.kind === 'business')?.id ?? operator.idUser,
  )
  const { authorizations } = ofCustomers
  const parkings = parkingsOf({ users: customers, vehicles, authorizations, now }, makeRandom(tenantId + 3_200))
  const shared = { tenant, users: customers, authorizations, now }
  const ofShared = makeRandom(tenantId + 3_000)
  const sold = ticketsOf({ tenantId, subdomain, users: customers, accounts, now }, makeRandom(tenantId + 3_500))
  const recorded = routesOf({ ...shared, accounts }, makeRandom(tenantId + 3_800))
  const events = securityEventsOf({ tenantId, staff: users, customers, now }, makeRandom(tenantId + 4_000))
  const tables: TenantRows['tables'] = [
    ['tenant', [tenantRows(tenant, now)]],
    ['white_label', whiteLabelsOf(tenant)],
    ['app_user', users.map(({ user, id }) => userRow(user, tenantId, id, passwordHash, now))],
    ['app_user', customers],
    ['user_vehicle', vehicles],
    ['identity_document', documents],
    ['document_look', documentLooksOf(documents, { reviewer, now })],
    ['user_permission', permissions],
    ['security_event', events],
    ['payment_account', accounts],
    ['travel_group', travelGroupsOf(accounts)],
    ['taxi_feature', features],
    ['fleet', fleetRows(tenant, featureIds)],
    ['fleet_geo_area', geoAreaRows(tenant)],
    ['tariff', tariffRows(tenant, now)],
    ['tariff_holiday', holidayRows(tenant, now)],
    ['poi', pois.map(({ placeId, ...poi }) => poi)],
    ['caller', callers],
    ...ofCustomers.tables,
    ['booking', alive],
    ['booking_journal', journal],
    ['booking_message', conversationsOf(alive, operator)],
    ['price_detail', estimatesOf(tenant, alive, accounts, now)],
    ['trip_supplier', tripSuppliersOf(tenantId)],
    ['insurer', insurersOf(tenantId, subdomain, accounts)],
    ['parking_booking', parkings],
    ['trip_journal', parkingJournalOf(parkings, now)],
    ['mobility_booking', mobilityOf(shared, ofShared)],
    ['free_vehicle', freeVehiclesOf(shared, ofShared)],
    ['ticket_title', ticketTitlesOf(tenantId)],
    ['ticket', sold.tickets],
    ['trip_journal', sold.journal],
    ['route_tracking', recorded.routes],
    ['route_path', recorded.paths],
    ['trip_journal', recorded.journal],
    ['number_validation', numberValidationsOf(tenantId, validationShares[subdomain], now, random)],
    ['notification', notificationsOf({ tenantId, accounts, places: fleets.flatMap(placesServed), now }, random)],
  ]
  return { scope: bookings, tables }
}

/** Rows with explicit ids do not advance the sequences, so the next generated id would collide. */
const moveSequences = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) from ${table} having max(${column}) is not null`,
    )
}

const countOfAuthorizations = `
  update customer_authorization a set count_services = made.n
  from (select tenant_id, id_authorization as id, count(*)::int as n from booking group by 1, 2) made
  where a.tenant_id = made.tenant_id and a.id = made.id`

const firstBookingId = 4_000

const fill = async (client: pg.Client, options: SeedOptions) => {
  const { now = new Date(), history = 0, hashPassword, makeSecret = newKey } = options
  const passwordHash = await hashPassword(demoPassword)
  // Enough for the planner, in a third of the time.
  await client.query('set local default_statistics_target = 25')
  const slowing = await listSlowing(client)
  for (const statement of slowing.lift) await client.query(statement)
  await insertAll(client, 'installation', [{ key: 'demo', value: { users: demoUsers } }])
  await insertAll(client, 'place', allPlaces)
  const filled = demoTenants.map((tenant) => rowsOfTenant(tenant, passwordHash, now, firstBookingId + history))
  for (const { tables } of filled) for (const [table, rows] of tables) await insertAll(client, table, rows)
  await linkBookings(client, now)
  await seedMobilityJournals(client)
  await seedSuppliers(client, makeSecret)
  const scopes = filled.map(({ scope }) => scope)
  await seedHistory(client, { count: history, firstId: firstBookingId, now, scopes })
  await seedAssistance(client, now)
  await client.query(countOfAuthorizations)
  await seedInvoices(client, scopes, now)
  await seedVehicles(client, now)
  await seedWallets(client, now)
  for (const statement of slowing.restore) await client.query(statement)
  await moveSequences(client)
  await client.query('select fold_counts()')
  await client.query('analyze')
}

/** Fills a migrated, empty database with the demo, completely or not at all. */
export const seedDemo = async (ownerUrl: string, options: SeedOptions) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await fill(client, options)
    await client.query('commit')
  } finally {
    // Closing the connection rolls back an open transaction.
    await client.end()
  }
}
