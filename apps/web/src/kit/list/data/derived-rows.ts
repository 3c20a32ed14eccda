import { useEffect, useRef, useState } from 'react'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'

type KeptRow = { record: AnyRow; facts: AnyRow; row: AnyRow }
type KeptRows = ReadonlyMap<unknown, KeptRow>
type FactInput = { known: unknown; now: number; isGone: boolean }

const isSame = (one: AnyRow, other: AnyRow) => {
  for (const name in other) if (one[name] !== other[name]) return false
  return true
}

/** A record with its facts; the same object as before if neither has changed. */
const joinRow = (
  { derived }: Pick<ListDefinition, 'derived'>,
  record: AnyRow,
  told: FactInput,
  old: KeptRow | undefined,
): KeptRow => {
  if (!derived) return { record, facts: {}, row: record }
  const facts = derived.facts(record, told)
  if (old && old.record === record && isSame(old.facts, facts)) return old
  return { record, facts, row: { ...record, ...facts } }
}

type Joins = Pick<ListDefinition, 'derived' | 'rowKey'>

/** `isToldAnew` is false if only records have changed; the facts of the other rows are then kept. */
export const joinRows = (
  list: Joins,
  records: readonly AnyRow[],
  told: Omit<FactInput, 'isGone'>,
  before: KeptRows,
  isToldAnew = true,
) => {
  const kept = new Map<unknown, KeptRow>()
  const given = { ...told, isGone: false }
  for (const record of records) {
    const key = record[list.rowKey]
    const old = before.get(key)
    kept.set(key, old && !isToldAnew && old.record === record ? old : joinRow(list, record, given, old))
  }
  return kept
}

/** The final state of a row that is no longer among the records. */
export const lastRow = (list: Joins, row: AnyRow, told: Omit<FactInput, 'isGone'>): AnyRow => {
  if (!list.derived) return row
  const facts = list.derived.facts(row, { ...told, isGone: true })
  return isSame(row, facts) ? row : { ...row, ...facts }
}

const noKnown = () => undefined

/** The input for computing the facts of rows. For a list without facts the clock stands still. */
export const useFactInput = ({ derived, useKnown }: ListDefinition) => {
  const use = derived?.use ?? useKnown ?? noKnown
  const known = use()
  const everyMs = derived?.everyMs
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return { known, now }
}

const none: KeptRows = new Map()

/** All rows with their facts, by key. */
export const useDerivedRows = (list: ListDefinition, records: readonly AnyRow[], told: Omit<FactInput, 'isGone'>) => {
  const kept = useRef<{
    records?: readonly AnyRow[]
    told?: FactInput | object
    byKey: KeptRows
    rows: Map<unknown, AnyRow>
  }>({
    byKey: none,
    rows: new Map(),
  })
  const last = kept.current
  if (last.records === records && last.told === told) return last.rows
  const byKey = joinRows(list, records, told, last.byKey, last.told !== told)
  const rows = new Map([...byKey].map(([key, { row }]) => [key, row]))
  kept.current = { records, told, byKey, rows }
  return rows
}
