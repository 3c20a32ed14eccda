import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Database } from '@parada/db/open'
import { theHouse } from '@parada/db/queries/booking-changes'
import { sendRoutes, sentRoutes } from '@parada/db/queries/routes'
import { messageOf } from '@parada/domain/errors'
import { breakColumns } from '@parada/domain/list/list'
import { valuesOf } from '@parada/domain/route/breaks'
import type { RouteRecord } from '@parada/domain/trip/records'
import { clockIn } from '../exports/clock.ts'
import { csvFile } from '../exports/csv.ts'
import type { CellKind } from '../exports/table.ts'
import { commandLineEvent } from '../security/security-event.ts'
import { readArguments } from './arguments.ts'
import { command, readSubdomain, tenantNamed } from './command.ts'
import { Refused } from './refused.ts'

const kinds = {
  idExport: 'number',
  id: 'number',
  timeStart: 'time',
  timeEnd: 'time',
  idUser: 'number',
  customerName: 'text',
  idAuthorization: 'number',
  idPaymentAccount: 'number',
  originAddressString: 'text',
  destinationAddressString: 'text',
  distanceMeters: 'number',
  distanceType: 'number',
  shared: 'text',
} as const satisfies Partial<Record<keyof RouteRecord, CellKind>>

const { authorization, booking } = breakColumns()

const columns = [
  ...Object.entries(kinds),
  ...[...authorization, ...booking].map((name): [string, CellKind] => [name, 'text']),
].map(([heading, kind], at) => ({ heading, kind, at, text: String }))

const rowOf = (route: RouteRecord) => {
  const [ofAuthorization, ofRoute] = [valuesOf(route.authorizationBreaks), valuesOf(route.bookingBreaks)]
  return [
    ...(Object.keys(kinds) as (keyof typeof kinds)[]).map((name) => route[name]),
    ...authorization.map((_, at) => ofAuthorization[at + 1]),
    ...booking.map((_, at) => ofRoute[at + 1]),
  ]
}

async function* inOneBatch(routes: readonly RouteRecord[]) {
  yield routes.map(rowOf)
}

const csvOf = (routes: readonly RouteRecord[]) =>
  csvFile({ language: 'en', clock: clockIn('UTC'), columns, currencies: [], batches: inOneBatch(routes) })

const readNumber = (word: string | undefined) => {
  if (word === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new Refused(`"${word}" is not the number of an export`)
  return Number(word)
}

type ExportRequest = { subdomain: string; path: string; again: number | undefined }

const save = async (database: Database, tenantId: number, number: number, { subdomain, path }: ExportRequest) => {
  const routes = await database.inTenant(tenantId, async (tx) => {
    const sent = await sentRoutes(tx, tenantId, number)
    if (sent.length > 0) commandLineEvent(tx, { kind: 'export', detail: `routes export ${number}` })
    return sent
  })
  if (routes.length === 0) throw new Refused(`${subdomain} has no export ${number}`)
  try {
    // The file says who was where, so nobody else on the machine may read it, and no existing file is overwritten.
    await writeFile(path, csvOf(routes), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new Refused(
      `${path} cannot be written: ${messageOf(error)}. The routes are marked as sent: write their file with --again ${number}`,
    )
  }
  return routes.length
}

const exportRoutes = command('routes export', {
  usage: '<subdomain> <file.csv> [--again <number>]',
  about: 'marks the recorded routes that are ready as sent and saves them; with --again the file of an earlier export',
  read: (args): ExportRequest => {
    const { words, options } = readArguments(args, { words: 2, options: ['again'] })
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), words[1] ?? '')
    if (existsSync(path)) throw new Refused(`${path} is there already`)
    return { subdomain: readSubdomain(words[0]), path, again: readNumber(options.again) }
  },
  run: async (database, wanted) => {
    const { subdomain, path, again } = wanted
    const id = await tenantNamed(database, subdomain)
    const number =
      again ??
      (await database.inTenant(id, (tx) =>
        sendRoutes({ tx, tenant: { id, subdomain }, by: theHouse, now: new Date() }),
      ))
    if (number === undefined) return `${subdomain} has no routes to send`
    const count = await save(database, id, number, wanted)
    return `Export ${number} of ${subdomain}: ${count} routes are in ${path}`
  },
})

export const routeCommands = [exportRoutes]
