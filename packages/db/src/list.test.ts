import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { numberValidationList } from './queries/number-validations.ts'
import { cloneDatabase, type TestDatabase } from './testing.ts'

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
  database.inTenant(tenant, (tx) =>
    numberValidationList.page(tx, tenant, { pageNumber: 0, resultsPerPage: 200, ...query }),
  )

describe('a page', () => {
  const pages = [0, 1, 4, 5, 6, 50, 100, 140]
  it.each(pages)('%i is cut exactly by ascending id, deleted rows left out', async (pageNumber) => {
    const page = await read({ pageNumber })
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(pageNumber * 200, pageNumber * 200 + 200))
    expect(page.totalQueryCount).toBe(ids.length)
  })

  it.each(pages)('%i is cut exactly by descending id', async (pageNumber) => {
    const page = await read({ pageNumber, orderBy: 'id DESC' })
    expect(page.rows.map(({ id }) => id)).toEqual(ids.toReversed().slice(pageNumber * 200, pageNumber * 200 + 200))
  })

  it('past the end is empty and still tells the total', async () =>
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
      const { rows, totalQueryCount } = await numberValidationList.page(tx, tenant, {
        pageNumber: 0,
        resultsPerPage: 1,
        orderBy: 'id DESC',
      })
      return { id: rows[0]?.id, totalQueryCount }
    })
    expect(await counted).toEqual({ id: 1_000_001, totalQueryCount: ids.length + 1 })
  })
})

describe('what the asker may see', () => {
  const see = (within: Parameters<typeof numberValidationList.page>[3], query: Record<string, unknown> = {}) =>
    database.inTenant(tenant, (tx) =>
      numberValidationList.page(tx, tenant, { pageNumber: 0, resultsPerPage: 20, mode: 'grid', ...query }, within),
    )
  const [first, second, third] = [() => ids[0] ?? 0, () => ids[1] ?? 0, () => ids[2] ?? 0]

  it('is everything without limits, and nothing with none that shows a row', async () => {
    expect(await see(undefined)).toEqual(await read({ resultsPerPage: 20 }))
    for (const within of [[], [{ field: 'id', values: [] } as const]])
      expect(await see(within)).toEqual({ rows: [], totalQueryCount: 0 })
  })

  it('is whatever one of the limits shows, within the filters', async () => {
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
