import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './testing/cluster.ts'
import { fillEveryTable, globalTables, type Row, readShapes, type TableShape } from './testing/rows.ts'

const [mine, theirs] = [101, 102]
const ownerUrl = inject('paradaOwnerUrl')

let database: TestDatabase
let owner: pg.Client
let made: Map<string, Row>
let shapes: TableShape[]
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase(ownerUrl)
  owner = new pg.Client(database.ownerUrl)
  client = new pg.Client(database.appUrl)
  await Promise.all([owner.connect(), client.connect()])
  made = await fillEveryTable(owner, [mine, theirs])
  await owner.query('analyze')
  shapes = (await readShapes(owner)).filter(({ table }) => !globalTables.includes(table))
})

afterAll(async () => {
  await Promise.all([owner.end(), client.end()])
  await database.drop()
})

/**
 * Runs hand-written statements as the server's role, and returns the number of rows that the last one saw or changed,
 * or the code of the error.
 */
const attempt = async (tenant: number | undefined, ...statements: [string, unknown[]?][]) => {
  await client.query(tenant === undefined ? 'begin' : `begin; set local parada.tenant = '${tenant}'`)
  try {
    let rows: number | null = null
    for (const [text, values] of statements) rows = (await client.query(text, values)).rowCount
    return rows
  } catch (error) {
    return (error as pg.DatabaseError).code
  } finally {
    await client.query('rollback')
  }
}

const insertion = (table: string, row: Row | undefined): [string, unknown[]] => [
  `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1)`,
  [JSON.stringify(row)],
]

const refused = '42501'
/** Tables whose rows are never changed or deleted; the server's role may not even try. */
const appendOnly = [
  'booking_journal',
  'authorization_journal',
  'user_journal',
  'trip_journal',
  'vehicle_journal',
  'assistance_journal',
  'invoice',
  'invoice_line',
  'wallet_movement',
  'document_look',
  'security_event',
]
const isRewriting = /^(update|delete)|for update$/

describe('row-level security of the tenant tables', () => {
  it('is forced on every table, each of which has rows of two tenants to test it with', async () => {
    const { rows } = await owner.query(`
      select relname::text as "table", relrowsecurity and relforcerowsecurity as walled,
        pg_get_userbyid(relowner) = 'parada_app' as owned
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
    const walled = rows.filter(({ table }) => !globalTables.includes(table))
    expect(walled.filter((table) => !table.walled || table.owned)).toEqual([])
    expect(walled.length).toBeGreaterThan(15)
    for (const { table } of walled) {
      const count = async (tenant: number) =>
        (await owner.query(`select from ${table} where ${columnOf(table)} = $1`, [tenant])).rowCount
      expect([table, (await count(mine)) !== 0, (await count(theirs)) !== 0]).toEqual([table, true, true])
    }
  })

  const columnOf = (table: string) => shapes.find((shape) => shape.table === table)?.tenantColumn

  const attacks: [string, number | undefined, (shape: TableShape) => [string, unknown[]?], unknown][] = [
    ['reads', mine, ({ table, tenantColumn }) => [`select from ${table} where ${tenantColumn} <> ${mine}`], 0],
    [
      'locks',
      mine,
      ({ table, tenantColumn }) => [`select from ${table} where ${tenantColumn} <> ${mine} for update`],
      0,
    ],
    ['changes', mine, ({ table, tenantColumn: t }) => [`update ${table} set ${t} = ${t} where ${t} = ${theirs}`], 0],
    ['deletes', mine, ({ table, tenantColumn }) => [`delete from ${table} where ${tenantColumn} = ${theirs}`], 0],
    ['inserts', mine, ({ table }) => insertion(table, made.get(`${table} ${theirs}`)), refused],
    ['gives away', mine, ({ table, tenantColumn }) => [`update ${table} set ${tenantColumn} = ${theirs}`], refused],
    ['reads without a tenant', undefined, ({ table }) => [`select from ${table}`], 0],
    ['changes without a tenant', undefined, ({ table, tenantColumn: t }) => [`update ${table} set ${t} = ${t}`], 0],
    ['deletes without a tenant', undefined, ({ table }) => [`delete from ${table}`], 0],
    ['inserts without a tenant', undefined, ({ table }) => insertion(table, made.get(`${table} ${mine}`)), refused],
    ['copies out', undefined, ({ table }) => [`copy ${table} to stdout`], 0],
    ['truncates', mine, ({ table }) => [`truncate ${table} cascade`], refused],
    ['opens', mine, ({ table }) => [`alter table ${table} disable row level security`], refused],
    ['loosens', mine, ({ table }) => [`alter table ${table} no force row level security`], refused],
    ['adds a policy to', mine, ({ table }) => [`create policy open on ${table} using (true)`], refused],
    ['drops the policy of', mine, ({ table }) => [`drop policy tenant_wall on ${table}`], refused],
    ['switches off triggers of', mine, ({ table }) => [`alter table ${table} disable trigger all`], refused],
    ['reads statistics of', mine, ({ table }) => [`select from pg_stats where tablename = '${table}'`], 0],
  ]

  it.each(attacks)('holds when a hand-written query %s rows of another tenant', async (_, tenant, attack, outcome) => {
    const outcomes = []
    for (const shape of shapes) outcomes.push([shape.table, await attempt(tenant, attack(shape))])
    const expected = (shape: TableShape) =>
      appendOnly.includes(shape.table) && isRewriting.test(attack(shape)[0]) ? refused : outcome
    expect(outcomes).toEqual(shapes.map((shape) => [shape.table, expected(shape)]))
  })

  it('lets a tenant read its own rows in every table', async () => {
    for (const { table } of shapes)
      expect([table, await attempt(mine, [`select from ${table}`])]).not.toEqual([table, 0])
  })

  it('keeps a tenant from rewriting its own journals, invoices and wallets', async () => {
    for (const table of appendOnly) {
      expect(await attempt(mine, [`update ${table} set tenant_id = tenant_id`])).toBe(refused)
      expect(await attempt(mine, [`delete from ${table}`])).toBe(refused)
    }
  })

  it('refuses to be switched off for a query', async () => {
    for (const { table } of shapes) {
      expect(await attempt(mine, ['set local row_security = off'], [`select from ${table}`])).toBe(refused)
    }
  })

  it('hides other tenants’ rows from a user-defined function', async () => {
    const seen: string[] = []
    const listen = ({ message }: { message?: string | undefined }) => seen.push(message ?? '')
    client.on('notice', listen)
    const spy = `create function pg_temp.spy(name text) returns bool language plpgsql cost 0.0000001
      as $$ begin raise notice '%', name; return true; end $$`
    await attempt(mine, [spy], ['select from tenant where pg_temp.spy(subdomain)'])
    client.off('notice', listen)
    expect(seen).toEqual([`t${mine}`])
  })
})

describe('the server’s role', () => {
  it('is neither superuser nor owner of anything, and a member of no other role', async () => {
    const { rows } = await owner.query(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
        (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
      from pg_roles r where rolname = 'parada_app'`)
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        memberships: 0,
        owned: 0,
      },
    ])
  })

  it.each([
    'set role parada',
    'set session authorization parada',
    'set session_replication_role = replica',
    'alter role parada_app bypassrls',
    'alter role parada_app superuser',
    'grant parada to parada_app',
    'create role another superuser',
    'create table public.decoy (id int)',
    'create function public.decoy() returns int language sql return 1',
    'create extension dblink',
    'drop table tenant cascade',
    "copy tenant to '/tmp/parada-walls.csv'",
    "copy tenant to program 'cat'",
    "select pg_read_file('PG_VERSION')",
    'select * from pg_authid',
    'select * from pg_statistic',
    'alter function current_tenant() security definer',
    "insert into installation values ('key', '1')",
    "update place set name = ''",
    'select * from schema_migration',
    "call wall_off('place')",
  ])('may not: %s', async (statement) => {
    expect(await attempt(mine, [statement])).toBe(refused)
  })

  it('may not load a tenant table by copy', async () => {
    expect(await attempt(mine, ['copy tenant from stdin'])).toBe('0A000')
  })

  it.each(['reset role', 'set local role none', 'reset session authorization', 'reset all'])(
    'gains nothing from: %s',
    async (statement) => {
      expect(await attempt(mine, [statement], [`select from tenant where id <> ${mine}`])).toBe(0)
    },
  )
})

describe('functions that run with their owner’s rights', () => {
  // Why each of them is safe, although it can bypass row-level security.
  const reasons: Record<string, string> = {
    claims_give_back: 'frees claims of a worker whose random id is known to it alone; within a tenant it does nothing',
    claims_keep: 'frees claims of workers that are gone, for all tenants alike; within a tenant it does nothing',
    erase_concepts:
      'empties what was written to the movements of a person of the transaction’s own tenant who is erased already',
    erase_from_journals: 'takes values about an erased customer out of journals of the transaction’s own tenant',
    messages_today: 'how many messages each tenant sent today, for the metrics; within a tenant its own alone',
    events_due: 'the relay; within a tenant it hands out its own rows alone',
    events_done: 'the relay; within a tenant it marks its own rows alone',
    events_number: 'the relay; within a tenant it does nothing',
    events_last: 'the relay; tells a number, and within a tenant none',
    events_after: 'the relay; within a tenant it hands out its own rows alone',
    live_login: 'tells the session to whoever holds both random halves of its live credentials',
    find_places: 'the gazetteer; of tenant tables it reads the rows of the transaction’s own tenant alone',
    fold_counts: 'adds up counts in place and answers nothing',
    keep_count: 'a trigger: it counts the rows of the statement that fired it, each for its own tenant',
    keep_customer_count: 'a trigger: it counts the customers of the statement that fired it, each for its own tenant',
    keep_ended_total: 'adds up what is over by its day, from a trigger of bookings alone',
    outbox_take: 'the relay delivers for all tenants; within a tenant it hands out its own rows alone',
    outbox_done: 'the relay; within a tenant it marks its own rows alone',
    outbox_failed: 'the relay; within a tenant it marks its own rows alone',
    outbox_given_up: 'the relay; within a tenant it marks its own rows alone',
    schedule_invoices: 'makes each tenant’s next monthly run, for all alike; within a tenant it does nothing',
    security_event_put: 'adds an event of the transaction’s own tenant, and answers nothing',
    supplier_messages_take: 'delivers orders for all tenants; within a tenant it hands out its own rows alone',
    supplier_orders_overdue: 'names orders to look at, of all tenants; within a tenant its own alone',
    tenant_of_subdomain: 'tells the id behind a public host name',
    tenant_of_token: 'tells the tenant to whoever holds 256 random bits',
    tidy_security_events: 'deletes what is older than a week at least, for all tenants alike, and answers nothing',
    tidy_supplier_reports: 'deletes what has expired, for all tenants alike, and answers nothing',
    tidy: 'deletes what has expired, for all tenants alike, and answers nothing',
  }

  const taker = '00000000-0000-4000-8000-00000000c1a1'
  beforeAll(() => owner.query("insert into claimant values ($1, 'infinity')", [taker]))

  it('are all listed, search temporary tables last, and are not public', async () => {
    const { rows } = await owner.query(`
      select proname::text as name, proconfig[1] as path,
        prorettype = 'trigger'::regtype or not exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner)))
          where grantee = 0) as restricted
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by proname`)
    expect(rows).toEqual(
      Object.keys(reasons)
        .sort()
        .map((name) => ({ name, path: 'search_path=public, pg_temp', restricted: true })),
    )
  })

  it('neither hand out nor mark another tenant’s outbox rows within a tenant', async () => {
    const theirRow = made.get(`outbox ${theirs}`) as { id: number; kind: string }
    await owner.query('update outbox set due_at = now(), done_at = null')
    const take: [string, unknown[]] = ['select from outbox_take($1, 10, $2)', [theirRow.kind, taker]]
    expect(await attempt(mine, take)).toBe(0)
    for (const mark of [
      'select outbox_done(array[$1::bigint])',
      `select outbox_failed($1, 'no', '1 hour', '${taker}')`,
      "select outbox_given_up($1, 'no')",
    ]) {
      await client.query(`begin; set local parada.tenant = '${mine}'`)
      await client.query(mark, [theirRow.id])
      await client.query('commit')
    }
    const { rows } = await owner.query('select done_at, last_error from outbox where id = $1', [theirRow.id])
    expect(rows).toEqual([{ done_at: null, last_error: null }])
    expect(await attempt(undefined, take)).toBe(1)
  })

  it('are not misled by a temporary table of the same name', async () => {
    const { kind } = made.get(`outbox ${theirs}`) as { kind: string }
    const decoy = 'create temp table outbox (like public.outbox including defaults)'
    const lure = "insert into pg_temp.outbox (id, tenant_id, kind, payload) values (1, 1, 'lure', '{}')"
    expect(await attempt(undefined, [decoy], [lure], ["select from outbox_take('lure', 10, $1)", [taker]])).toBe(0)
    expect(await attempt(undefined, [decoy], [lure], ['select from outbox_take($1, 10, $2)', [kind, taker]])).toBe(1)
  })
})

describe('contains-filters under row-level security', () => {
  it('use the trigram index', async () => {
    await owner.query(`insert into number_validation
        (tenant_id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result)
      select ${mine}, '+34', (600000000 + n * 7919)::text, '1234', 'OK' from generate_series(1, 12000) n`)
    await owner.query('vacuum analyze number_validation')
    const rows = await database.pool.connect().then(async (connection) => {
      await connection.query(`begin; set local parada.tenant = '${mine}'`)
      const plan = await connection.query("explain select * from number_validation where mobile_number ilike '%61234%'")
      await connection.query('rollback')
      connection.release()
      return plan.rows
    })
    expect(JSON.stringify(rows)).toContain('Bitmap Index Scan on number_validation_search')
  })
})
