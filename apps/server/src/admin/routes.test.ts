import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf } from '@parada/db/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { runAdmin } from './commands.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'parada-routes-'))
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const admin = (...words: string[]) =>
  runAdmin(
    ['routes', 'export', ...words],
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )

const query = <Row>(text: string) => server.database.inTenant(1, (tx) => rowsOf<Row>(tx, { text, values: [] }))
const ready = () =>
  query<{ id: number; status: number }>('select id, status from route_tracking where status in (300, 350) order by id')
const linesOf = (name: string) => readFileSync(file(name), 'utf8').replace('\ufeff', '').trimEnd().split('\r\n')

it('exports ready routes once, even if two people export at the same time, and marks them as sent', async () => {
  const before = await ready()
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([300, 350]))
  const said = await Promise.all([admin('demo', file('one.csv')), admin('demo', file('two.csv'))])
  const [sent = '', nothing = ''] = said[0].startsWith('Export') ? said : said.toReversed()
  expect(nothing).toBe('demo has no routes to send')
  const [, number = '', count, path = ''] = /^Export (\d+) of demo: (\d+) routes are in (.+)$/.exec(sent) ?? []
  expect(Number(count)).toBe(before.length)
  expect(await ready()).toEqual([])

  const [heading = '', ...lines] = readFileSync(path, 'utf8').replace('\ufeff', '').trimEnd().split('\r\n')
  expect(heading).toMatch(/^idExport,id,timeStart,timeEnd,.*,authorizationBreakValue1,.*,bookingBreakValue9$/)
  expect(lines.map((line) => line.split(',').slice(0, 2).map(Number))).toEqual(
    before.map(({ id }) => [Number(number), id]),
  )
  expect(statSync(path).mode & 0o777).toBe(0o600)

  const [told] = await query<{ routes: number; lines: number }>(`
    select count(*)::int as routes, count(j.id)::int as lines from route_tracking r left join trip_journal j
      on j.tenant_id = r.tenant_id and j.mode = 'route' and j.id_trip = r.id and j.version = r.version and j.action = 'sent'
    where r.status = 400 and r.id_export = ${number}`)
  expect(told).toEqual({ routes: before.length, lines: before.length })

  expect(await admin('demo', file('again.csv'), '--again', number)).toContain(`Export ${number} of demo`)
  expect(linesOf('again.csv')).toEqual([heading, ...lines])
})

it('gives the next export the next number', async () => {
  await query(
    'update route_tracking set status = 300 where id = (select max(id) from route_tracking where status = 400)',
  )
  const [, number] = /^Export (\d+)/.exec(await admin('demo', file('next.csv'))) ?? []
  const [latest] = await query<{ n: number }>('select max(id_export)::int as n from route_tracking')
  expect(Number(number)).toBe(latest?.n)
  expect(linesOf('next.csv')).toHaveLength(2)
})

it.each([
  ['a file that is there', ['demo', folder], /is there already$/],
  ['an unknown export', ['demo', file('none.csv'), '--again', '999'], 'demo has no export 999'],
  ['a number in words', ['demo', file('none.csv'), '--again', 'last'], '"last" is not the number of an export'],
  ['an unknown tenant', ['nobody', file('none.csv')], /^There is no tenant nobody/],
  ['no file', ['demo'], /Usage/],
])('refuses %s', async (_, words, message) => {
  await expect(admin(...words)).rejects.toThrow(message)
})
