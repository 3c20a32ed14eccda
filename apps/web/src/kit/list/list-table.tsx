import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { Glow } from './changed-rows.ts'
import type { Column, ListFormat } from './columns.ts'
import { cutTextShown } from './cut-text.ts'
import { ListRow } from './list-row.tsx'
import classes from './list-table.module.css'
import { useRowKeys } from './use-row-keys.ts'
import { useSlots } from './use-slots.ts'
import { useWindow } from './use-window.ts'

export type ListTableProps = {
  label: string
  columns: readonly Column<never>[]
  rows: readonly unknown[]
  rowKey: string
  format: ListFormat
  rowHeight: number
  /** The rows of the heading. */
  children: ReactNode
  glow?: Glow
  isStale?: boolean
  /** Shown where rows would be. */
  instead?: ReactNode
  /** Another view starts at its top. */
  view?: unknown
  opens?: ((row: never) => unknown) | undefined
  onOpen?: ((row: never, inNewTab: boolean) => void) | undefined
}

const idOf = (row: unknown, rowKey: string) => (row as Record<string, unknown>)[rowKey]

const isSelecting = () => (window.getSelection()?.toString() ?? '') !== ''

/** A native table of fixed rows and columns: nothing that arrives moves anything that is there. */
export const ListTable = memo((props: ListTableProps) => {
  const { label, columns, rows, rowKey, format, rowHeight, children, glow, isStale, instead, view, opens, onOpen } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const widths = useMemo(() => columns.map(({ width }) => width), [columns])
  const { first, end, from, to, follow } = useWindow(scroller, { count: rows.length, rowHeight, widths })
  const drawnColumns = useMemo(
    () => (from === 1 && to === columns.length ? columns : [...columns.slice(0, 1), ...columns.slice(from, to)]),
    [columns, from, to],
  )
  const open = (index: number, inNewTab: boolean) => {
    const row = rows[index] as never
    if (row !== undefined && opens?.(row)) onOpen?.(row, inNewTab)
  }
  const { active, onKeyDown, onFocus, onBlur } = useRowKeys({
    scroller,
    tip,
    count: rows.length,
    columns: columns.length,
    rowHeight,
    follow,
    open,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is not read, its change is the reason
  useLayoutEffect(() => {
    if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTop = 0
  }, [view])

  const width = widths.reduce((sum, one) => sum + one, 0)
  const tabStop = active >= first && active < end ? active : first
  const drawn = rows.slice(first, end)
  const slots = useSlots(drawn.map((row) => idOf(row, rowKey)))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks are those of the rows within, caught once for all
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ '--row-height': `${rowHeight}px`, '--first-column': `${widths[0]}px` } as React.CSSProperties}
      data-list-scroller
      tabIndex={-1}
      onScroll={follow}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
      onMouseOver={cutTextShown}
      onClick={(event) => {
        const row = (event.target as Element).closest<HTMLElement>('tbody tr[data-index]')
        if (row && !isSelecting()) open(Number(row.dataset.index), event.ctrlKey || event.metaKey)
      }}
    >
      <table className={classes.table} style={{ width }} aria-label={label} aria-rowcount={rows.length + 2}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        {children}
        <tbody data-stale={isStale || undefined}>
          {instead}
          {first > 0 && <Space height={first * rowHeight} span={columns.length} />}
          {drawn.map((row, at) => (
            <ListRow
              key={slots.get(idOf(row, rowKey))}
              row={row}
              index={first + at}
              columns={drawnColumns}
              skipped={from - 1}
              rest={columns.length - to}
              format={format}
              isTabStop={first + at === tabStop}
              opens={opens !== undefined && Boolean(opens(row as never))}
              glow={glow?.get(idOf(row, rowKey)) ?? 0}
              charWidth={rowHeight / 4}
            />
          ))}
          {end < rows.length && <Space height={(rows.length - end) * rowHeight} span={columns.length} />}
        </tbody>
      </table>
      <div ref={tip} className={classes.tip} role="tooltip" hidden />
    </div>
  )
})

/** Stands for the rows that are not drawn. */
const Space = ({ height, span }: { height: number; span: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus
  <tr aria-hidden="true" className={classes.space}>
    <td colSpan={span} style={{ height }} />
  </tr>
)
