import type { ListFields, RowOf } from '@parada/domain/list/fields'
import { parseFilter } from '@parada/domain/list/filter'
import { rowsOf, type Statement } from '../database.ts'
import type { Tx } from '../open.ts'
import { type Columns, selectOf, sqlOf } from './columns.ts'
import { arrayOf, conditionSql, type Put } from './conditions.ts'

export type ListQuery = {
  pageNumber: number
  resultsPerPage: number
  orderBy?: string | undefined
  from?: number | undefined
  to?: number | undefined
  dateType?: string | undefined
  view?: string | undefined
  mode?: string | undefined
  /** A filter, by field name. */
  [field: string]: unknown
}

/** What the contract declares about a list. */
export type ListSpec<F extends ListFields> = {
  fields: F
  range?: { by: Readonly<Record<string, string>> }
  views?: readonly string[]
  sums?: readonly string[]
}

type Name<F> = Extract<keyof F, string>

/** Where a list's rows come from. In SQL the table is called `t`. */
export type ListSource<F extends ListFields> = {
  table: string
  /** 'field DIR' for queries that name no order; ascending ids by default. */
  orderBy?: `${Name<F>} ${'ASC' | 'DESC'}`
  columns?: Columns<F>
  /** Other tables that columns are read from: left joins that match at most one row. */
  join?: string
  /** What export files show for a record field, as SQL that yields text. */
  exportAs?: Columns<F>
  /** Condition for the rows that belong to the list. */
  where?: string
  /** Condition for the rows of each view that the contract names. */
  views?: Readonly<Record<string, string>>
  /**
   * Its ranges cover a small part of its rows: a page by id is looked up among the rows of the range, by index, rather
   * than by walking the ids of all time.
   */
  hasShortRange?: boolean
  /** The table's rows are counted as they are written, so that an unfiltered list need not count them. */
  isCounted?: boolean
  /**
   * A table with the totals of each day (in UTC), updated as rows are written, for a list filtered by nothing but its
   * range. Its columns are named like those of the list's table that they sum.
   */
  keptTotals?: string
}

/** The two statements that read a whole list. */
export type WholeList = { rows: Statement; total: Statement }

/** Rows that a user may see: those whose field holds one of the values or, with `orEmpty`, no value. */
export type Within<F extends ListFields> = { field: Name<F>; values: readonly (number | string)[]; orEmpty?: boolean }

/** From this offset on, rows are skipped by id in an index, and only the rows of the page are read in full. */
const deepFrom = 1_000
/** Must match keep_count(). */
const idsPerCount = 16_384
/** First pages of these sizes get a named plan; plans for every size would pile up in the connections. */
const usualSizes = new Set([10, 20, 50, 100, 200])

const defaultCurrency = 'EUR'

const day = 86_400_000

/** A range, and the whole UTC days inside it; undefined if there are none. */
const wholeDays = ({ from, to }: ListQuery) => {
  if (from === undefined || to === undefined) return undefined
  const before = to + 1
  const [first, end] = [Math.ceil(from / day) * day, Math.floor(before / day) * day]
  return end > first ? { from, first, end, before } : undefined
}

const isOnlyRange = ({
  pageNumber: _p,
  resultsPerPage: _r,
  orderBy: _o,
  mode: _m,
  from: _f,
  to: _t,
  ...rest
}: ListQuery) => Object.values(rest).every((value) => value === undefined || value === '')

let lists = 0

/**
 * The one way to read a list: accepts the contract's fields, rejects unknown ones, reads a page in the order of an
 * index, and counts only if the page itself does not reveal the total.
 */
export const listOf = <F extends ListFields>(spec: ListSpec<F>, source: ListSource<F>) => {
  type Row = RowOf<F>
  type Limits = readonly Within<F>[]
  const { fields, range, sums = [] } = spec
  const { table, columns, join = '', where, views = {}, isCounted = false, orderBy: ownOrder = 'id ASC' } = source
  const name = `${table} ${++lists}`
  const sql = sqlOf(fields, columns, 't.')
  const from = `from ${table} t${join && ` ${join}`} where t.tenant_id = $1${where ? ` and ${where}` : ''}`
  const select = `select ${selectOf(fields, sql)} ${from}`
  const keptCount = `select coalesce(sum(delta), 0)::bigint as n from list_count where tenant_id = $1 and list = '${table}'`
  const inFiles = sqlOf<ListFields>(fields, { ...columns, ...source.exportAs }, 't.')

  const known = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const column = sql.get(name)
    if (!field || column === undefined) throw new UnknownField(name)
    return { field, column }
  }

  /** Rows that match any of the entries; without entries there are none. */
  const seen = (within: Limits, put: Put) => {
    const ways = within.flatMap(({ field: name, values, orEmpty = false }) => {
      const { field, column } = known(name)
      const isOneOf = `${column} = any(${put(values)}::${arrayOf(field, values)}[])`
      return orEmpty ? [isOneOf, `${column} is null`] : [isOneOf]
    })
    return ` and (${ways.join(' or ') || 'false'})`
  }

  const inRange = ({ from, to, dateType }: Partial<ListQuery>, put: Put) => {
    const by = range?.by[dateType ?? Object.keys(range.by)[0] ?? '']
    if (by === undefined) return []
    const { column } = known(by)
    return [
      ...(from === undefined ? [] : [`${column} >= ${put(new Date(from))}`]),
      // Includes the whole last millisecond, as times are stored to the microsecond.
      ...(to === undefined ? [] : [`${column} < ${put(new Date(to + 1))}`]),
    ]
  }

  const narrow = (query: Partial<ListQuery>, within: Limits | undefined, put: Put) => {
    const { pageNumber: _p, resultsPerPage: _r, orderBy: _o, mode: _m, from, to, dateType, view, ...filters } = query
    const conditions = Object.entries(filters).flatMap(([name, value]) => {
      if (value === undefined || value === '') return []
      const { field, column } = known(name)
      const condition = parseFilter(field, String(value))
      if (!condition) throw new UnknownField(name)
      return [conditionSql(field, column, condition, put)]
    })
    if (view !== undefined && views[view] === undefined) throw new UnknownField('view')
    if (view !== undefined && views[view] !== '') conditions.push(`(${views[view]})`)
    conditions.push(...inRange({ from, to, dateType }, put))
    return conditions.map((condition) => ` and ${condition}`).join('') + (within ? seen(within, put) : '')
  }

  /** Where to look for the ids of a deep page: counts kept per run of ids leave only one run to walk. */
  const runOf = (offset: number, way: 'asc' | 'desc') => ({
    passed: `with passed as (
      select run, rows from (
        select id_run as run, sum(sum(delta)) over (order by id_run ${way}) - sum(delta) as rows
        from list_count where tenant_id = $1 and list = '${table}' group by id_run) runs
      where rows <= ${offset} order by rows desc limit 1) `,
    start: ` and t.id ${way === 'asc' ? '>= (select run' : '< (select run + 1'} from passed) * ${idsPerCount}`,
    offset: `${offset} - (select rows from passed)`,
  })

  const orderOf = (orderBy: string) => {
    const [field = '', direction] = orderBy.split(' ')
    const way = direction === 'DESC' ? 'desc' : 'asc'
    const { column } = known(field)
    const isById = column === 't.id'
    return { way, isById, order: `order by ${isById ? '' : `${column} ${way}, `}t.id ${way}` } as const
  }

  /** Row count and sums; by currency if the list has sums. */
  const totalsSql = (conditions: string, source = from, count = 'count(*)') => {
    if (sums.length === 0) return `select ${count} as n ${source}${conditions}`
    const currency = known(sums[0] ?? '').field.currency
    const by = currency === undefined ? `'${defaultCurrency}'::text` : known(currency).column
    const added = sums.map((sum) => `coalesce(sum(${known(sum).column}), 0) as "${sum}"`)
    return `select ${count} as n, ${by} as currency, ${added.join(', ')} ${source}${conditions} group by 2 order by n desc`
  }

  /** The totals of a range: kept totals for its whole days, and rows for the hours before and after. */
  const keptTotalsSql = (tenantId: number, query: ListQuery, within: Limits | undefined): Statement | undefined => {
    const days = source.keptTotals && isOnlyRange(query) ? wholeDays(query) : undefined
    if (!days) return undefined
    const { from: start, first, end, before } = days
    const values: unknown[] = [tenantId]
    const put: Put = (value) => `$${values.push(value)}`
    const limits = within ? seen(within, put) : ''
    const during = (from: number, to: number) => narrow({ from, to: to - 1 }, undefined, put) + limits
    const inDays = ` and t.day >= ${put(new Date(first))} and t.day < ${put(new Date(end))}${limits}`
    const parts = [
      totalsSql(inDays, `from ${source.keptTotals} t where t.tenant_id = $1`, 'sum(t.n)'),
      totalsSql(during(start, first)),
      totalsSql(during(end, before)),
    ]
    const added = sums.map((sum) => `sum("${sum}") as "${sum}"`)
    const text = `select sum(n)::bigint as n, currency, ${added.join(', ')}
      from (${parts.map((part) => `(${part})`).join(' union all ')}) parts group by currency order by n desc`
    return { text, values }
  }

  /** The SQL of a query, limited to the rows that the user may see. */
  const compile = (tenantId: number, query: ListQuery, within?: Limits): { page: Statement; total: Statement } => {
    const { pageNumber, resultsPerPage, orderBy = ownOrder } = query
    const values: unknown[] = [tenantId]
    const conditions = narrow(query, within, (value) => `$${values.push(value)}`)
    const isPlain = conditions === ''
    const hasKeptCount = isPlain && isCounted && where === undefined
    const { order, way, isById } = orderOf(orderBy)
    const offset = pageNumber * resultsPerPage
    const limit = `limit ${resultsPerPage} offset`

    const byRange = source.hasShortRange && isById && query.from !== undefined && query.to !== undefined
    const pageText = () => {
      // `offset 0` makes PostgreSQL plan the inner query on its own.
      const inTheRange = `select r.id from (select t.id ${from}${conditions} offset 0) r order by r.id ${way} ${limit} ${offset}`
      if (byRange) return `${select} and t.id = any(array(${inTheRange})) ${order}`
      if (offset < deepFrom) return `${select}${conditions} ${order} ${limit} ${offset}`
      const byRun = hasKeptCount && isById ? runOf(offset, way) : { passed: '', start: conditions, offset }
      const ids = `select t.id ${from}${byRun.start} ${order} ${limit} ${byRun.offset}`
      return `${byRun.passed}${select} and t.id = any(array(${ids})) ${order}`
    }
    const isUsual = isPlain && offset === 0 && usualSizes.has(resultsPerPage)
    const page = { text: pageText(), values, name: isUsual ? `${name} ${orderBy} ${resultsPerPage}` : undefined }
    const total =
      hasKeptCount && sums.length === 0
        ? { text: keptCount, values, name: `${name} total` }
        : (keptTotalsSql(tenantId, query, within) ?? { text: totalsSql(conditions), values })
    return { page, total }
  }

  type Total = { n: number; currency?: string } & Record<string, number>

  const totalsOf = (found: readonly Total[]) => {
    const totalQueryCount = found.reduce((sum, { n }) => sum + n, 0)
    if (sums.length === 0) return { totalQueryCount }
    const totals = found.map((total) => ({
      currency: total.currency ?? defaultCurrency,
      amounts: Object.fromEntries(sums.map((sum) => [sum, total[sum] ?? 0])),
    }))
    return { totalQueryCount, totalAmount: totals[0]?.amounts[sums[0] ?? ''] ?? 0, totals }
  }

  const page = async (tx: Tx, tenantId: number, query: ListQuery, within?: Limits) => {
    const statements = compile(tenantId, query, within)
    const total = async () => totalsOf(await rowsOf<Total>(tx, statements.total))
    // A kept count is cheap enough to fetch with every page; sums cannot be read from the page.
    const early = statements.total.name || sums.length > 0 ? total() : undefined
    const [rows, counted] = await Promise.all([rowsOf<Row>(tx, statements.page), early])
    if (counted !== undefined) return { rows, ...counted }
    const offset = query.pageNumber * query.resultsPerPage
    const tellsTotal = rows.length < query.resultsPerPage && (rows.length > 0 || offset === 0)
    return { rows, ...(tellsTotal ? { totalQueryCount: offset + rows.length } : await total()) }
  }

  /** The number of rows in each view, under the query's other filters. */
  const counts = async (tx: Tx, tenantId: number, { view: _, ...query }: Partial<ListQuery>, within?: Limits) => {
    const values: unknown[] = [tenantId]
    const conditions = narrow(query, within, (value) => `$${values.push(value)}`)
    const counted = Object.entries(views).map(
      ([view, condition]) => `count(*)${condition && ` filter (where ${condition})`} as "${view}"`,
    )
    const [found] = await rowsOf<Record<string, number>>(tx, {
      text: `select ${counted.join(', ')} ${from}${conditions}`,
      values,
    })
    return found ?? {}
  }

  /** The statements that read every row of a query, on any page, with only these fields, and that count the rows. */
  const whole = (tenantId: number, query: Partial<ListQuery>, names: readonly string[], within?: Limits) => {
    const values: unknown[] = [tenantId]
    const conditions = narrow(query, within, (value) => `$${values.push(value)}`)
    const chosen = Object.fromEntries(names.map((name) => [name, known(name).field]))
    const { order } = orderOf(query.orderBy ?? ownOrder)
    const isKept = conditions === '' && isCounted && where === undefined
    const rows = { text: `select ${selectOf(chosen, inFiles)} ${from}${conditions} ${order}`, values }
    return { rows, total: { text: isKept ? keptCount : `select count(*) as n ${from}${conditions}`, values } }
  }

  return { compile, page, counts, whole }
}

export class UnknownField extends Error {
  readonly field: string
  constructor(field: string) {
    super(`${field}: Unknown field`)
    this.field = field
  }
}
