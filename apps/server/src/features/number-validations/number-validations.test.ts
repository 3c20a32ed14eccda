import type { NumberValidation } from '@parada/contract/calls/number-validations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing.ts'

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

it('L-144 answers the list parameters with response.validations and the total in meta', async () => {
  const { status, meta, rows } = await list('pageNumber=2&resultsPerPage=50&orderBy=dateCreated%20DESC')
  expect([status, meta.code, meta.totalQueryCount, rows.length]).toEqual([200, 200, 9_000, 50])
  const dates = rows.map(({ dateCreated }) => dateCreated)
  expect(dates).toEqual(dates.toSorted((a, b) => b - a))
})

it('gives every field of the record', async () => {
  const [row] = (await list()).rows
  expect(Object.keys(row ?? {})).toEqual([
    'id',
    'prefixMobileNumber',
    'mobileNumber',
    'validationCode',
    'smsSentResult',
    'idWhiteLabel',
    'dateCreated',
    'dateValidated',
  ])
})

it('L-015 serves 20 rows by ascending id when nothing else is asked', async () => {
  const ids = (await list()).rows.map(({ id }) => id)
  expect(ids).toHaveLength(20)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

it('walks all pages without repeating or missing a row, shallow and deep alike', async () => {
  const seen = new Set<number>()
  for (let page = 0; page < 46; page++)
    for (const { id } of (await list(`pageNumber=${page}&resultsPerPage=200&orderBy=smsSentResult%20DESC`)).rows)
      seen.add(id)
  expect(seen.size).toBe(9_000)
})

it('filters by any column, and by several at once', async () => {
  const [sample] = (await list('pageNumber=7')).rows
  if (!sample) throw new Error('No sample')
  const found = await list(`mobileNumber=${sample.mobileNumber.slice(2, 8)}&validationCode=${sample.validationCode}`)
  expect(found.rows).toContainEqual(sample)
  expect(found.rows.every(({ mobileNumber }) => mobileNumber.includes(sample.mobileNumber.slice(2, 8)))).toBe(true)
  expect((await list(`id=${sample.id}`)).rows).toEqual([sample])
  const day = `${sample.dateCreated},${sample.dateCreated + 86_400_000}`
  const created = (await list(`dateCreated=${day}&resultsPerPage=200`)).rows
  expect(created).toContainEqual(sample)
  expect(
    created.every(
      ({ dateCreated }) => dateCreated >= sample.dateCreated && dateCreated < sample.dateCreated + 86_400_000,
    ),
  ).toBe(true)
})

it('finds nothing for a number larger than the column holds', async () => {
  for (const query of ['idWhiteLabel=3000000000', 'id=9007199254740991'])
    expect((await list(query)).meta.totalQueryCount).toBe(0)
})

it('takes signs of LIKE and of SQL as ordinary text', async () => {
  for (const text of ['%', '_', '\\', "'; drop table number_validation; --", '<b>'])
    expect((await list(`mobileNumber=${encodeURIComponent(text)}`)).rows).toEqual([])
  expect((await list()).meta.totalQueryCount).toBe(9_000)
})

it('keeps its count right as rows come and go', async () => {
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

it.each([
  ['an unknown field', 'password=1', 'password'],
  ['an order by an unknown field', 'orderBy=password%20ASC', 'orderBy'],
  ['an order that is SQL', 'orderBy=id%20ASC;drop', 'orderBy'],
  ['a negative page', 'pageNumber=-1', 'pageNumber'],
  ['too large a page', 'resultsPerPage=201', 'resultsPerPage'],
  ['a date that is none', 'dateCreated=yesterday', 'dateCreated'],
  ['a range turned round', 'dateCreated=5,4', 'dateCreated'],
  ['a filter given twice', 'mobileNumber=1&mobileNumber=2', 'mobileNumber'],
  ['a number that is none', 'id=abc', 'id'],
])('refuses %s by name', async (_, query, field) => {
  const { status, meta } = await list(query)
  expect([status, meta.field]).toEqual([400, field])
})

it.each(['operator', 'newcomer', 'supplier'] as const)(
  'is closed to the %s, who lacks viewUserByWhitelabel',
  async (kind) => {
    const { status, meta } = await server.ask('/api/numbervalidation/demo', { token: await server.signInAs(kind) })
    expect([status, meta.errorMessage]).toEqual([403, 'Not authorized'])
  },
)

it('shows a tenant its own rows alone', async () => {
  const { meta, response } = await server.ask<{ validations: NumberValidation[] }>(
    '/api/numbervalidation/costa?resultsPerPage=200',
    {
      token: await server.signInAs('administrator', 'costa'),
    },
  )
  expect(meta.totalQueryCount).toBe(6_500)
  expect(response?.validations.every(({ idWhiteLabel }) => idWhiteLabel === 2)).toBe(true)
})
