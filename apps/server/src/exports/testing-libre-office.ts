import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fields, money, number, text, time } from '@parada/domain/list/fields'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { clockIn } from './clock.ts'
import { excelFile } from './excel.ts'
import { columnsFor, type Table } from './table.ts'
import { textsIn } from './texts.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parada-files-'))
  server = await testServer()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** CSV options of LibreOffice: comma, quotes, UTF-8, from the first row, language en-US, cells as shown. */
const asShown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,false,false,-1'

/** The lines of each sheet as LibreOffice shows them. */
const shown = async (name: string) => {
  const out = await mkdtemp(join(folder, 'shown-'))
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  const args = [profile, '--headless', '--convert-to', asShown, '--outdir', out, join(folder, name)]
  const { stderr } = await promisify(execFile)('soffice', args)
  expect(stderr).not.toMatch(/error/i)
  const sheets = (await readdir(out)).sort()
  return Promise.all(sheets.map(async (sheet) => (await readFile(join(out, sheet), 'utf8')).trimEnd().split('\n')))
}

const rideFields = fields({
  id: number,
  name: text,
  price: money('currency'),
  currency: text,
  dateCreated: time.nullable,
})

const tableOf = (rows: unknown[][]): Table => {
  const say = textsIn('en')
  async function* batches() {
    yield rows
  }
  return {
    ...columnsFor(rideFields, Object.keys(rideFields), say),
    title: 'Rides',
    tenant: 'Radio Taxi',
    language: 'en',
    say,
    clock: clockIn('Europe/Madrid'),
    about: [],
    count: rows.length,
    batches: batches(),
  }
}

const rows: [cells: unknown[], shown: string][] = [
  [[1, '=1+1', 12.5, 'EUR', Date.UTC(2026, 9, 25, 0, 30)], '1,=1+1,12.50 €,EUR,25/10/2026 02:30'],
  [[2, '+cmd|calc', -3, 'GBP', Date.UTC(2026, 9, 25, 1, 30)], '2,+cmd|calc,-£3.00,GBP,25/10/2026 02:30'],
  [[3, '@SUM(A1)', 1_234.5, 'USD', Date.UTC(2026, 0, 1, 23, 59)], '3,@SUM(A1),"$1,234.50",USD,02/01/2026 00:59'],
  [[4, '-2+3', 7, 'MXN', null], '4,-2+3,7.00 MXN,MXN,'],
  [[5, 'ñandú 🚕 & <b>', 0.1, 'EUR', Date.UTC(2026, 6, 1, 6, 0)], '5,ñandú 🚕 & <b>,0.10 €,EUR,01/07/2026 08:00'],
  [[6, '_x0041_', 0, 'EUR', null], '6,_x0041_,0.00 €,EUR,'],
]

it('shows texts as they were typed, dates, numbers and money', async () => {
  await pipeline(await excelFile(tableOf(rows.map(([cells]) => cells))), createWriteStream(join(folder, 'rides.xlsx')))
  const [[heading, ...lines] = []] = await shown('rides.xlsx')
  expect(heading?.split(',')[0]).toBe('Id')
  expect(lines).toEqual(rows.map(([, line]) => line))
})

it('shows every sheet of a list that one does not hold', async () => {
  const many = Array.from({ length: 25 }, (_, id) => [id, 'a', 1, 'EUR', null])
  await pipeline(await excelFile(tableOf(many), 11), createWriteStream(join(folder, 'sheets.xlsx')))
  expect((await shown('sheets.xlsx')).map((lines) => lines.length).sort()).toEqual([11, 11, 6])
})

it('shows the callers of the demo as the list does', async () => {
  const token = await server.signInAs('everything')
  const body = { phoneNumber: '+34600999888', firstName: '=HYPERLINK("http://example.com","x")' }
  await server.ask('/api/callers/demo/', { method: 'POST', token, body })
  const list = await server.ask<{ callers: { id: number; phoneNumber: string }[] }>(
    '/api/callers/demo/?resultsPerPage=200',
    { token },
  )
  const exported = await server.app.inject({
    method: 'POST',
    url: '/api/callers/demo/export/excel',
    headers: { token },
    payload: { columns: ['id', 'phoneNumber', 'firstName'] },
  })
  await writeFile(join(folder, 'callers.xlsx'), exported.rawPayload)
  const [[, ...lines] = []] = await shown('callers.xlsx')
  expect(lines).toHaveLength(list.meta.totalQueryCount ?? 0)
  expect(lines.slice(0, 200).map((line) => line.split(',')[0])).toEqual(list.response?.callers.map(({ id }) => `${id}`))
  expect(lines[0]).toContain('"=HYPERLINK(""http://example.com"",""x"")"')
})
