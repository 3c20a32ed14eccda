import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { authorizations } from '@parada/contract/calls/authorizations'
import { connect } from '@parada/db/connect'
import { fields, money, number, text, time } from '@parada/domain/list/fields'
import excel from 'exceljs'
import { clockIn } from '../apps/server/src/exports/clock.ts'
import { excelFile } from '../apps/server/src/exports/excel.ts'
import { columnsFor } from '../apps/server/src/exports/table.ts'
import { textsIn } from '../apps/server/src/exports/texts.ts'
import { demoServer, tenantId } from './kit/list-server.ts'
import { median, percentile, timed } from './kit/measure.ts'
import { serverAlone } from './kit/product.ts'
import { type Figure, ms, ratio } from './kit/report.ts'

export const title = 'Exports to Excel, 30 columns wide, beside ExcelJS’s streaming writer'

const rows = Number(process.env.EXPORT_ROWS ?? 200_000)
const manyRows = Number(process.env.EXPORT_MANY_ROWS ?? 1_000_000)
const wide = 30

const columns = Object.keys(authorizations.list.list.fields).slice(0, wide)

/** Fills nearly every column, with texts as long as people's names and addresses are. */
const insert = `
  insert into customer_authorization (tenant_id, subscriber_code, user_number, first_name, last_name, mobile_number,
    phone_number, user_email, notification_cc_email, superior_email, authorization_alias, id_user, comments_for_operator,
    comments_for_driver, id_payment_account, authorization_group_id, authorization_type, payment_method_type, valid_from_date,
    expiration_date, available_times_left, authorization_break1, authorization_break2)
  select $1, 'S' || n % 5000, 'bench ' || n, 'María ' || n % 977, 'García & Co. ' || n % 7919, '6' || n, '9' || n,
    'user' || n || '@example.com', 'copy' || n % 100 || '@example.com', 'boss' || n % 50 || '@example.com',
    'Alias of ' || n, null, 'Ring twice, gate ' || n % 300, 'Calle de la Luna ' || n % 200, account, n % 40, n % 3, n % 5,
    now() - n * interval '1 minute', now() + n * interval '1 minute', n % 90, 'Cost centre ' || n % 60, 'Project ' || n % 800
  from generate_series($2::int, $3::int) n,
    (select min(id) as account from payment_account where tenant_id = $1)`

const indexes = `
  select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'customer_authorization' and indexname not in (select conname from pg_constraint)`

/** Adds authorizations. The indexes are rebuilt afterwards, which is faster. */
const fill = async (ownerUrl: string, from: number, to: number) => {
  const client = await connect(ownerUrl, 'bench')
  try {
    const { rows: built } = await client.query<{ name: string; definition: string }>(indexes)
    for (const { name } of built) await client.query(`drop index ${name}`)
    await client.query(insert, [tenantId('demo'), from, to])
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { definition } of built) await client.query(definition)
    await client.query('select fold_counts()')
    await client.query('vacuum analyze customer_authorization')
  } finally {
    await client.end()
  }
}

const megabytes = (pid: number) => {
  const [, kB = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kB) / 1_024
}

type Server = Pick<Awaited<ReturnType<typeof demoServer>>, 'port' | 'pid'> & { token: string }

/** Downloads one export and discards it. Returns the time to its first byte, the total time and the peak memory. */
const download = async ({ port, pid, token }: Server) => {
  const began = performance.now()
  const before = megabytes(pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, megabytes(pid))
  }, 50)
  const first = Promise.withResolvers<number>()
  await new Promise<void>((resolve, reject) => {
    const path = '/api/authorizations/demo/all/export/excel'
    const headers = { token, 'content-type': 'application/json' }
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The export answered ${answer.statusCode}`))
      answer.once('data', () => first.resolve(performance.now() - began))
      answer.on('data', () => {})
      answer.once('end', resolve)
      answer.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(JSON.stringify({ columns, language: 'es' }))
  }).finally(() => clearInterval(watching))
  return { first: await first.promise, took: performance.now() - began, grew: most - before, most }
}

const rideFields = fields({
  ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`text${at}`, text])),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`number${at}`, number])),
  ...Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`time${at}`, time])),
  ...Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`money${at}`, money()])),
})
const names = Object.keys(rideFields)

const madeUp = (n: number) =>
  names.map((name, at) => {
    if (name.startsWith('text')) return `Calle de la Luna ${(n * 7 + at) % 5_003}, ${at}`
    if (name.startsWith('time')) return 1_760_000_000_000 + n * 60_000 + at
    return name.startsWith('money') ? ((n * 37 + at) % 10_000) / 100 : n * at
  })

const away = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const writeOwn = async (count: number) => {
  const say = textsIn('es')
  async function* batches() {
    for (let n = 0; n < count; n += 200)
      yield Array.from({ length: Math.min(200, count - n) }, (_, at) => madeUp(n + at))
  }
  const table = {
    ...columnsFor(rideFields, names, say),
    title: 'Rides',
    tenant: 'Radio Taxi',
    language: 'es' as const,
    say,
    clock: clockIn('Europe/Madrid'),
    about: [],
    count,
    batches: batches(),
  }
  await pipeline(await excelFile(table), away())
}

const writeTheirs = async (count: number) => {
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: away(), useStyles: true, useSharedStrings: false })
  const sheet = book.addWorksheet('Rides', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = names.map((name) => ({
    header: name,
    key: name,
    ...(name.startsWith('time') && { style: { numFmt: 'dd/mm/yyyy hh:mm' } }),
    ...(name.startsWith('money') && { style: { numFmt: '#,##0.00 [$€-1]' } }),
  }))
  for (let n = 0; n < count; n++) {
    const values = madeUp(n).map((value, at) => (names[at]?.startsWith('time') ? new Date(value) : value))
    sheet.addRow(values).commit()
    // Without a pause nothing would leave the stream before the last row.
    if (n % 200 === 0) await wait(0)
  }
  sheet.commit()
  await book.commit()
}

/** Times each writer twice, the second time in the opposite order; the better time counts. */
const compareWriters = async () => {
  const own: number[] = []
  const theirs: number[] = []
  own.push(await timed(() => writeOwn(rows)))
  theirs.push(await timed(() => writeTheirs(rows)))
  theirs.push(await timed(() => writeTheirs(rows)))
  own.push(await timed(() => writeOwn(rows)))
  return ratio('time to write them, to that of ExcelJS', Math.min(...own), Math.min(...theirs), 0.5)
}

export const measure = async (): Promise<Figure[]> => {
  const compared = await compareWriters()
  const { ask, ownerUrl, pid, port, signIn, stop } = await demoServer((url) => fill(url, 1, rows), serverAlone)
  try {
    const token = await signIn('demo')
    const server = { port, pid, token }
    const page = () => ask('/api/callers/demo/?resultsPerPage=20', { token })
    const times = async (isOver: () => boolean) => {
      const taken: number[] = []
      while (!isOver()) {
        taken.push(await timed(page))
        await wait(5)
      }
      return taken
    }
    for (let round = 0; round < 300; round++) await page()

    const single = await download(server)
    const until = performance.now() + Math.max(3_000, single.took)
    const quiet = await times(() => performance.now() > until)
    let isOver = false
    const exporting = download(server).finally(() => {
      isOver = true
    })
    const busy = await times(() => isOver)
    const second = await exporting

    await fill(ownerUrl, rows + 1, manyRows)
    const many = await download(server)
    const told = (count: number) => count.toLocaleString('en')
    return [
      {
        what: `memory that ${told(rows)} rows take`,
        value: single.grew,
        unit: 'MB',
        atMost: 60,
        from: `${ms(single.took)} in all`,
      },
      { what: 'first byte', value: single.first, unit: 'ms', atMost: 1_000 },
      compared,
      {
        what: `memory at most with ${told(manyRows)} rows, to ${told(rows)}`,
        value: many.most / Math.max(single.most, second.most),
        unit: '×',
        atMost: 1.1,
        from: `${many.most.toFixed(0)} MB / ${Math.max(single.most, second.most).toFixed(0)} MB`,
      },
      { what: `first byte of ${told(manyRows)} rows`, value: many.first, unit: 'ms', atMost: 1_000 },
      ratio('p95 of a page of callers meanwhile, to its own', percentile(busy, 0.95), percentile(quiet, 0.95), 2),
      { what: 'median of the same', value: median(busy) / median(quiet), unit: '×' },
    ]
  } finally {
    await stop()
  }
}
