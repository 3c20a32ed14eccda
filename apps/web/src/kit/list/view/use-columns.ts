import { useMemo } from 'react'
import { withGroups } from '../data/local-list.ts'
import type { ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import type { ListLook } from '../state/list-state.ts'

/** The list as offered to this reader, and its chosen columns at their resized widths. */
export const useColumns = (
  list: ListDefinition,
  look: ListLook,
  known: Parameters<NonNullable<ListDefinition['hides']>>[0],
) => {
  const hidden = list.hides?.(known).join() ?? ''
  const hasBeside = list.beside?.isFor?.(known) ?? true
  const offered = useMemo(() => {
    const keys = list.keys.filter((key) => !hidden.split(',').includes(key))
    const beside = hasBeside ? list.beside : undefined
    return { ...list, keys, columns: list.columns.filter(({ key }) => keys.includes(key)), beside }
  }, [list, hidden, hasBeside])
  const columns = useMemo(
    () =>
      look.columns
        .flatMap((key) => offered.columns.find((column) => column.key === key) ?? [])
        .map((column) => ({ ...column, width: look.widths[column.key] ?? column.width })),
    [look.columns, look.widths, offered],
  )
  return { offered, columns }
}

/** The rows of the page, with a heading before each group if they are grouped. */
export const useGroupedRows = (
  list: ListDefinition,
  rows: readonly AnyRow[],
  group: string | undefined,
  format: ListFormat,
) =>
  useMemo(() => {
    const column = list.columns.find(({ key }) => key === group)
    return column ? withGroups(rows, list.rowKey, column.key, (row) => column.show(row, format)) : rows
  }, [rows, group, list, format])
