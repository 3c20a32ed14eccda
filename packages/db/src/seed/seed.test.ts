import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Checksum, checksumOf, listTables } from '../installation/backup-tables.ts'
import { migrate } from '../installation/migrate.ts'
import { cloneDatabase, createDatabase } from '../testing/cluster.ts'
import { demoUsers } from './demo-users.ts'
import { seedDemo } from './seed.ts'

const options = {
  history: 300,
  now: new Date('2026-03-14T09:26:53Z'),
  hashPassword: async (plain: string) => `hash of ${plain}`,
  makeSecret: () => 'a secret of the supplier links, not a random one',
}

let databases: { ownerUrl: string; drop: () => Promise<void> }[]
let owners: pg.Client[]

const read = async (sql: string, client = owners[0]) => (await client?.query(sql))?.rows ?? []

const checksums = async (client: pg.Client) => {
  const sums: Record<string, Checksum> = {}
  for (const table of await listTables(client)) sums[table.name] = await checksumOf(client, table)
  return sums
}

/** A database whose owner is not a superuser. */
const createWeakDatabase = async (appUrl: string) => {
  const target = await createDatabase(inject('paradaOwnerUrl'))
  const url = new URL(target.ownerUrl)
  const superuser = new pg.Client({ connectionString: inject('paradaOwnerUrl') })
  await superuser.connect()
  await superuser.query("create role weak_seeder login password 'weak'")
  await superuser.query(`alter database ${url.pathname.slice(1)} owner to weak_seeder`)
  const weakUrl = Object.assign(url, { username: 'weak_seeder', password: 'weak' }).href
  await migrate(weakUrl, { appUrl })
  const drop = async () => {
    await target.drop()
    await superuser.query('drop role weak_seeder')
    await superuser.end()
  }
  return { ownerUrl: weakUrl, drop }
}

beforeAll(async () => {
  const usual = await cloneDatabase(inject('paradaOwnerUrl'))
  databases = [usual, await createWeakDatabase(usual.appUrl)]
  for (const { ownerUrl } of databases) await seedDemo(ownerUrl, options)
  owners = databases.map(({ ownerUrl }) => new pg.Client({ connectionString: ownerUrl }))
  await Promise.all(owners.map((client) => client.connect()))
}, 120_000)

afterAll(async () => {
  await Promise.all(owners.map((client) => client.end()))
  await Promise.all(databases.map((database) => database.drop()))
})

describe('the demo seed', () => {
  it('is the same in every run, even if its owner is not a superuser', async () => {
    const [first, second] = await Promise.all(owners.map(checksums))
    expect(first).toEqual(second)
    expect(Number(first?.booking?.rows)).toBeGreaterThan(0)
  })

  it('leaves row-level security forced on bookings, journals, ratings and trajectories', async () => {
    for (const owner of owners)
      expect(
        await read(
          `select count(*) filter (where not relforcerowsecurity)::int as open, count(*)::int as all from pg_class
           where oid in ('booking'::regclass, 'booking_journal'::regclass, 'rating'::regclass, 'trajectory'::regclass)`,
          owner,
        ),
      ).toEqual([{ open: 0, all: 4 }])
  })

  it('fills the wallets of most users, with promo uses counted correctly and only rides of their own', async () => {
    const [found] =
      await read(`select count(distinct id_user)::int as users, count(*) filter (where kind = 'ride')::int as rides,
        (array_agg(distinct kind order by kind)) as kinds from wallet_movement`)
    expect(found.users).toBeGreaterThan(3_000)
    expect(found.rides).toBeGreaterThan(10)
    expect(found.kinds).toEqual(expect.arrayContaining(['opening', 'payment', 'promo', 'ride']))
    const wrong = await read(`
      select 'promo' as what, p.id from promo p where current_usages <>
        (select count(*) from wallet_movement m where m.tenant_id = p.tenant_id and m.id_promo = p.id)
      union all select 'code', c.id from promo_code c where current_usages <>
        (select count(*) from promo_user u where u.tenant_id = c.tenant_id and u.id_promo_code = c.id)
      union all select 'holder', u.id_user from promo_user u where uses <>
        (select count(*) from wallet_movement m where m.tenant_id = u.tenant_id and m.id_promo = u.id_promo and m.id_user = u.id_user)
      union all select 'ride', m.id from wallet_movement m join booking b on b.tenant_id = m.tenant_id and b.id = m.id_booking
        where b.id_user <> m.id_user
      union all select 'date', m.id from wallet_movement m join wallet_movement b on b.tenant_id = m.tenant_id
        and b.id_user = m.id_user and b.number = m.number_before where b.date > m.date or m.date > '2026-03-14T09:26:53Z'`)
    expect(wrong).toEqual([])
    const states = await read(`select count(*) filter (where valid_to < '2026-03-14')::int as over,
        count(*) filter (where current_usages = uses_total)::int as "usedUp", count(*)::int as all from promo where tenant_id = 1`)
    expect(states).toEqual([{ over: 1, usedUp: 1, all: 13 }])
  })

  it('records in the journal how each live booking reached its state', async () => {
    const rows = await read(`
      select b.status, b.status_dispatch as "statusDispatch", b.version, b.created_at, b.time_updated,
        json_agg(json_build_object('version', j.version, 'before', j.before, 'after', j.after) order by j.id) as lines,
        min(j.at) as first, max(j.at) as last, bool_and(j.who <> '') as "isSigned"
      from booking b join booking_journal j on j.tenant_id = b.tenant_id and j.id_booking = b.id
      where b.status in (10, 20, -30) group by b.tenant_id, b.id`)
    expect(rows).toHaveLength(900)
    for (const { lines, status, statusDispatch, version, isSigned, ...row } of rows) {
      expect(isSigned).toBe(true)
      expect(lines.map((line: { version: number }) => line.version)).toEqual(
        Array.from({ length: version }, (_, index) => index + 1),
      )
      expect([row.first, row.last]).toEqual([row.created_at, row.time_updated])
      const told: Record<string, unknown> = {}
      for (const { before, after } of lines) {
        expect(told).toMatchObject(before)
        Object.assign(told, after)
      }
      expect(told).toMatchObject({ status, statusDispatch })
    }
  })

  it.each([
    ['three tenants', 'select count(*)::int from tenant', 3, 3],
    ['20,000 number validations', 'select count(*)::int from number_validation', 20_000, 20_000],
    ['300 places or more', 'select count(*)::int from place', 300, 1000],
    ['500 callers a tenant', 'select min(n)::int from (select count(*) n from caller group by tenant_id) c', 500, 500],
    [
      '60 points of interest a tenant',
      'select min(n)::int from (select count(*) n from poi group by tenant_id) p',
      60,
      500,
    ],
    [
      '300 alive bookings a tenant',
      'select min(n)::int from (select count(*) n from booking where status in (10, 20, -30) group by tenant_id) b',
      300,
      300,
    ],
    [
      'validations that were never confirmed',
      'select count(*)::int from number_validation where date_validated is null',
      2_000,
      10_000,
    ],
    ['blacklisted callers', 'select count(*)::int from caller where is_blacklisted', 10, 150],
  ])('holds %s', async (_, sql, least, most) => {
    const [row] = await read(sql)
    const count = Number(Object.values(row)[0])
    expect(count).toBeGreaterThanOrEqual(least)
    expect(count).toBeLessThanOrEqual(most)
  })

  it('has no number validation in the future', async () =>
    expect(
      await read(
        `select id from number_validation where greatest(date_created, date_validated) > '2026-03-14T09:26:53Z'`,
      ),
    ).toEqual([]))

  it('has documents of 2,000 people, hundreds of them in review, which share a few dozen images', async () => {
    const [held] = await read(`
      select count(distinct (tenant_id, id_user))::int as people, count(*) filter (where status = 'inReview')::int as review,
        count(distinct image_front)::int as images,
        bool_and((image_front is null) = (status = 'pendingToBeUploaded')) as "isWhole" from identity_document`)
    expect(held).toEqual({ people: 2_068, review: 593, images: 24, isWhole: true })
  })

  it('leaves the kept list counts folded', async () =>
    expect(
      await read(
        'select list, array_agg(delta::int order by tenant_id, id_run) as counts from list_count group by 1 order by 1',
      ),
    ).toEqual([
      { list: 'address', counts: [80, 80, 80] },
      { list: 'caller', counts: [500, 500, 500] },
      { list: 'customer', counts: [2_500, 1_500, 1_000] },
      { list: 'customer_authorization', counts: [400, 400, 400] },
      { list: 'document_look', counts: [208, 122, 103] },
      { list: 'fleet_vehicle', counts: [40, 40, 40] },
      { list: 'identity_document', counts: [1_870, 1_082, 710] },
      { list: 'invoice', counts: [6, 2, 5] },
      { list: 'notification', counts: [40, 40, 40] },
      { list: 'number_validation', counts: [9_000, 6_500, 4_500] },
      { list: 'processor_config', counts: [16, 16, 16] },
      { list: 'promo', counts: [13, 13, 13] },
      { list: 'promo_code', counts: [256, 256, 256] },
      { list: 'route_sheet', counts: [180, 155, 154] },
      { list: 'route_tracking', counts: [1_200, 700, 500] },
      { list: 'security_event', counts: [161, 156, 159] },
      { list: 'ticket', counts: [3_000, 1_800, 1_200] },
      { list: 'ticket_title', counts: [11, 11, 11] },
    ]))

  it('has route sheets with whole journals and mostly known towns, some of them refused', async () => {
    const [held] = await read(`
      select count(distinct status)::int as statuses, count(distinct nifarrendatario)::int as lessees,
        bool_and((status = -10) = (error_message <> '') and (status = -10) = (idservicio is null)) as "isReasoned",
        count(*) filter (where cgmuniinicio <> '') * 10 > count(*) * 9 as "isPlaced",
        bool_and(version = (select max(version) from vehicle_journal j
          where j.tenant_id = s.tenant_id and j.kind = 'sheet' and j.id_record = s.id)) as "isTold"
      from route_sheet s`)
    expect(held).toEqual({ statuses: 4, lessees: 3, isReasoned: true, isPlaced: true, isTold: true })
  })

  it('has tickets of every supplier and every account, each with its whole journal', async () => {
    const [held] = await read(`
      select count(distinct t.id_public_transport_supplier)::int as suppliers,
        count(distinct t.id_payment_account)::int as accounts, count(distinct t.status)::int as statuses,
        count(*) filter (where t.booking_breaks <> '[]')::int > 100 as "hasBreaks",
        bool_and(t.version = (select max(version) from trip_journal j
          where j.tenant_id = t.tenant_id and j.mode = 'ticket' and j.id_trip = t.id)) as "isTold",
        bool_and(t.id_public_transport_supplier = any(s.id_public_transport_suppliers) and t.title = s.name) as "isTitled",
        bool_and(coalesce(a.id_payment_account = t.id_payment_account, t.id_payment_account is null)) as "isPaid"
      from ticket t join ticket_title s on s.tenant_id = t.tenant_id and s.id = t.id_ticket_title
      left join customer_authorization a on a.tenant_id = t.tenant_id and a.id = t.id_authorization`)
    expect(held).toEqual({
      suppliers: 3,
      accounts: 24,
      statuses: 4,
      hasBreaks: true,
      isTold: true,
      isTitled: true,
      isPaid: true,
    })
  })

  it('has routes of every status and every account, each with the right path and its whole journal', async () => {
    const [held] = await read(`
      select count(distinct r.status)::int as statuses, count(distinct r.id_payment_account)::int as accounts,
        count(distinct r.id_user)::int > 150 as "hasUsers",
        bool_and(r.version = (select max(version) from trip_journal j
          where j.tenant_id = r.tenant_id and j.mode = 'route' and j.id_trip = r.id)) as "isTold",
        bool_and((r.distance_meters is not null) = (r.status in (-200, 200, 250, 300, 350, 400))) as "isMeasured",
        bool_and((p.id_route is not null) = (r.status = -110 or r.distance_meters is not null and r.distance_type = 3)) as "isDrawn",
        bool_and((r.id_export is not null) = (r.status = 400)) as "isExported",
        bool_and(coalesce(a.id_payment_account = r.id_payment_account, r.id_payment_account is null)) as "isPaid"
      from route_tracking r left join route_path p on p.tenant_id = r.tenant_id and p.id_route = r.id
      left join customer_authorization a on a.tenant_id = r.tenant_id and a.id = r.id_authorization`)
    expect(held).toEqual({
      statuses: 12,
      accounts: 24,
      hasUsers: true,
      isTold: true,
      isMeasured: true,
      isDrawn: true,
      isExported: true,
      isPaid: true,
    })
  })

  it('gives live bookings on an account to people with an active authorization', async () => {
    const alive = 'b.status in (10, 20, -30) and b.id_payment_account is not null'
    const [count] = await read(`select count(*)::int as linked from booking b where ${alive}`)
    expect(count.linked).toBeGreaterThan(50)
    expect(
      await read(`select b.id from booking b left join customer_authorization a
          on a.tenant_id = b.tenant_id and a.id = b.id_authorization and a.status = 1
            and a.id_payment_account = b.id_payment_account and a.subscriber_code = b.subscriber_code
        where ${alive} and a.id is null`),
    ).toEqual([])
  })

  it('stores its users for the sign-in page', async () =>
    expect((await read("select value from installation where key = 'demo'"))[0].value.users).toEqual(demoUsers))

  it('moves the sequences past its rows, so that a new caller gets a free id', async () => {
    const [made] = await read(
      `insert into caller (tenant_id, phone_number) values (1, 'new') returning id > (select max(id) from caller) as past`,
    )
    expect(made.past).toBe(true)
  })

  it('puts a booking’s own fleet first among its filtered fleets', async () =>
    expect(await read(`select id from booking where split_part(fleets_filtered, ',', 1) <> id_fleet::text`)).toEqual(
      [],
    ))

  it('gives bookings a destination and a reference where the tenant wants them', async () =>
    expect(
      await read(`select b.id from booking b join tenant t on t.id = b.tenant_id
        where (b.mandatory_destination and b.destination is null)
           or (front_config->>'mandatoryDestination')::boolean <> b.mandatory_destination
           or (front_config->>'showBookingReference')::boolean <> (b.booking_reference <> '')`),
    ).toEqual([]))

  it('uses only existing points of interest as origins', async () =>
    expect(
      await read(`select b.id from booking b left join poi p
          on p.tenant_id = b.tenant_id and p.id = (origin->>'idPoi')::bigint and p.lat = (origin->>'lat')::float8
        where (origin->>'isPoi')::boolean and p.id is null`),
    ).toEqual([]))

  it('writes nothing when it fails half-way', async () => {
    const database = await cloneDatabase(inject('paradaOwnerUrl'))
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query("insert into tenant (id, subdomain, name) values (99, 'demo', 'Taken')")
    await expect(seedDemo(database.ownerUrl, options)).rejects.toThrow('duplicate key')
    expect(await read('select subdomain from tenant', owner)).toEqual([{ subdomain: 'demo' }])
    expect(await read('select id from place', owner)).toEqual([])
    await owner.end()
    await database.drop()
  })
})
