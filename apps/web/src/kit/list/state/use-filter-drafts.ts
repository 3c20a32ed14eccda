import type { FieldKind } from '@parada/domain/list/fields'
import { withoutEmpty } from '@parada/domain/list/list'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useEffect, useRef, useState } from 'react'
import { filterValue } from '../data/request.ts'
import type { Column } from '../declare/columns.ts'

type Filters = Readonly<Record<string, string>>
type FilterColumns = readonly Pick<Column, 'key' | 'field' | 'isFiltered' | 'choices'>[]

const refusals: Partial<Record<FieldKind, ProblemKey>> = {
  time: 'problems.searchByDate',
  number: 'problems.numberFilter',
  decimal: 'problems.numberFilter',
  money: 'problems.numberFilter',
}

/** The filters to apply, and the problems of invalid ones. An invalid filter leaves the applied one as it is. */
export const checkDrafts = (columns: FilterColumns, drafts: Filters, applied: Filters) => {
  const problems: Record<string, ProblemKey> = {}
  const filters: Record<string, string> = {}
  for (const column of columns) {
    if (!column.isFiltered) continue
    const { key, field } = column
    const draft = (drafts[key] ?? '').trim()
    const problem = draft !== '' && filterValue(column, draft) === undefined ? refusals[field.kind] : undefined
    if (problem) problems[key] = problem
    filters[key] = problem ? (applied[key] ?? '') : draft
  }
  return { problems, filters: withoutEmpty(filters) as Filters }
}

const isSame = (a: Filters, b: Filters) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key])

/** The text in the filter boxes, applied to the list once the list's own delay has passed. */
export const useFilterDrafts = (
  columns: FilterColumns,
  applied: Filters,
  delay: number,
  apply: (filters: Filters) => void,
) => {
  const [drafts, setDrafts] = useState(applied)
  const [problems, setProblems] = useState<Readonly<Record<string, ProblemKey>>>({})
  const [seen, setSeen] = useState(applied)
  const own = useRef<Filters>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Changed from outside, by the reset, a link or another screen.
  if (seen !== applied) {
    setSeen(applied)
    if (own.current !== applied) {
      setDrafts(applied)
      setProblems({})
    }
  }
  useEffect(() => {
    if (own.current !== applied) clearTimeout(timer.current)
  }, [applied])
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = (next: Filters) => {
    clearTimeout(timer.current)
    const { problems, filters } = checkDrafts(columns, next, applied)
    setProblems(problems)
    if (isSame(filters, applied)) return
    own.current = filters
    apply(filters)
  }

  // The timer outlives the render that started it, but must use the latest columns and filters.
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })

  const type = (key: string, text: string) => {
    const next = { ...drafts, [key]: text }
    setDrafts(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(next), delay)
  }

  /** Applied without delay, because nothing more will be typed. */
  const choose = (key: string, text: string) => {
    const next = { ...drafts, [key]: text }
    setDrafts(next)
    settle(next)
  }

  return { drafts, problems, type, choose, settle: () => settle(drafts), clear: (key: string) => choose(key, '') }
}
