import type { Page } from '@parada/contract/kit'
import { isList, type ListCall } from '@parada/contract/list'
import { allCalls } from '@parada/contract/testing'
import { Batch, type Statement } from '@parada/db/batch'
import { endBookings } from '@parada/db/testing/ended-bookings'
import type { PermissionKey } from '@parada/domain/access/permissions'
import type { Field } from '@parada/domain/list/fields'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillBooks } from '../testing/rides-on-account.ts'
import { pathFor, searchText, type TestServer, testServer } from '../testing/server.ts'
import { mountOf } from './bind.ts'

const lesseeOf = (taxId: unknown) => `${taxId}/A lessee`

/**
 * Which rows a permission shows: those whose field holds one of its ids and, with `orEmpty`, those without a value. A
 * new list must be added here, or marked as showing the whole tenant.
 */
type ListScope = { permission: PermissionKey; field: string; orEmpty?: boolean; granted?: (id: unknown) => string }
const scopes: Record<string, ListScope | 'tenant'> = {
  'assistance.list': 'tenant',
  'numberValidations.list': 'tenant',
  'mobility.live': { permission: 'viewMobilityBookingsByWhitelabel', field: 'idWhiteLabel' },
  'mobility.toInvoice': { permission: 'viewMobilityToInvoiceByWhitelabel', field: 'idWhiteLabel' },
  'mobility.afterLife': { permission: 'viewMobilityToInvoiceByWhitelabel', field: 'idWhiteLabel' },
  'promos.list': 'tenant',
  'promos.codes': 'tenant',
  'notifications.list': 'tenant',
  'finishedBookings.list': { permission: 'editServiceByFleet', field: 'idSupplier' },
  'invoicing.toInvoice': { permission: 'viewServiceToInvoiceByFleet', field: 'idSupplier' },
  'invoicing.historic': { permission: 'editServiceToInvoiceByFleet', field: 'idSupplier' },
  'invoicing.cancelled': { permission: 'editServiceToInvoiceByFleet', field: 'idSupplier' },
  'invoicing.cancelledByDesk': { permission: 'editServiceByFleet', field: 'idSupplier' },
  'callers.search': { permission: 'editCallerByFleet', field: 'idSupplier', orEmpty: true },
  'users.list': { permission: 'viewUserByWhitelabel', field: 'idWhiteLabel' },
  'addresses.list': { permission: 'editCallerByFleet', field: 'idSupplier', orEmpty: true },
  'authorizations.list': { permission: 'editAuthorizationByPA', field: 'idPaymentAccount' },
  'invoices.list': { permission: 'viewInvoiceByIP', field: 'idPaymentAccount' },
  'invoices.blocked': { permission: 'viewInvoiceByIP', field: 'idPaymentAccount' },
  'documents.list': { permission: 'viewDocumentsByWhiteLabel', field: 'idWhiteLabel' },
  'documents.looks': 'tenant',
  'securityEvents.list': 'tenant',
  'fleetVehicles.list': {
    permission: 'adminFleetVehicleByNifArrendatario',
    field: 'routeSheet_nifarrendatarioDefault',
    granted: lesseeOf,
  },
  'routeSheets.list': {
    permission: 'viewRouteSheetsByNifArrendatario',
    field: 'nifarrendatario',
    granted: lesseeOf,
  },
  'tickets.list': { permission: 'viewTicketToInvoiceBySupplier', field: 'idPublicTransportSupplier' },
  'ticketTitles.list': 'tenant',
  'parking.alive': { permission: 'viewParkingBookingByPA', field: 'idPaymentAccount' },
  'parking.toInvoice': { permission: 'viewParkingBookingByPA', field: 'idPaymentAccount' },
  'parking.cancelled': { permission: 'viewParkingBookingByPA', field: 'idPaymentAccount' },
  'routeTracking.list': { permission: 'viewRouteTrackingByPA', field: 'idPaymentAccount' },
  'processorConfigs.list': { permission: 'createAuthorizationByPA', field: 'idPaymentAccount' },
}

const lists = allCalls.flatMap(({ name, call }) => (isList(call) ? [[name, call] as const] : []))

type Row = Record<string, unknown> & { id: number }

let server: TestServer
let everything: string
/** The statements run by the last request. */
let ran: Pick<Statement, 'text' | 'values'>[] = []

beforeAll(async () => {
  server = await testServer()
  for (const tenant of [1, 2]) await endBookings(server.database.ownerUrl, tenant, 120, server.clock.now)
  const { pool } = server.database
  const connect = pool.connect.bind(pool) as (then?: unknown) => Promise<pg.PoolClient>
  const known = new WeakSet<pg.PoolClient>()
  const connectAndWatch = async () => {
    const client = await connect()
    if (known.has(client)) return client
    known.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((asked: unknown, ...rest: unknown[]) => {
      if (asked instanceof Batch) ran.push(...asked.statements)
      return query(asked, ...rest)
    }) as typeof client.query
    return client
  }
  pool.connect = ((then?: unknown) => (then ? connect(then) : connectAndWatch())) as typeof pool.connect
  everything = await server.signInAs('everything')
  await fillBooks(server)
})
afterAll(() => server.stop())

const read = async (call: ListCall, query: Record<string, unknown> = {}, { token = everything, sd = 'demo' } = {}) => {
  ran = []
  const { status, meta, response } = await server.ask<Record<string, Row[]>>(
    `${mountOf(call)}${pathFor(call, sd)}?${searchText(query)}`,
    { token },
  )
  const page: Page<Row> = {
    rows: response?.[call.response.listKey] ?? [],
    totalQueryCount: meta.totalQueryCount ?? Number.NaN,
  }
  return { status, meta, ...page }
}

const fieldsOf = ({ list }: ListCall) => Object.entries(list.fields).filter(([name]) => !list.parameters.includes(name))

/** Filters that must match a row with this value. */
const filtersFor = ({ kind }: Field, value: unknown): string[] => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
  if (kind === 'text') return [String(value).slice(0, 100), String(value).slice(1, 4).toUpperCase()].filter(Boolean)
  if (kind === 'time') return [`${value},${Number(value) + 1}`]
  if (kind === 'texts') return [(value as string[])[0] as string]
  if (kind === 'number' || kind === 'decimal' || kind === 'money')
    return [`${value}`, `${value},${Math.round(Number(value) + 1)}`, `${value}..${value}`]
  return [`${value}`]
}

const misses = ({ kind, codes }: Field): string | undefined => {
  if (kind === 'text') return 'nothing has this 8c2f'
  if (kind === 'time') return '1,2'
  if (kind === 'number' || kind === 'decimal' || kind === 'money') return '-987654321'
  return kind === 'texts' && codes === undefined ? 'nothing has this' : undefined
}

const nonsense: Partial<Record<Field['kind'], string>> = {
  number: 'abc',
  decimal: '1..x',
  money: 'cheap',
  time: 'yesterday',
  flag: 'perhaps',
  code: 'no such code',
}

/** Columns whose values are unique within a tenant. */
const uniqueKeys = new Set(['t.phone_number', 't.invoice_code', 't.number_plate_to_sync', 't.number_plate_to_match'])

const types: Partial<Record<string, string>> = { number: 'float8', boolean: 'bool' }

/** The values as PostgreSQL sorts them. */
const sorted = async (values: unknown[], direction: 'ASC' | 'DESC') => {
  const type = types[typeof values.find((value) => value !== null)] ?? 'text'
  const { rows } = await server.database.pool.query(
    `select coalesce(array_agg(v order by v ${direction}), '{}') as sorted from unnest($1::${type}[]) v`,
    [values],
  )
  return rows[0].sorted
}

/**
 * The sort nodes that remain in the query plan of a page when PostgreSQL is told to use index order wherever it can.
 */
const sortsOf = async ({ text, values }: Pick<Statement, 'text' | 'values'>) => {
  const client = await server.database.pool.connect()
  try {
    await client.query({
      text: `begin; set local parada.tenant = '1'; set local enable_seqscan = off;
      set local enable_sort = off; set local enable_bitmapscan = off`,
    })
    const { rows } = await client.query({ text: `explain (format json) ${text}`, values: [...values] })
    const nodes: Record<string, unknown>[] = []
    const walk = (node: Record<string, unknown>) => {
      nodes.push(node)
      for (const inner of (node.Plans ?? []) as Record<string, unknown>[]) walk(inner)
    }
    walk(rows[0]['QUERY PLAN'][0].Plan)
    return nodes.flatMap((node) => {
      const type = String(node['Node Type'])
      return type.endsWith('Sort') ? [{ type, presorted: node['Presorted Key'] }] : []
    })
  } finally {
    await client.query({ text: 'rollback' })
    client.release()
  }
}

it('covers every list of the contract', () =>
  expect(lists.map(([name]) => name).sort()).toEqual(Object.keys(scopes).sort()))

describe.each(lists)('%s', (name, call) => {
  const { fields } = call.list
  /** The first rows of the list, which no test changes. */
  let all: Awaited<ReturnType<typeof read>>
  beforeAll(async () => {
    all = await read(call, { resultsPerPage: 200 })
  })

  it('returns every declared field, and pages without repeated or missing rows', async () => {
    const whole = await read(call, { resultsPerPage: 60 })
    expect(whole.status).toBe(200)
    expect(whole.rows.length).toBeGreaterThan(0)
    expect(Object.keys(whole.rows[0] ?? {})).toEqual(Object.keys(fields))
    const pages = await Promise.all([0, 1, 2].map((pageNumber) => read(call, { pageNumber, resultsPerPage: 7 })))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows.slice(0, 21))
    const beyond = await read(call, { pageNumber: 900_000 })
    expect([beyond.rows, beyond.totalQueryCount]).toEqual([[], whole.totalQueryCount])
  })

  it.each(fieldsOf(call).filter(([, { isFiltered }]) => isFiltered))('filters by %s', async (field, declared) => {
    const sample = all.rows.find((row) => filtersFor(declared, row[field]).length > 0)
    for (const filter of sample ? filtersFor(declared, sample[field]) : []) {
      const found = await read(call, { [field]: filter, resultsPerPage: 200 })
      expect([filter, found.status]).toEqual([filter, 200])
      expect(found.totalQueryCount).toBeGreaterThan(0)
      if (found.totalQueryCount <= 200) expect(found.rows.map(({ id }) => id)).toContain(sample?.id)
    }
    const miss = misses(declared)
    if (miss) expect((await read(call, { [field]: miss })).totalQueryCount).toBe(0)
    const wrong = nonsense[declared.kind]
    if (!wrong) return
    const refused = await read(call, { [field]: wrong })
    expect([refused.status, refused.meta.field]).toEqual([400, field])
  })

  it.each(
    fieldsOf(call)
      .filter(([, { isSorted }]) => isSorted)
      .flatMap(([field]) => (['ASC', 'DESC'] as const).map((direction) => [field, direction] as const)),
  )('sorts by %s %s using an index', async (field, direction) => {
    const { status, rows } = await read(call, { orderBy: `${field} ${direction}`, resultsPerPage: 200 })
    expect(status).toBe(200)
    const values = rows.map((row) => row[field])
    expect(values).toEqual(await sorted(values, direction))
    const [page] = ran.filter(({ text }) => text.includes('order by') && text.includes('limit'))
    if (!page) throw new Error('No page was read')
    const sorts = await sortsOf(page)
    // After a unique column, an incremental sort has nothing left to sort.
    expect(
      sorts.filter(({ type, presorted }) => type !== 'Incremental Sort' || !uniqueKeys.has(`${presorted}`)),
    ).toEqual([])
  })

  it('rejects unknown, unfilterable and unsortable fields, and names the parameter', async () => {
    const unfiltered = fieldsOf(call).filter(([, { isFiltered }]) => !isFiltered)
    const unsorted = fieldsOf(call).filter(([, { isSorted }]) => !isSorted)
    const queries: [Record<string, unknown>, string][] = [
      [{ password: '1' }, 'password'],
      [{ orderBy: 'password ASC' }, 'orderBy'],
      [{ orderBy: 'id ASC; drop table booking' }, 'orderBy'],
      [{ pageNumber: -1 }, 'pageNumber'],
      [{ resultsPerPage: 0 }, 'resultsPerPage'],
      [{ resultsPerPage: 201 }, 'resultsPerPage'],
      ...(call.list.range?.maxDays === undefined
        ? []
        : ([
            [{ from: 1 }, 'to'],
            [{ to: 1 }, 'from'],
          ] satisfies [Record<string, unknown>, string][])),
      ...unfiltered.map(([field]): [Record<string, unknown>, string] => [{ [field]: '1' }, field]),
      ...unsorted.map(([field]): [Record<string, unknown>, string] => [{ orderBy: `${field} ASC` }, 'orderBy']),
    ]
    for (const [query, field] of queries) {
      const { status, meta } = await read(call, query)
      expect([query, status, meta.field]).toEqual([query, 400, field])
    }
  })

  it('shows a tenant only its own rows', async () => {
    const token = await server.signInAs('everything', 'costa')
    const other = await read(call, { resultsPerPage: 200 }, { token, sd: 'costa' })
    const ids = new Set(all.rows.map(({ id }) => id))
    expect(other.rows.filter(({ id }) => ids.has(id))).toEqual([])
    expect((await read(call, {}, { token })).status).toBe(401)
  })

  it('is open only to users with any one of its permissions', async () => {
    const { access } = call
    const poor = await read(call, {}, { token: await server.signInWith({}) })
    expect(poor.status).toBe(access === 'signedIn' ? 200 : 403)
    if (typeof access === 'string') return
    for (const key of access)
      expect((await read(call, {}, { token: await server.signInWith({ [key]: 'all' }) })).status).toBe(200)
  })

  const scope = scopes[name]
  if (!scope || scope === 'tenant') return
  it('shows only rows with the ids that a permission names', async () => {
    const { permission, field, orEmpty = false, granted = String } = scope
    const id = all.rows.find((row) => row[field] !== null)?.[field]
    const token = await server.signInWith({ [permission]: granted(id) })
    const seen = await read(call, { resultsPerPage: 200 }, { token })
    expect(seen.rows.map((row) => row[field])).toContain(id)
    expect(seen.rows.filter((row) => row[field] !== id && !(orEmpty && row[field] === null))).toEqual([])
    expect(seen.totalQueryCount).toBeLessThan(all.totalQueryCount)
    const other = all.rows.find((row) => row[field] !== null && row[field] !== id)
    if (other) expect((await read(call, { id: other.id }, { token })).rows).toEqual([])
    const nobody = await read(call, {}, { token: await server.signInWith({ [permission]: '' }) })
    if (!orEmpty) expect(nobody.totalQueryCount).toBe(0)
  })
})
