import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnyRow } from '../declare/list-types.ts'

type RowsByKey = ReadonlyMap<unknown, AnyRow>

const byKey = (rows: readonly AnyRow[], rowKey: string): RowsByKey => new Map(rows.map((row) => [row[rowKey], row]))

/** Incoming rows found equal to a kept one. Of thousands, most arrive again unchanged. */
type Twins = WeakMap<AnyRow, AnyRow>

/** Reuses the objects of unchanged rows wherever they moved, so that only changed rows are drawn again. */
export const mergeRows = (before: RowsByKey, rows: readonly AnyRow[], rowKey: string, twins: Twins = new WeakMap()) => {
  const changed: unknown[] = []
  const merged = rows.map((row) => {
    const key = row[rowKey]
    const old = before.get(key)
    if (old !== undefined && (twins.get(row) === old || replaceEqualDeep(old, row) === old)) {
      twins.set(row, old)
      return old
    }
    changed.push(key)
    return row
  })
  return { merged, changed }
}

/**
 * How often each row has changed since its view was opened. Odd and even counts use different animations, so that every
 * change glows once.
 */
export type Glow = ReadonlyMap<unknown, number>

const still: Glow = new Map()

/** The rows of one view over time. Another page or filter is a new view, in which nothing has changed yet. */
export const useChangedRows = (rows: readonly AnyRow[] | undefined, rowKey: string, view: string) => {
  const kept = useRef<{ given?: readonly AnyRow[]; view?: string; rows: AnyRow[]; glow: Glow }>({
    rows: [],
    glow: still,
  })
  const twins = useRef<Twins>(new WeakMap())
  const last = kept.current
  if (rows === undefined || (rows === last.given && view === last.view)) return last
  const { merged, changed } = mergeRows(byKey(last.rows, rowKey), rows, rowKey, twins.current)
  const isSameView = view === last.view
  const glow = !isSameView
    ? still
    : changed.length === 0
      ? last.glow
      : new Map([...last.glow, ...changed.map((key) => [key, (last.glow.get(key) ?? 0) + 1] as const)])
  kept.current = { given: rows, view, rows: merged, glow }
  return kept.current
}
