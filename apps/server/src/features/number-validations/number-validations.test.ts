import type { NumberValidation } from '@parada/contract/calls/number-validations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await server.signInAs('administrator')
})
afterAll(() => server.stop())

const list = async (query = '') => {
  const { status, meta, response } = await server.ask<{ validations: NumberValidation[] }>(
    `/api/numbervalidation/demo${query && `?${query}`}`,
    { token },
  )
  return { status, meta, rows: response?.validations ?? [] }
}

it('takes the list parameters and returns response.validations with the total in meta (L-144)', async () => {
  const { status, meta, rows } = await list('pageNumber=2&resultsPerPage=50&orderBy=dateCreated%20DESC')
  expect([status, meta.code, meta.totalQueryCount, rows.length]).toEqual([200, 200, 9_000, 50])
  const dates = rows.map(({ dateCreated }) => dateCreated)
  expect(dates).toEqual(dates.toSorted((a, b) => b - a))
})

it('returns 20 rows by ascending id by default (L-015)', async () => {
  const ids = (await list()).rows.map(({ id }) => id)
  expect(ids).toHaveLength(20)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

it('finds nothing for a number larger than the column holds', async () => {
  for (const query of ['idWhiteLabel=3000000000', 'id=9007199254740991'])
    expect((await list(query)).meta.totalQueryCount).toBe(0)
})

it('treats the special characters of LIKE and SQL as ordinary text', async () => {
  for (const text of ['%', '_', '\\', "'; drop table number_validation; --", '<b>'])
    expect((await list(`mobileNumber=${encodeURIComponent(text)}`)).rows).toEqual([])
  expect((await list()).meta.totalQueryCount).toBe(9_000)
})

it('keeps the total right as rows are added and removed', async () => {
  const total = async () => (await list()).meta.totalQueryCount
  const [one] = await server.database.inTenant(1, (tx) =>
    tx
      .insertInto('number_validation')
      .values({
        tenant_id: 1,
        prefix_mobile_number: '34',
        mobile_number: '600111222',
        validation_code: '1',
        sms_sent_result: 'sent',
      })
      .returning('id')
      .execute(),
  )
  expect(await total()).toBe(9_001)
  await server.database.inTenant(1, (tx) =>
    tx
      .deleteFrom('number_validation')
      .where('id', '=', one?.id ?? 0)
      .execute(),
  )
  expect(await total()).toBe(9_000)
})
