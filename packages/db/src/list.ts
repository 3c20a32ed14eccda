import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './open.ts'

/** How a field of the wire stands in SQL: its column, and what a filter on it means. */
export type ListColumn = {
  column: string
  kind: 'text' | 'number' | 'time'
}

export type ListQuery = {
  pageNumber: number
  resultsPerPage: number
  orderBy?: string
  from?: number
  to?: number
} & Record<string, unknown>

export type ListDeclaration<Field extends string> = {
  table: string
  columns: Record<Field, ListColumn>
  /** 'field DIR' when the query names no order; it must end in a unique field of the table. */
  orderBy: `${Field} ${'ASC' | 'DESC'}`
  /** The time column that from and to cut. */
  range?: string
  /** The table's rows are counted as they are written, so that an unfiltered list need not count them. */
  isCounted?: boolean
}

/** From this offset on, ids are walked in the index first, and only the page's rows are read whole. */
const deepFrom = 1_000

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

const time = (epoch: number) => new Date(epoch)

const condition = ({ column, kind }: ListColumn, value: unknown): RawBuilder<boolean> => {
  const ref = sql.ref(column)
  if (kind === 'text') return sql<boolean>`${ref} ilike ${`%${escapeLike(String(value))}%`}`
  if (kind === 'number') return sql<boolean>`${ref} = ${Number(value)}`
  const [from, to] = String(value).split(',').map(Number) as [number, number]
  return sql<boolean>`${ref} >= ${time(from)} and ${ref} < ${time(to)}`
}

const selected = ([field, { column, kind }]: [string, ListColumn]) =>
  kind === 'time'
    ? sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint as ${sql.ref(field)}`
    : sql`${sql.ref(column)} as ${sql.ref(field)}`

/**
 * The one way a list is read: maps the contract's fields to columns, refuses a field it does not know, reads a page in
 * the order of an index, and counts only when the page itself does not tell the total.
 */
export const listOf = <Row extends object>(declared: ListDeclaration<Extract<keyof Row, string>>) => {
  const columns = declared.columns as Record<string, ListColumn>
  const table = sql.table(declared.table)
  const everyColumn = sql.join(Object.entries(columns).map(selected))

  const known = (field: string) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column) throw new UnknownField(field)
    return column
  }

  const compile = (tenantId: number, query: ListQuery) => {
    const { pageNumber, resultsPerPage, orderBy = declared.orderBy, from, to, ...filters } = query
    const narrowing: RawBuilder<boolean>[] = []
    for (const [field, value] of Object.entries(filters))
      if (value !== undefined && value !== '') narrowing.push(condition(known(field), value))
    if (declared.range && from !== undefined) narrowing.push(sql`${sql.ref(declared.range)} >= ${time(from)}`)
    if (declared.range && to !== undefined) narrowing.push(sql`${sql.ref(declared.range)} <= ${time(to)}`)

    const [field = '', direction] = orderBy.split(' ')
    const way = direction === 'DESC' ? sql`desc` : sql`asc`
    const sorting = known(field).column
    const order = sorting === 'id' ? sql`id ${way}` : sql`${sql.ref(sorting)} ${way}, id ${way}`
    const where = sql.join([sql`tenant_id = ${tenantId}`, ...narrowing], sql` and `)
    const offset = pageNumber * resultsPerPage

    const page =
      offset < deepFrom
        ? sql<Row>`select ${everyColumn} from ${table} where ${where} order by ${order} limit ${resultsPerPage} offset ${offset}`
        : sql<Row>`select ${everyColumn} from ${table} where tenant_id = ${tenantId} and id = any(array(
            select id from ${table} where ${where} order by ${order} limit ${resultsPerPage} offset ${offset}
          )) order by ${order}`
    const total =
      declared.isCounted && narrowing.length === 0
        ? sql<{ n: number }>`select coalesce(sum(delta), 0)::bigint as n from list_count
            where tenant_id = ${tenantId} and list = ${declared.table}`
        : sql<{ n: number }>`select count(*) as n from ${table} where ${where}`
    return { page, total, offset, resultsPerPage }
  }

  return {
    /** For benches and plans: the very SQL that a query becomes. */
    compile,
    page: async (tx: Tx, tenantId: number, query: ListQuery) => {
      const { page, total, offset, resultsPerPage } = compile(tenantId, query)
      const { rows } = await page.execute(tx)
      if (rows.length < resultsPerPage && (rows.length > 0 || offset === 0))
        return { rows, totalQueryCount: offset + rows.length }
      const counted = await total.execute(tx)
      return { rows, totalQueryCount: counted.rows[0]?.n ?? 0 }
    },
  }
}

export class UnknownField extends Error {
  readonly field: string
  constructor(field: string) {
    super(`${field}: Unknown field`)
    this.field = field
  }
}
