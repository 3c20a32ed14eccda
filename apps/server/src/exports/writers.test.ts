import { buffer, text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { code, decimal, fields, flag, money, number, text as textField, texts, time } from '@parada/domain/list/fields'
import readExcel from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { pdfPages, pdfTexts } from '../deliveries/testing-pdf.ts'
import type { Locale } from '../words/words.ts'
import { clockIn } from './clock.ts'
import { csvFile } from './csv.ts'
import { excelFile } from './excel.ts'
import { listPdf } from './list-pdf.ts'
import { columnsFor, type Row, type Table } from './table.ts'
import { textsIn } from './texts.ts'

const rideFields = fields({
  id: number,
  name: textField,
  price: money('currency').nullable,
  currency: textField.nullable,
  distance: decimal.nullable,
  dateCreated: time.nullable,
  asap: flag,
  status: code('bookingStatus'),
  tags: texts,
})

type Options = { chosen?: (keyof typeof rideFields)[]; language?: Locale; timeZone?: string; count?: number }

const tableOf = (rows: Record<string, unknown>[], options: Options = {}): Table => {
  const { chosen = Object.keys(rideFields), language = 'en', timeZone = 'Europe/Madrid', count = rows.length } = options
  const say = textsIn(language)
  const { names, columns, currencies } = columnsFor(rideFields, chosen, say)
  async function* batches(): AsyncGenerator<Row[]> {
    for (let at = 0; at < rows.length; at += 100)
      yield rows.slice(at, at + 100).map((row) => names.map((name) => row[name] ?? null))
  }
  return {
    title: 'Rides / all',
    tenant: 'Radio Taxi Ñandú',
    language,
    say,
    clock: clockIn(timeZone),
    about: ['Status: Finished'],
    columns,
    currencies,
    count,
    batches: batches(),
  }
}

const excel = async (rows: Record<string, unknown>[], options?: Options) =>
  (await readExcel(await buffer(await excelFile(tableOf(rows, options)))))[0]?.data ?? []

const formulas = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")']

it('writes user input to Excel as text, never as a formula', async () => {
  const [, ...rows] = await excel(
    formulas.map((name, id) => ({ id, name })),
    { chosen: ['name'] },
  )
  // The Excel reader trims.
  expect(rows.map(([name]) => name)).toEqual(formulas.map((name) => name.trim()))
})

it('writes user input to CSV as text, never as a formula', async () => {
  const rows = formulas.map((name, id) => ({ id, name }))
  const [, ...lines] = (await text(csvFile(tableOf(rows, { chosen: ['name'] })))).split('\r\n')
  expect(lines.slice(0, -1).map((line) => line.replace(/^"|"$/g, '').slice(0, 2))).toEqual(
    formulas.map((name) => `'${name[0]}`),
  )
})

it.each([
  ['what XML reserves', 'A & B <b> "c" \'d\''],
  ['signs beyond the basic plane', '🚕 中文 ñandú'],
  ['an escape of Excel’s own', '_x0041_ and _x00e1_'],
  ['lines', 'one\ntwo'],
])('keeps %s', async (_, name) => {
  const [, row] = await excel([{ id: 1, name }], { chosen: ['name'] })
  expect(row?.[0]).toBe(name.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))
})

it('drops or replaces characters that XML cannot hold', async () => {
  const [, row] = await excel([{ id: 1, name: 'a\u0000b\u0008c\ufffed\ud800e' }], { chosen: ['name'] })
  expect(row?.[0]).toBe('abcd\ufffde')
})

it('truncates a text to the limit of a cell', async () => {
  const [, row] = await excel([{ id: 1, name: 'x'.repeat(40_000) }], { chosen: ['name'] })
  expect(String(row?.[0]).length).toBe(32_767)
})

it('writes numbers as numbers, and codes, flags and lists of texts in the reader’s language', async () => {
  const ride = {
    id: 7,
    name: '',
    price: 1234.5,
    currency: 'EUR',
    distance: 3.25,
    asap: true,
    status: 20,
    tags: ['a', 'b'],
  }
  const [heading, row] = await excel([ride], {
    chosen: ['id', 'price', 'distance', 'asap', 'status', 'tags'],
    language: 'es',
  })
  expect(heading?.[0]).toBe('Id')
  expect(row?.slice(0, 3)).toEqual([7, 1234.5, 3.25])
  expect(row?.[3]).toBe('Sí')
  expect(row?.[4]).toBe(textsIn('es')('codes.bookingStatus.20'))
  expect(row?.[5]).toBe('a, b')
})

const autumn = ['2026-10-24T22:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z']
const onTheClock = ['2026-10-25 00:30:00', '2026-10-25 02:30:00', '2026-10-25 02:30:00', '2026-10-25 03:30:00']

it('writes times in the reader’s zone, across the night on which the clock goes back', async () => {
  const rows = autumn.map((moment, id) => ({ id, dateCreated: Date.parse(moment) }))
  const [, ...dates] = await excel(rows, { chosen: ['dateCreated'] })
  expect(dates.map(([date]) => date)).toEqual(onTheClock.map((moment) => new Date(`${moment.replace(' ', 'T')}Z`)))
  const [, ...lines] = (await text(csvFile(tableOf(rows, { chosen: ['dateCreated'] })))).split('\r\n')
  expect(lines.slice(0, -1)).toEqual(onTheClock)
  const [, canary] = await excel(rows, { chosen: ['dateCreated'], timeZone: 'Atlantic/Canary' })
  expect(canary?.[0]).toEqual(new Date('2026-10-24T23:30:00Z'))
})

it.each(['Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'agrees with Intl on every half hour of two years in %s',
  (timeZone) => {
    const clock = clockIn(timeZone)
    const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    const wrong: string[] = []
    for (let moment = Date.UTC(2025, 0, 1); moment < Date.UTC(2027, 0, 1); moment += 3_600_000 / 2) {
      const shown = new Date(clock(moment)).toISOString().slice(0, 19).replace('T', ' ')
      if (shown !== parts.format(moment)) wrong.push(`${shown} is ${parts.format(moment)}`)
    }
    expect(wrong).toEqual([])
  },
)

const priced = [
  { id: 1, name: 'a', price: 12.5, currency: 'EUR' },
  { id: 2, name: 'b', price: -3, currency: 'GBP' },
  { id: 3, name: 'c', price: 1_000, currency: 'USD' },
  { id: 4, name: 'd', price: 7, currency: null },
]

it('adds the currency of each amount in CSV, with the separators of the reader’s language', async () => {
  const english = await text(csvFile(tableOf(priced, { chosen: ['id', 'price'] })))
  expect(english.split('\r\n').slice(1, 5)).toEqual(['1,12.50,EUR', '2,-3.00,GBP', '3,1000.00,USD', '4,7.00,EUR'])
  const spanish = await text(csvFile(tableOf(priced, { chosen: ['id', 'price', 'currency'], language: 'es' })))
  expect(spanish.split('\r\n').slice(1, 3)).toEqual(['1;12,50;EUR', '2;-3,00;GBP'])
})

it('begins a CSV file with a byte order mark and quotes values with separators, quotes or line breaks (RFC 4180)', async () => {
  const rows = [{ id: 1, name: 'a,"b"\r\nc' }]
  const file = await buffer(csvFile(tableOf(rows, { chosen: ['name', 'id'] })))
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(file.toString()).toContain('"a,""b""\r\nc",1\r\n')
})

it('keeps amounts as numbers in Excel, whatever their currency', async () => {
  const [, ...rows] = await excel(priced, { chosen: ['price'] })
  expect(rows.map(([price]) => price)).toEqual([12.5, -3, 1_000, 7])
})

it('continues on another sheet when one is full', async () => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id, name: `n${id}` }))
  const sheets = await readExcel(await buffer(await excelFile(tableOf(rows, { chosen: ['id'] }), 101)))
  expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['Rides   all', 101],
    ['Rides   all 2', 101],
    ['Rides   all 3', 51],
  ])
  expect(sheets.flatMap(({ data }) => data.slice(1).map(([id]) => id))).toEqual(rows.map(({ id }) => id))
})

it.each([
  ['Excel', excelFile, 100],
  ['CSV', csvFile, 100],
  ['PDF', listPdf, 20],
])('reads rows only as fast as the file is consumed: %s', async (_, write, most) => {
  let read = 0
  const name = () => Array.from({ length: 10 }, () => crypto.randomUUID()).join(' ')
  async function* batches(): AsyncGenerator<Row[]> {
    for (; read < most; read++, await turn())
      yield Array.from({ length: 100 }, (_, id) => [id, name(), 1, 'EUR', 1, 0, true, 20, []])
  }
  const file = await write({ ...tableOf([]), count: most * 100, batches: batches() })
  for (let before = -1; before !== read; ) {
    before = read
    for (let round = 0; round < 200; round++) await turn()
  }
  expect(read).toBeLessThan(most / 2)
  file.resume()
  await new Promise((resolve) => file.once('end', resolve))
  expect(read).toBe(most)
})

it.each([
  ['Excel', excelFile],
  ['CSV', csvFile],
  ['PDF', listPdf],
])('stops reading rows when the file is abandoned: %s', async (_, write) => {
  let isOver = false
  async function* batches(): AsyncGenerator<Row[]> {
    try {
      for (; ; await turn())
        yield Array.from({ length: 100 }, (_, id) => [id, crypto.randomUUID(), 1, 'EUR', 1, 0, true, 20, []])
    } finally {
      isOver = true
    }
  }
  const file = await write({ ...tableOf([]), count: 10_000, batches: batches() })
  await new Promise((resolve) => file.once('data', resolve))
  file.destroy()
  await expect.poll(() => isOver).toBe(true)
})

it.each([
  ['Excel', excelFile],
  ['CSV', csvFile],
  ['PDF', listPdf],
])('ends the file with an error when reading the rows fails: %s', async (_, write) => {
  async function* batches(): AsyncGenerator<Row[]> {
    yield [[1, 'a', 1, 'EUR', 1, 0, true, 20, []]]
    throw new Error('The database is gone')
  }
  const file = await write({ ...tableOf([]), count: 2, batches: batches() })
  await expect(buffer(file)).rejects.toThrow('The database is gone')
})

it('prints the tenant, the title and the filters, and the headings on every page', async () => {
  const rows = Array.from({ length: 120 }, (_, id) => ({ id, name: `Name ${id}`, price: id, currency: 'GBP' }))
  const pdf = await buffer(listPdf(tableOf(rows, { chosen: ['id', 'name', 'price'] })))
  const drawn = pdfTexts(pdf)
  const pages = pdfPages(pdf)
  expect(pages).toBeGreaterThan(1)
  expect(drawn).toContain('Radio Taxi Ñandú')
  expect(drawn).toContain('Rides / all')
  expect(drawn).toContain('Status: Finished')
  expect(drawn.filter((one) => one === 'Name')).toHaveLength(pages)
  expect(drawn).toContain(`${pages}`)
  for (const { name } of rows) expect(drawn).toContain(name)
  expect(drawn).toContain('£119.00')
})
