import { groupIn } from '../data/local-list.ts'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { AnyRow } from '../declare/list-types.ts'

/** On both sides of a cell's text together, in px. */
export const padding = 16

/** Widens columns whose texts must not be cut to fit their longest text, and leaves the others as they are. */
export const fitColumns = (
  columns: readonly Column[],
  rows: readonly AnyRow[],
  format: ListFormat,
  charWidth: number,
): readonly Column[] => {
  const needed = ({ fits, width, show }: Column) => {
    if (!fits) return width
    const lengths = rows.map((row) => (groupIn(row) === undefined ? show(row, format).length : 0))
    return Math.max(width, Math.ceil(Math.max(0, ...lengths) * charWidth + padding))
  }
  const fitted = columns.map((column) => ({ column, width: needed(column) }))
  if (fitted.every(({ column, width }) => width === column.width)) return columns
  return fitted.map(({ column, width }) => (width === column.width ? column : { ...column, width }))
}
