import { rowsOf, type Statement } from './database.ts'
import type { Tx } from './open.ts'

/** How a field of the wire stands in SQL: its column, and what a filter on it means. */
export type ListColumn = {
  column: string
  kind: 'text' | 'number' | 'time' | 'flag'
}

export type ListQuery = {
  pageNumber: number
  resultsPerPage: number
  orderBy?: string
  from?: number
  to?: number
  mode?: 'grid'
} & Record<string, unknown>

/** Rows that the asker may see: those whose field holds one of the values, or nothing at all where that is allowed too. */
export type Within<Field extends string> = { field: Field; values: readonly (number | string)[]; orEmpty?: boolean }

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

/** From this offset on, rows are skipped by their ids in an index, and only the page's rows are read whole. */
const deepFrom = 1_000
/** As in keep_count(). */
const idsPerCount = 16_384
/** First pages of these sizes are planned once; plans for any other would pile up in the connections. */
const usualSizes = new Set([20, 50, 100, 200])

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

const time = (epoch: number) => new Date(epoch)

const selected = ([field, { column, kind }]: [string, ListColumn]) =>
  kind === 'time' ? `(extract(epoch from ${column}) * 1000)::bigint as "${field}"` : `${column} as "${field}"`

/**
 * The one way a list is read: maps the contract's fields to columns, refuses a field it does not know, reads a page in
 * the order of an index, and counts only when the page itself does not tell the total.
 */
export const listOf = <Row extends object>(declared: ListDeclaration<Extract<keyof Row, string>>) => {
  type Limits = readonly Within<Extract<keyof Row, string>>[]
  const { table, range, isCounted = false } = declared
  const columns = declared.columns as Record<string, ListColumn>
  const select = `select ${Object.entries(columns).map(selected).join(', ')} from ${table} where tenant_id = $1`

  const known = (field: string) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column) throw new UnknownField(field)
    return column
  }

  /** Whatever one of the entries shows may be seen; no entry at all shows nothing. */
  const seen = (within: readonly Within<string>[], put: (value: unknown) => string) => {
    const ways = within.flatMap(({ field, values, orEmpty = false }) => {
      const { column, kind } = known(field)
      const array = `${column} = any(${put(values)}::${kind === 'text' ? 'text' : 'bigint'}[])`
      return orEmpty ? [array, `${column} is null`] : [array]
    })
    return ` and (${ways.join(' or ') || 'false'})`
  }

  const narrow = ({ from, to, ...filters }: Record<string, unknown>, put: (value: unknown) => string) => {
    const conditions: string[] = []
    for (const [field, value] of Object.entries(filters)) {
      if (value === undefined || value === '') continue
      const { column, kind } = known(field)
      if (kind === 'text') conditions.push(`${column} ilike ${put(`%${escapeLike(String(value))}%`)}`)
      else if (kind === 'number') conditions.push(`${column} = ${put(Number(value))}::bigint`)
      else if (kind === 'flag') conditions.push(`${column} = ${put(String(value) === 'true')}::boolean`)
      else {
        const [start, end] = String(value).split(',').map(Number) as [number, number]
        conditions.push(`${column} >= ${put(time(start))}`, `${column} < ${put(time(end))}`)
      }
    }
    if (range && from !== undefined) conditions.push(`${range} >= ${put(time(Number(from)))}`)
    if (range && to !== undefined) conditions.push(`${range} <= ${put(time(Number(to)))}`)
    return conditions.map((condition) => ` and ${condition}`).join('')
  }

  /** Where the ids of a deep page are looked for: by the counts kept for each run of ids only one run is walked. */
  const runOf = (offset: number, way: 'asc' | 'desc') => ({
    passed: `with passed as (
      select run, rows from (
        select id_run as run, sum(sum(delta)) over (order by id_run ${way}) - sum(delta) as rows
        from list_count where tenant_id = $1 and list = '${table}' group by id_run) runs
      where rows <= ${offset} order by rows desc limit 1) `,
    start: ` and id ${way === 'asc' ? '>= (select run' : '< (select run + 1'} from passed) * ${idsPerCount}`,
    offset: `${offset} - (select rows from passed)`,
  })

  /** The very SQL that a query becomes, limited to what may be seen when that is not everything. */
  const compile = (tenantId: number, query: ListQuery, within?: Limits): { page: Statement; total: Statement } => {
    const { pageNumber, resultsPerPage, orderBy = declared.orderBy, mode: _, ...narrowing } = query
    const values: unknown[] = [tenantId]
    const put = (value: unknown) => `$${values.push(value)}`
    const where = narrow(narrowing, put) + (within ? seen(within, put) : '')
    const isPlain = where === ''
    const [field = '', direction] = orderBy.split(' ')
    const way = direction === 'DESC' ? 'desc' : 'asc'
    const sorting = known(field).column
    const order = `order by ${sorting === 'id' ? '' : `${sorting} ${way}, `}id ${way}`
    const offset = pageNumber * resultsPerPage
    const limit = `limit ${resultsPerPage} offset`

    const pageText = () => {
      if (offset < deepFrom) return `${select}${where} ${order} ${limit} ${offset}`
      const byRun = isPlain && isCounted && sorting === 'id' ? runOf(offset, way) : { passed: '', start: where, offset }
      const ids = `select id from ${table} where tenant_id = $1${byRun.start} ${order} ${limit} ${byRun.offset}`
      return `${byRun.passed}${select} and id = any(array(${ids})) ${order}`
    }
    const name =
      isPlain && offset === 0 && usualSizes.has(resultsPerPage) ? `${table} ${orderBy} ${resultsPerPage}` : undefined
    const page = { text: pageText(), values, name }
    const total =
      isPlain && isCounted
        ? {
            text: `select coalesce(sum(delta), 0)::bigint as n from list_count where tenant_id = $1 and list = '${table}'`,
            values,
            name: `${table} total`,
          }
        : { text: `select count(*) as n from ${table} where tenant_id = $1${where}`, values }
    return { page, total }
  }

  const page = async (tx: Tx, tenantId: number, query: ListQuery, within?: Limits) => {
    const statements = compile(tenantId, query, within)
    const total = async () => (await rowsOf<{ n: number }>(tx, statements.total))[0]?.n ?? 0
    // A kept count costs so little that it travels along.
    const early = statements.total.name ? total() : undefined
    const [rows, counted] = await Promise.all([rowsOf<Row>(tx, statements.page), early])
    if (counted !== undefined) return { rows, totalQueryCount: counted }
    const offset = query.pageNumber * query.resultsPerPage
    const tellsTotal = rows.length < query.resultsPerPage && (rows.length > 0 || offset === 0)
    return { rows, totalQueryCount: tellsTotal ? offset + rows.length : await total() }
  }

  return { compile, page }
}

export class UnknownField extends Error {
  readonly field: string
  constructor(field: string) {
    super(`${field}: Unknown field`)
    this.field = field
  }
}
