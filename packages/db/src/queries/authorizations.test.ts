import { authorizationFields } from '@parada/domain/authorization/fields'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { listOf } from '../list/list.ts'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import {
  authorizationChanges,
  authorizationsOfPhone,
  bookableAuthorization,
  changeAuthorization,
  lockAuthorization,
  readAuthorization,
  spendAuthorization,
} from './authorizations.ts'

let database: TestDatabase
let owner: pg.Client

/**
 * Vacuums until every page is all-visible, as index-only scans need: a session that is just connecting to any database
 * of the cluster keeps newer rows from being marked.
 */
const makeVisible = () =>
  vi.waitFor(
    async () => {
      await owner.query('vacuum analyze')
      const { rows } = await owner.query(`select relname from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible < relpages`)
      expect(rows).toEqual([])
    },
    { timeout: 30_000 },
  )

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One');
    insert into payment_account (tenant_id, id, name) values (1, 7, 'Invented');
    insert into booking_break_config (tenant_id, id_payment_account, id, label, mandatory)
      values (1, 7, 2, 'Reason', true), (1, 7, 1, 'Project', false);
    insert into customer_authorization (tenant_id, id, subscriber_code, user_number, id_payment_account, status,
        first_name, mobile_number, phone_number, available_times_left)
      select 1, n, 'S' || n % 50, n::text, 7, 1, 'Ana ' || n, '6' || n, '9' || n, case when n = 1 then 2 end
      from generate_series(1, 20000) n`)
  await makeVisible()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const read = (id: number) => database.inTenant(1, (tx) => readAuthorization(tx, 1, id))

describe('booking under an authorization', () => {
  it('returns what a booking takes over, with the account fields in order', async () => {
    const found = await database.inTenant(1, (tx) => bookableAuthorization(tx, 1, 5))
    expect(found).toMatchObject({
      id: 5,
      subscriberCode: 'S5',
      userNumber: '5',
      status: 1,
      idPaymentAccount: 7,
      validFromDate: null,
      expirationDate: null,
      availableTimesLeft: null,
      firstName: 'Ana 5',
      phone: '65',
      email: '',
    })
    expect(found?.bookingBreakConfigs.map(({ id, mandatory }) => [id, mandatory])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(await database.inTenant(1, (tx) => bookableAuthorization(tx, 1, 99_999))).toBeUndefined()
  })

  it('spends no more uses than are left, however many are spent at once', async () => {
    const spend = () => database.inTenant(1, (tx) => spendAuthorization(tx, 1, 1))
    const spent = await Promise.all(Array.from({ length: 6 }, spend))
    expect(spent.filter(Boolean)).toHaveLength(2)
    expect(await read(1)).toMatchObject({ availableTimesLeft: 0, countServices: 2 })
  })

  it('counts bookings when uses are unlimited', async () => {
    expect(await database.inTenant(1, (tx) => spendAuthorization(tx, 1, 2))).toBe(true)
    expect(await read(2)).toMatchObject({ availableTimesLeft: null, countServices: 1 })
  })
})

it('lists who changed what since a version', async () => {
  const now = new Date('2026-05-05T10:00:00Z')
  const change = (given: object, who: string) =>
    database.inTenant(1, async (tx) => {
      const before = await lockAuthorization(tx, 1, 3)
      if (!before) throw new Error('There is no authorization 3')
      return changeAuthorization(tx, { tenantId: 1, by: { who }, now }, before, given)
    })
  await change({ firstName: 'Eva', expirationDate: now.getTime() }, 'Desk')
  const { version } = await change({ firstName: 'Eva' }, 'Nobody')
  expect(version).toBe(2)
  await change({ expirationDate: null }, 'Another')
  const changes = await database.inTenant(1, (tx) => authorizationChanges(tx, 1, 3, 1))
  expect(changes).toEqual([
    {
      at: now.getTime(),
      who: 'Desk',
      before: { firstName: 'Ana 3', expirationDate: null },
      after: { firstName: 'Eva', expirationDate: now.getTime() },
    },
    { at: now.getTime(), who: 'Another', before: { expirationDate: now.getTime() }, after: { expirationDate: null } },
  ])
})

describe('under row-level security, an index serves', () => {
  const planOf = async (text: string, values: unknown[], setting = '') => {
    const client = await database.pool.connect()
    await client.query(`begin; set local parada.tenant = '1'; ${setting}`)
    const { rows } = await client.query(`explain ${text}`, values)
    await client.query('rollback')
    client.release()
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it('the lookup of an incoming call', async () => {
    const found = await database.inTenant(1, (tx) => authorizationsOfPhone(tx, 1, ['65', '+3465']))
    expect(found.map(({ id }) => id)).toEqual([5])
    const plan = await planOf(
      `select id from customer_authorization where tenant_id = 1
         and (mobile_number = any($1::text[]) or phone_number = any($1::text[])) order by id limit 50`,
      [['65', '+3465']],
    )
    expect(plan).not.toContain('Seq Scan')
  })

  it('the counters, for all accounts and for some', async () => {
    const counters = `select count(*), count(*) filter (where t.status = 1),
        count(*) filter (where t.status = 1 and t.expiration_date < now() + interval '30 days'),
        count(*) filter (where t.status = 1 and t.available_times_left = 0)
      from customer_authorization t where t.tenant_id = $1`
    // The people in this test have so few fields that reading them all would be just as fast.
    for (const [text, values] of [
      [counters, [1]],
      [`${counters} and t.id_payment_account = any($2::bigint[])`, [1, [7, 8]]],
    ] as const)
      expect(
        await planOf(text, [...values], 'set local enable_seqscan = off; set local enable_bitmapscan = off'),
      ).toContain('Index Only Scan using authorization_views')
  })

  it.each([
    ['the first page', {}],
    ['a filter by part of a name', { firstName: 'ana 1999' }],
    ['a user limited to some accounts', {}, [{ field: 'idPaymentAccount' as const, values: [7, 8] }]],
  ])('%s', async (_, query, within?) => {
    const list = listOf({ fields: authorizationFields }, { table: 'customer_authorization', orderBy: 'id DESC' })
    const { page } = list.compile(1, { pageNumber: 0, resultsPerPage: 20, ...query }, within)
    expect(await planOf(page.text, [...page.values])).not.toContain('Seq Scan')
  })
})
