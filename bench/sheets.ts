import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { AuthorizationSheet } from '@parada/contract/calls/authorization-sheets'
import { authorizationFields } from '@parada/domain/authorization/fields'
import { sheetFields } from '@parada/domain/authorization/sheet/columns'
import { clockIn } from '../apps/server/src/exports/clock.ts'
import { excelFile } from '../apps/server/src/exports/excel.ts'
import { columnsFor } from '../apps/server/src/exports/table.ts'
import { textsIn } from '../apps/server/src/exports/texts.ts'
import { demoServer } from './kit/list-server.ts'
import { percentile, timed } from './kit/measure.ts'
import { serverAlone } from './kit/product.ts'
import { type Figure, ms, ratio } from './kit/report.ts'

export const title = 'A sheet of 10,000 people, every column filled'

const people = Number(process.env.SHEET_ROWS ?? 10_000)
/** An account whose form has no special requirements. */
const [account, group] = [103, 1030]

const personOf = (n: number): Record<string, unknown> => ({
  subscriberCode: `B${n % 500}`,
  userNumber: `bench ${n}`,
  idPaymentAccount: account,
  idTravelGroup: group,
  firstName: `María ${n % 977}`,
  lastName: `García & Co. ${n % 7919}`,
  mobileNumber: `6${String(n).padStart(8, '0')}`,
  phoneNumber: `9${String(n).padStart(8, '0')}`,
  userEmail: `user${n}@example.com`,
  notificationCCEmail: `copy${n % 100}@example.com`,
  superiorEmail: `boss${n % 50}@example.com`,
  authorizationAlias: `Alias of ${n}`,
  locale: 'es_ES',
  validFromDate: Date.UTC(2026, 0, 1 + (n % 300), 12),
  expirationDate: Date.UTC(2030, 0, 1 + (n % 300), 12),
  availableTimesLeft: n % 90,
  commentsForOperator: `Ring twice, gate ${n % 300}`,
  commentsForDriver: `Calle de la Luna ${n % 200}`,
})

/** A workbook as a user would upload it. */
const sheetOf = async (from: number, count: number) => {
  const say = textsIn('es')
  async function* batches() {
    for (let n = from; n < from + count; n += 500)
      yield Array.from({ length: Math.min(500, from + count - n) }, (_, at) => {
        const person = personOf(n + at)
        return sheetFields.map((field) => person[field] ?? `Centro ${(n + at) % 60}`)
      })
  }
  const file = await excelFile({
    ...columnsFor(authorizationFields, sheetFields, say),
    title: 'Personas',
    tenant: '',
    language: 'es',
    say,
    clock: clockIn('Europe/Madrid'),
    about: [],
    count,
    batches: batches(),
  })
  return new Uint8Array(await buffer(file))
}

const megabytes = (pid: number) => {
  const [, kB = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kB) / 1_024
}

type Server = { port: number; pid: number; token: string }

const call = async ({ port, token }: Server, path: string, body?: Uint8Array<ArrayBuffer>) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/authorizations/demo/sheets${path}`, {
    method: 'POST',
    headers: { token, ...(body && { 'content-type': 'application/octet-stream' }) },
    ...(body && { body }),
  })
  const { meta, response } = (await answer.json()) as {
    meta: { errorMessage?: string }
    response?: { sheet: AuthorizationSheet }
  }
  if (!response) throw new Error(`${path} answered ${answer.status} ${meta.errorMessage}`)
  return response.sheet
}

/** Uploads and saves a sheet as the screen does. Returns how long each took and the peak memory. */
const take = async (server: Server, file: Uint8Array<ArrayBuffer>, count: number) => {
  const before = megabytes(server.pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, megabytes(server.pid))
  }, 50)
  try {
    let sheet: AuthorizationSheet | undefined
    const previewed = await timed(async () => {
      sheet = await call(server, '?fileName=people.xlsx', file)
    })
    const readWith = most - before
    if (sheet?.counts.new !== count) throw new Error(`The preview found ${JSON.stringify(sheet?.counts)}`)
    const written = await timed(async () => {
      while (sheet && sheet.left > 0) sheet = await call(server, `/${sheet.id}/write`)
    })
    if (sheet.written !== count) throw new Error(`${sheet.written} of ${count} were written`)
    return { previewed, written, readWith, grew: most - before }
  } finally {
    clearInterval(watching)
  }
}

export const measure = async (): Promise<Figure[]> => {
  const { ask, pid, port, signIn, stop } = await demoServer(async () => {}, serverAlone)
  try {
    const server = { port, pid, token: await signIn('demo') }
    const page = () => ask('/api/callers/demo/?resultsPerPage=20', { token: server.token })
    const times = async (isOver: () => boolean) => {
      const taken: number[] = []
      while (!isOver()) {
        taken.push(await timed(page))
        await wait(5)
      }
      return taken
    }
    const [first, second] = [await sheetOf(0, people), await sheetOf(people, people)]
    for (let round = 0; round < 300; round++) await page()

    const alone = await take(server, first, people)
    const until = performance.now() + 5_000
    const quiet = await times(() => performance.now() > until)
    let isOver = false
    const working = take(server, second, people).finally(() => {
      isOver = true
    })
    const busy = await times(() => isOver)
    await working
    return [
      { what: 'preview', value: alone.previewed / 1_000, unit: 's', atMost: 5 },
      {
        what: 'written',
        value: alone.written / 1_000,
        unit: 's',
        atMost: 30,
        from: `${ms(alone.written / (people / 100))} for a hundred`,
      },
      {
        what: 'memory that it takes',
        value: alone.grew,
        unit: 'MB',
        atMost: 60,
        from: `${alone.readWith.toFixed(0)} MB of it to the preview`,
      },
      ratio('p95 of a page of callers meanwhile, to its own', percentile(busy, 0.95), percentile(quiet, 0.95), 2),
    ]
  } finally {
    await stop()
  }
}
