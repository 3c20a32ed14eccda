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
  /** A filter, by the name of its field. */
  [field: string]: unknown
}

/** What the contract says of a list. */
export type ListSpec<F extends ListFields> = {
  fields: F
  range?: { by: Readonly<Record<string, string>> }
  views?: readonly string[]
  sums?: readonly string[]
}

type Name<F> = Extract<keyof F, string>

/** Where a list's rows are. SQL calls the table `t`. */
export type ListSource<F extends ListFields> = {
  table: string
  /** 'field DIR' when the query names no order; ascending ids unless said. */
  orderBy?: `${Name<F>} ${'ASC' | 'DESC'}`
  columns?: Columns<F>
  /** Other tables that columns are read from: left joins that find at most one row. */
  join?: string
  /** What a file says for a field that is a record, as SQL of a text. */
  exportAs?: Columns<F>
  /** The rows that are this list's at all. */
  where?: string
  /** The rows of each view that the contract names. */
  views?: Readonly<Record<string, string>>
  /**
   * Its ranges are a small part of its rows: a page by id within one is looked for among the rows of the range, which an
   * index has, and not by walking the ids of all time.
   */
  hasShortRange?: boolean
  /** The table's rows are counted as they are written, so that an unfiltered list need not count them. */
  isCounted?: boolean
  /**
   * A table with the totals of each day (in UTC), kept as rows are written, for a list that nothing but its range narrows.
   * Its columns are called as those of the list's table that they add up.
   */
  keptTotals?: string
}

/** The two statements that a list is read whole by. */
export type WholeList = { rows: Statement; total: Statement }

/** Rows that a user may see: those whose field holds one of the values, or nothing at all where that is allowed too. */
export type Within<F extends ListFields> = { field: Name<F>; values: readonly (number | string)[]; orEmpty?: boolean }

/** From this offset on, rows are skipped by their ids in an index, and only the page's rows are read whole. */
const deepFrom = 1_000
/** As in keep_count(). */
const idsPerCount = 16_384
/** First pages of these sizes are planned once; plans for any other would pile up in the connections. */
const usualSizes = new Set([10, 20, 50, 100, 200])

const defaultCurrency = 'EUR'

const day = 86_400_000

/** A range, and the days that lie in it whole; undefined where there are none. */
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
 * The one way a list is read: takes the contract's fields, refuses a field it does not know, reads a page in the order of
 * an index, and counts only when the page itself does not tell the total.
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

  /** Whatever one of the entries shows may be seen; no entry at all shows nothing. */
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
      // The last millisecond is wanted whole, and times are kept to the microsecond.
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

  /** Where the ids of a deep page are looked for: by the counts kept for each run of ids only one run is walked. */
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

  /** Rows and amounts, by currency where there are amounts. */
  const totalsSql = (conditions: string, source = from, count = 'count(*)') => {
    if (sums.length === 0) return `select ${count} as n ${source}${conditions}`
    const currency = known(sums[0] ?? '').field.currency
    const by = currency === undefined ? `'${defaultCurrency}'::text` : known(currency).column
    const added = sums.map((sum) => `coalesce(sum(${known(sum).column}), 0) as "${sum}"`)
    return `select ${count} as n, ${by} as currency, ${added.join(', ')} ${source}${conditions} group by 2 order by n desc`
  }

  /** The totals of a range: of its whole days as they are kept, and of the hours before and after by the rows. */
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

  /** The very SQL that a query becomes, limited to what may be seen when that is not everything. */
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
      // Whatever stands before an offset is planned by itself.
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
    // A kept count costs so little that it travels along; amounts are not on the page.
    const early = statements.total.name || sums.length > 0 ? total() : undefined
    const [rows, counted] = await Promise.all([rowsOf<Row>(tx, statements.page), early])
    if (counted !== undefined) return { rows, ...counted }
    const offset = query.pageNumber * query.resultsPerPage
    const tellsTotal = rows.length < query.resultsPerPage && (rows.length > 0 || offset === 0)
    return { rows, ...(tellsTotal ? { totalQueryCount: offset + rows.length } : await total()) }
  }

  /** How many rows each view has, whatever else is filtered. */
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

  /** Every row of a query with these fields alone, whatever the page, and the number of rows. */
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
