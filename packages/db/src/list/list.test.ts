import { fields, money, number, text, time } from '@parada/domain/list/fields'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { type ListSource, listOf } from './list.ts'

const validationFields = fields({
  id: number,
  mobileNumber: text,
  validationCode: text,
  idWhiteLabel: number,
  dateCreated: time,
  dateValidated: time.nullable,
})
const spec = { fields: validationFields, range: { by: { created: 'dateCreated', validated: 'dateValidated' } } }
const source: ListSource<typeof validationFields> = {
  table: 'number_validation',
  columns: { idWhiteLabel: 't.tenant_id' },
  isCounted: true,
}
const validations = listOf(spec, source)

const tenant = 1
const rows = 40_000
let database: TestDatabase
let ids: number[]

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(`
    insert into tenant (id, subdomain, name) values (1, 'one', 'One'), (2, 'two', 'Two');
    insert into number_validation
      (tenant_id, id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result)
    select 1 + n % 2, n, '34', '6' || n, lpad((n % 7)::text, 6, '0'), 'sent' from generate_series(1, ${rows * 2}) n;
    select fold_counts();
    delete from number_validation where id % 5 = 0 or id between 20000 and 35000;
    analyze`)
  ids = (await owner.query('select id from number_validation where tenant_id = 1 order by id')).rows.map(({ id }) =>
    Number(id),
  )
  await owner.end()
})
afterAll(() => database.drop())

const read = (query: Record<string, unknown>) =>
  database.inTenant(tenant, (tx) => validations.page(tx, tenant, { pageNumber: 0, resultsPerPage: 200, ...query }))

describe('a page', () => {
  const pages = [0, 1, 4, 5, 6, 50, 100, 140]
  it.each(pages)('%i holds exactly its rows by ascending id, without deleted ones', async (pageNumber) => {
    const page = await read({ pageNumber })
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(pageNumber * 200, pageNumber * 200 + 200))
    expect(page.totalQueryCount).toBe(ids.length)
  })

  it.each(pages)('%i holds exactly its rows by descending id', async (pageNumber) => {
    const page = await read({ pageNumber, orderBy: 'id DESC' })
    expect(page.rows.map(({ id }) => id)).toEqual(ids.toReversed().slice(pageNumber * 200, pageNumber * 200 + 200))
  })

  it('past the end is empty and still has the total', async () =>
    expect(await read({ pageNumber: 900 })).toEqual({ rows: [], totalQueryCount: ids.length }))

  it('counts a row written in the same transaction', async () => {
    const counted = database.inTenant(tenant, async (tx) => {
      await tx
        .insertInto('number_validation')
        .values({
          tenant_id: tenant,
          id: 1_000_001,
          prefix_mobile_number: '34',
          mobile_number: '600',
          validation_code: '1',
          sms_sent_result: 'sent',
        })
        .execute()
      const { rows, totalQueryCount } = await validations.page(tx, tenant, {
        pageNumber: 0,
        resultsPerPage: 1,
        orderBy: 'id DESC',
      })
      return { id: rows[0]?.id, totalQueryCount }
    })
    expect(await counted).toEqual({ id: 1_000_001, totalQueryCount: ids.length + 1 })
  })
})

describe('limits on what a user may see', () => {
  const see = (within: Parameters<typeof validations.page>[3], query: Record<string, unknown> = {}) =>
    database.inTenant(tenant, (tx) =>
      validations.page(tx, tenant, { pageNumber: 0, resultsPerPage: 20, mode: 'grid', ...query }, within),
    )
  const [first, second, third] = [() => ids[0] ?? 0, () => ids[1] ?? 0, () => ids[2] ?? 0]

  it('show every row when undefined, and none when empty', async () => {
    expect(await see(undefined)).toEqual(await read({ resultsPerPage: 20 }))
    for (const within of [[], [{ field: 'id', values: [] } as const]])
      expect(await see(within)).toEqual({ rows: [], totalQueryCount: 0 })
  })

  it('show the rows that match any of them, within the filters', async () => {
    const limits = [
      { field: 'id', values: [first(), second()] },
      { field: 'mobileNumber', values: [`6${third()}`] },
    ] as const
    const found = await see(limits)
    expect(found.rows.map(({ id }) => id)).toEqual([first(), second(), third()])
    expect(found.totalQueryCount).toBe(3)
    expect((await see(limits, { id: second() })).rows.map(({ id }) => id)).toEqual([second()])
    expect((await see(limits, { pageNumber: 5 })).totalQueryCount).toBe(3)
  })
})

describe('a filter', () => {
  const found = async (query: Record<string, unknown>) => (await read(query)).rows.map(({ id }) => id)

  it('accepts one number, several or a range', async () => {
    const [a = 0, b = 0, c = 0] = ids
    expect(await found({ id: `${b}` })).toEqual([b])
    expect(await found({ id: `${c},${a}` })).toEqual([a, c])
    expect(await found({ id: `..${b}` })).toEqual([a, b])
    expect(await found({ id: `${b}..${c}` })).toEqual([b, c])
  })

  it('is rejected by name when it is invalid or its field is unknown', async () => {
    for (const query of [{ id: 'x' }, { secret: '1' }, { view: 'any' }])
      await expect(read(query)).rejects.toMatchObject({ field: Object.keys(query)[0] })
  })
})

describe('a range', () => {
  it('applies to the first time field unless another is named', async () => {
    const [row] = (await read({ resultsPerPage: 1 })).rows
    const created = row?.dateCreated ?? 0
    expect((await read({ from: created, to: created })).rows).toContainEqual(row)
    expect((await read({ from: created, dateType: 'validated' })).rows).toEqual([])
  })
})

describe('a short range', () => {
  const short = listOf(spec, { ...source, hasShortRange: true })
  const all = { from: 0, to: Date.now() + 86_400_000 }
  const asked = (pageNumber: number, orderBy = 'id ASC') => ({ pageNumber, resultsPerPage: 200, orderBy, ...all })
  const readShort = (pageNumber: number, orderBy?: string) =>
    database.inTenant(tenant, (tx) => short.page(tx, tenant, asked(pageNumber, orderBy)))

  it.each([0, 3, 60])('has the same page %i by id as an ordinary range, in both directions', async (pageNumber) => {
    for (const orderBy of ['id ASC', 'id DESC'])
      expect(await readShort(pageNumber, orderBy)).toEqual(await read({ pageNumber, orderBy, ...all }))
  })

  it('is searched before its rows are sorted by id', async () => {
    const planOf = async (list: typeof short) => {
      const { text, values } = list.compile(tenant, asked(0)).page
      const { rows } = await database.pool.query(`explain ${text}`, [...values])
      return rows.map((line) => line['QUERY PLAN']).join('\n')
    }
    expect(await planOf(short)).toMatch(/InitPlan.*Sort Key/s)
    expect(await planOf(validations)).not.toContain('Sort Key')
  })
})

describe('a list of part of a table', () => {
  const views = { all: '', low: 't.id <= 100', high: 't.id > 100' }
  const some = listOf(spec, { ...source, where: `t.validation_code = '000003'`, views, orderBy: 'id DESC' })
  const page = (query: Record<string, unknown> = {}) =>
    database.inTenant(tenant, (tx) => some.page(tx, tenant, { pageNumber: 0, resultsPerPage: 200, ...query }))
  const low = () => ids.filter((id) => id % 7 === 3 && id <= 100)

  it('counts and pages only its rows', async () => {
    const { rows, totalQueryCount } = await page()
    expect(new Set(rows.map(({ validationCode }) => validationCode))).toEqual(new Set(['000003']))
    expect(totalQueryCount).toBe(ids.filter((id) => id % 7 === 3).length)
  })

  it('shows one view, and counts every view whichever is shown', async () => {
    expect((await page({ view: 'low' })).rows.map(({ id }) => id)).toEqual(low().toReversed())
    const counts = await database.inTenant(tenant, (tx) => some.counts(tx, tenant, { view: 'low', id: '..1000' }))
    const all = ids.filter((id) => id % 7 === 3 && id <= 1_000).length
    expect(counts).toEqual({ all, low: low().length, high: all - low().length })
  })
})

describe('amounts', () => {
  const rides = fields({
    id: number,
    price: money('currency').nullable,
    toll: money('currency').nullable,
    currency: text,
  })
  const list = listOf(
    { fields: rides, sums: ['price', 'toll'] },
    { table: 'booking', columns: { price: 't.price_customer_total', currency: 't.price_customer_currency' } },
  )

  it('are summed over the whole list by currency, the one with most rows first', async () => {
    const owner = new pg.Client(database.ownerUrl)
    await owner.connect()
    await owner.query(`
      insert into booking (tenant_id, id, status, origin, asap, time_booking_start, price_customer_total, toll, price_customer_currency)
      values (1, 1, 30, '{}', true, now(), 10.10, null, 'EUR'), (1, 2, 30, '{}', true, now(), 0.20, 3, 'EUR'),
             (1, 3, 30, '{}', true, now(), 7, 1.5, 'GBP'), (2, 4, 30, '{}', true, now(), 99, 9, 'EUR')`)
    await owner.end()
    const page = await database.inTenant(tenant, (tx) => list.page(tx, tenant, { pageNumber: 0, resultsPerPage: 1 }))
    expect(page.rows).toHaveLength(1)
    expect(page).toMatchObject({
      totalQueryCount: 3,
      totalAmount: 10.3,
      totals: [
        { currency: 'EUR', amounts: { price: 10.3, toll: 3 } },
        { currency: 'GBP', amounts: { price: 7, toll: 1.5 } },
      ],
    })
  })

  it('can be filtered by value and by range', async () => {
    const found = async (price: string) =>
      (
        await database.inTenant(tenant, (tx) => list.page(tx, tenant, { pageNumber: 0, resultsPerPage: 20, price }))
      ).rows.map(({ id }) => id)
    expect(await found('10.1')).toEqual([1])
    expect(await found('0.2,7')).toEqual([2, 3])
    expect(await found('..7')).toEqual([2, 3])
  })
})
