import type { Page } from '@parada/contract/kit'
import type { ListCall } from '@parada/contract/list'
import { type ListQuery, type ListSource, listOf, type WholeList, type Within } from '@parada/db/list/list'
import type { Tx } from '@parada/db/open'
import type { Grants } from '@parada/domain/access/permissions'
import type { Ids, OnProblem } from '@parada/domain/access/values'
import { spanProblem } from '@parada/domain/list/date-range'
import type { ListFields, RowOf } from '@parada/domain/list/fields'
import type { FastifyBaseLogger } from 'fastify'
import { refuse } from './problem.ts'
import { logUnreadable } from './signed-in.ts'

/** The rows that permissions show: those whose field holds one of the ids that a rule of the domain gives the user. */
export type Scope<F extends ListFields> = {
  field: Extract<keyof F, string>
  ids: (grants: Grants, onProblem: OnProblem) => Ids
  /** Rows without a value belong to everybody. */
  orEmpty?: boolean
}

type Context = { tx: Tx; tenant: { id: number }; user: { grants: Grants }; log: FastifyBaseLogger; query: ListQuery }

type Options<F extends ListFields> = {
  /** Instead of the query of the call. */
  query?: ListQuery
  /** Rows beyond the scope that this user may see. */
  alsoSeen?: readonly Within<F>[]
}

export type Reader<F extends ListFields = ListFields> = {
  (context: Context, options?: Options<F>): Promise<Page<RowOf<F>>>
  /** How every row of the query is read, with these fields alone. */
  whole: (
    context: Omit<Context, 'tx' | 'query'>,
    options: Pick<Options<F>, 'alsoSeen'> & { query: Partial<ListQuery>; columns: readonly string[] },
  ) => WholeList
  /** How many rows each view has. */
  counts: (context: Omit<Context, 'query'> & { query: Partial<ListQuery> }) => Promise<Record<string, number>>
}

/** Answers a list call: its fields come from the contract, and only what is special is said here. */
export const listReader = <F extends ListFields>(
  { list: spec }: Pick<ListCall<F>, 'list'>,
  { scope, ...source }: ListSource<F> & { scope?: Scope<F> },
): Reader<F> => {
  const list = listOf(spec, source)
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
    const problem = from !== undefined && to !== undefined && spanProblem({ from, to }, maxDays)
    if (problem) throw refuse.rule(problem, 'to', { maxDays: maxDays ?? 0 })
  }

  const page = async (context: Context, { query = context.query, alsoSeen }: Options<F> = {}) => {
    check(query)
    return list.page(context.tx, context.tenant.id, query, within(context, alsoSeen))
  }
  const counts: Reader<F>['counts'] = async (context) => {
    check(context.query)
    return list.counts(context.tx, context.tenant.id, context.query, within(context))
  }
  const whole: Reader<F>['whole'] = (context, { query, columns, alsoSeen }) => {
    check(query)
    return list.whole(context.tenant.id, query, columns, within(context, alsoSeen))
  }
  return Object.assign(page, { counts, whole })
}
