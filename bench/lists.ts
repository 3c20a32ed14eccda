import { numberValidations } from '@parada/contract/calls/number-validations'
import { listOf } from '@parada/db/list/list'
import type pg from 'pg'
import { listServer, tenantId } from './kit/list-server.ts'
import { interleaved } from './kit/measure.ts'
import { type Figure, ratio } from './kit/report.ts'

export const title = 'Lists of a million rows: calls over HTTP, beside the same SQL sent by bare pg'

type Query = { pageNumber: number; resultsPerPage: number; orderBy?: string; mobileNumber?: string }

const first = { pageNumber: 0, resultsPerPage: 200 }
const pages: Record<string, Query> = {
  'first page of 20': { ...first, resultsPerPage: 20 },
  'first page of 200': first,
  'first page of 20 whose number contains 48213': { ...first, resultsPerPage: 20, mobileNumber: '48213' },
  'first page of 20, newest first': { ...first, resultsPerPage: 20, orderBy: 'dateCreated DESC' },
  'first page of 200, newest first': { ...first, orderBy: 'dateCreated DESC' },
}

const limits: Partial<Record<string, number>> = { 'first page of 20': 1.25 }

const validations = listOf(numberValidations.list.list, {
  table: 'number_validation',
  columns: { idWhiteLabel: 't.tenant_id' },
  isCounted: true,
})

/** The statements of a list, sent with the server's own role but without a server around them. */
const readBare = (client: pg.Client, tenant: number, query: Query) => async () => {
  const { page, total } = validations.compile(tenant, query)
  const { rows } = await client.query(page.text, [...page.values])
  if (rows.length === query.resultsPerPage) await client.query(total.text, [...total.values])
}

const pathOf = (subdomain: string, query: Query) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `/api/numbervalidation/${subdomain}?${search}`
}

export const measure = async (): Promise<Figure[]> => {
  const { ask, openBare, signIn, stop } = await listServer({ costa: 10_000, demo: 1_000_000 })
  try {
    const tokens = { demo: await signIn('demo'), costa: await signIn('costa') }
    const call = (query: Query, subdomain: keyof typeof tokens = 'demo') => {
      const [path, token] = [pathOf(subdomain, query), tokens[subdomain]]
      return () => ask(path, { token })
    }

    const figures: Figure[] = []
    const client = await openBare(tenantId('demo'))
    for (const [name, query] of Object.entries(pages)) {
      const sides = { parada: call(query), pg: readBare(client, tenantId('demo'), query) }
      const { parada, pg } = await interleaved(sides, { warmUps: 500, rounds: 600 })
      figures.push(ratio(name, parada, pg, limits[name] ?? 1.5))
    }

    const depth = { near: call(first), far: call({ ...first, pageNumber: 999 }) }
    const { near, far } = await interleaved(depth, { warmUps: 20, rounds: 200 })
    figures.push(ratio('page 1,000 of 200, to the first', far, near, 10))

    const sizes = { many: call(first), few: call(first, 'costa') }
    const { many, few } = await interleaved(sizes, { warmUps: 50, rounds: 300 })
    figures.push(ratio('first page of 200, to the same of 10,000 rows', many, few, 2))
    return figures
  } finally {
    await stop()
  }
}
