import type { Page } from '@parada/contract/kit'
import type { ListCall } from '@parada/contract/list'
import type { Columns } from '@parada/db/list/columns'
import { type ListQuery, type ListSource, listOf, type WholeList, type Within } from '@parada/db/list/list'
import type { Tx } from '@parada/db/open'
import type { Grants } from '@parada/domain/access/permissions'
import type { Ids, OnProblem } from '@parada/domain/access/values'
import { spanProblem } from '@parada/domain/list/date-range'
import type { FieldKind, ListFields, RowOf } from '@parada/domain/list/fields'
import { recordOf } from '@parada/domain/objects'
import type { FastifyBaseLogger } from 'fastify'
import { refuse } from './problem.ts'
import { logUnreadable } from './signed-in.ts'

/** The rows that permissions reveal: those whose field holds one of the ids that a domain rule grants the user. */
export type Scope<F extends ListFields> = {
  field: Extract<keyof F, string>
  ids: (grants: Grants, onProblem: OnProblem) => Ids | ReadonlySet<string>
  /** Rows without a value are visible to everybody. */
  orEmpty?: boolean
}

/** Fields that are empty for users who may not see them: they cannot be filtered, sorted or summed by. */
type Hides<F extends ListFields> = { fields: readonly Extract<keyof F, string>[]; from: (grants: Grants) => boolean }

type Context = { tx: Tx; tenant: { id: number }; user: { grants: Grants }; log: FastifyBaseLogger; query: ListQuery }

type Options<F extends ListFields> = {
  /** Replaces the query of the request. */
  query?: ListQuery
  /** Rows outside the scope that this user may see anyway. */
  alsoSeen?: readonly Within<F>[]
}

export type Reader<F extends ListFields = ListFields> = {
  (context: Context, options?: Options<F>): Promise<Page<RowOf<F>>>
  /** How to read every row of the query, with only these fields. */
  whole: (
    context: Omit<Context, 'tx' | 'query'>,
    options: Pick<Options<F>, 'alsoSeen'> & { query: Partial<ListQuery>; columns: readonly string[] },
  ) => WholeList
  /** The number of rows in each view. */
  counts: (context: Omit<Context, 'query'> & { query: Partial<ListQuery> }) => Promise<Record<string, number>>
}

const emptyColumns: Partial<Record<FieldKind, string>> = {
  number: 'null::bigint',
  decimal: 'null::numeric',
  money: 'null::numeric',
}

/** The same list with these fields left empty. */
const without = <F extends ListFields>(
  spec: ListCall<F>['list'],
  source: ListSource<F>,
  hidden: readonly Extract<keyof F, string>[],
) => {
  const emptied = recordOf(hidden, (name) => emptyColumns[spec.fields[name]?.kind ?? 'text'] ?? 'null::text')
  const columns: Columns<F> = { ...source.columns, ...emptied }
  const sums = spec.sums?.filter((name) => !hidden.includes(name))
  return [
    { ...spec, ...(sums && { sums }) },
    { ...source, columns },
  ] as const
}

/** Answers a list call. Its fields come from the contract, so only what is special is given here. */
export const listReader = <F extends ListFields>(
  { list: spec }: Pick<ListCall<F>, 'list'>,
  { scope, hides, ...source }: ListSource<F> & { scope?: Scope<F>; hides?: Hides<F> },
): Reader<F> => {
  const list = listOf(spec, source)
  const partly = hides ? listOf(...without(spec, source, hides.fields)) : list
  const listFor = ({ user }: Pick<Context, 'user'>) => (hides?.from(user.grants) ? partly : list)
  const unreadable = Object.entries(spec.fields).find(
    ([name, { kind }]) => spec.export && kind === 'record' && source.exportAs?.[name] === undefined,
  )
  if (unreadable) throw new Error(`${source.table}: exportAs has to say what a file shows of ${unreadable[0]}`)

  const within = (context: Pick<Context, 'user' | 'log'>, alsoSeen: readonly Within<F>[] = []) => {
    const ids = scope?.ids(context.user.grants, logUnreadable(context)) ?? 'all'
    if (!scope || ids === 'all') return undefined
    return [{ field: scope.field, values: [...ids], orEmpty: scope.orEmpty ?? false }, ...alsoSeen]
  }

  const check = ({ from, to }: Partial<ListQuery>) => {
    const maxDays = spec.range?.maxDays
    if (maxDays !== undefined && (from === undefined) !== (to === undefined)) {
      const missing = from === undefined ? 'from' : 'to'
      throw refuse.field(missing, `${missing}: this list takes at most ${maxDays} days, from one moment to another`)
    }
    const problem = from !== undefined && to !== undefined && spanProblem({ from, to }, maxDays)
    if (problem) throw refuse.rule(problem, 'to', { maxDays: maxDays ?? 0 })
  }

  const page = async (context: Context, { query = context.query, alsoSeen }: Options<F> = {}) => {
    check(query)
    return listFor(context).page(context.tx, context.tenant.id, query, within(context, alsoSeen))
  }
  const counts: Reader<F>['counts'] = async (context) => {
    check(context.query)
    return listFor(context).counts(context.tx, context.tenant.id, context.query, within(context))
  }
  const whole: Reader<F>['whole'] = (context, { query, columns, alsoSeen }) => {
    check(query)
    return listFor(context).whole(context.tenant.id, query, columns, within(context, alsoSeen))
  }
  return Object.assign(page, { counts, whole })
}
