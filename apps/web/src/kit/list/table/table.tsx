import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { closest } from '../../closest.ts'
import type { Glow } from '../data/changed-rows.ts'
import { groupIn } from '../data/local-list.ts'
import type { Attentive } from '../data/use-hold.ts'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { AnyRow, Tone } from '../declare/list-types.ts'
import type { ListPlace } from '../state/memory.ts'
import cards from './cards.module.css'
import { cutTextShown } from './cut-text.ts'
import { fitColumns } from './fit-columns.ts'
import { ListRow } from './row.tsx'
import classes from './table.module.css'
import { useRowKeys } from './use-row-keys.ts'
import { useRowPlace } from './use-row-place.ts'
import { useSlots } from './use-slots.ts'
import { useWindow } from './use-window.ts'

/** Rows that can be picked, to apply an action to all of them at once. */
type Picking = {
  picked: ReadonlySet<unknown>
  /** `isExtending` picks all rows from the last picked one to this one. */
  onPick: (key: unknown, isExtending: boolean) => void
  onClear: () => void
}

type ListTableProps = {
  label: string
  columns: readonly Column[]
  rows: readonly AnyRow[]
  rowKey: string
  format: ListFormat
  rowHeight: number
  /** Shows each row as a card of its cells, as on a phone. */
  isCards?: boolean
  /** The table's head. */
  children: ReactNode
  glow?: Glow
  isStale?: boolean
  /** Shown in place of rows. */
  instead?: ReactNode
  /** A change of view scrolls back to the top. */
  view?: unknown
  opens?: ((row: AnyRow) => unknown) | undefined
  onOpen?: ((row: AnyRow, inNewTab: boolean) => void) | undefined
  tone?: ((row: AnyRow) => Tone | undefined) | undefined
  gone?: ReadonlySet<unknown>
  picking?: Picking | undefined
  /** The key of the row that the panel beside the table shows as well. */
  chosen?: unknown
  onWalk?: (key: unknown) => void
  onMenu?: ((key: unknown, at: { x: number; y: number }) => void) | undefined
  attentive?: Attentive
  /** The place where the table was left. */
  place?: ListPlace | undefined
  onLeave?: (top: number) => void
  /** A row to go to as soon as it exists. */
  wanted?: { key: unknown } | undefined
}

const isSelecting = () => (window.getSelection()?.toString() ?? '') !== ''

const pickWidth = 36

/** A native table of fixed rows and columns: arriving data moves nothing that is already there. */
export const ListTable = memo((props: ListTableProps) => {
  const { label, columns: asked, rows, rowKey, format, rowHeight, children, glow, isStale, instead, view } = props
  const { isCards = false, opens, onOpen, tone, gone, picking, chosen, onWalk, onMenu, attentive } = props
  const scroller = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const lead = picking ? 1 : 0
  const charWidth = rowHeight / 4
  const columns = useMemo(
    () => (isCards ? asked : fitColumns(asked, rows, format, charWidth)),
    [asked, rows, format, charWidth, isCards],
  )
  const widths = useMemo(() => (isCards ? [] : columns.map(({ width }) => width)), [columns, isCards])
  const { first, end, from, to, follow } = useWindow(scroller, { count: rows.length, rowHeight, widths })
  const drawnColumns = useMemo(
    () =>
      isCards || (from === 1 && to === columns.length) ? columns : [...columns.slice(0, 1), ...columns.slice(from, to)],
    [columns, from, to, isCards],
  )
  const keyAt = (index: number) => rows[index]?.[rowKey]
  const isGroup = (index: number) => groupIn(rows[index] ?? {}) !== undefined
  const leads = (index: number) => {
    const row = rows[index]
    return row !== undefined && !isGroup(index) && !!opens?.(row)
  }
  const open = (index: number, inNewTab: boolean) => {
    const row = rows[index]
    if (row && leads(index)) onOpen?.(row, inNewTab)
  }
  const pick = (index: number, isExtending: boolean) => !isGroup(index) && picking?.onPick(keyAt(index), isExtending)
  const { active, setActive, walkTo, onKeyDown, onFocus, onBlur } = useRowKeys({
    scroller,
    tip,
    count: rows.length,
    columns: columns.length,
    lead,
    rowHeight,
    follow,
    leads,
    open,
    pick: picking && pick,
    clear: picking?.onClear,
    menu: onMenu && ((index, at) => !isGroup(index) && onMenu(keyAt(index), at)),
    walked: (index) => onWalk?.(keyAt(index)),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is not read, its change is the reason
  useLayoutEffect(() => {
    if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTop = 0
  }, [view])
  const keys = () => rows.map((row) => row[rowKey])
  useRowPlace({ scroller, keys, count: rows.length, follow, setActive, walkTo, ...props })

  const width = widths.reduce((sum, one) => sum + one, 0) + lead * pickWidth
  const span = columns.length + lead
  const tabStop = active >= first && active < end ? active : first
  const drawn = rows.slice(first, end)
  const slots = useSlots(drawn.map((row) => row[rowKey]))
  const sizes = {
    '--row-height': `${rowHeight}px`,
    '--first-column': `${(widths[0] ?? 0) + lead * pickWidth}px`,
    '--pick': `${pickWidth}px`,
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks are those of the rows within, caught once for all
    <div
      ref={scroller}
      className={classes.scroller}
      style={sizes as React.CSSProperties}
      data-list-scroller
      tabIndex={-1}
      onScroll={follow}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        onFocus(event)
        attentive?.onFocus(event)
      }}
      onBlur={(event) => {
        onBlur(event)
        attentive?.onBlur()
      }}
      onMouseOver={cutTextShown}
      onPointerMove={attentive?.onPointerMove}
      onPointerDown={attentive?.onPointerDown}
      onPointerLeave={attentive?.onPointerLeave}
      onMouseDown={(event) => {
        // The row takes the focus instead of its checkbox, and Shift selects no text.
        if (closest(event, 'tbody [data-pick]')) event.preventDefault()
      }}
      onContextMenu={(event) => {
        const row = closest(event, 'tbody tr[data-index]')
        if (!row || !onMenu || isSelecting()) return
        event.preventDefault()
        row.focus({ preventScroll: true })
        if (!isGroup(Number(row.dataset.index)))
          onMenu(keyAt(Number(row.dataset.index)), { x: event.clientX, y: event.clientY })
      }}
      onClick={(event) => {
        const row = closest(event, 'tbody tr[data-index]')
        if (!row) return
        if (closest(event, '[data-pick]')) {
          row.focus({ preventScroll: true })
          pick(Number(row.dataset.index), event.shiftKey)
        } else if (!isSelecting()) open(Number(row.dataset.index), event.ctrlKey || event.metaKey)
      }}
    >
      <table
        className={isCards ? `${classes.table} ${cards.cards}` : classes.table}
        style={isCards ? undefined : { width }}
        aria-label={label}
        aria-rowcount={rows.length + 2}
        data-picks={picking ? true : undefined}
      >
        <colgroup>
          {picking && <col style={{ width: pickWidth }} />}
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        {children}
        <tbody data-stale={isStale || undefined}>
          {instead}
          {first > 0 && <Space height={first * rowHeight} span={span} />}
          {drawn.map((row, at) => {
            const key = row[rowKey]
            const group = groupIn(row)
            if (group !== undefined)
              return (
                <Group
                  key={String(key)}
                  name={group}
                  index={first + at}
                  span={span}
                  isTabStop={first + at === tabStop}
                />
              )
            const toned = tone?.(row)
            return (
              <ListRow
                key={slots.get(key)}
                row={row}
                index={first + at}
                columns={drawnColumns}
                skipped={isCards ? 0 : from - 1}
                rest={isCards ? 0 : columns.length - to}
                format={format}
                isTabStop={first + at === tabStop}
                opens={opens !== undefined && Boolean(opens(row))}
                glow={glow?.get(key) ?? 0}
                charWidth={charWidth}
                isCard={isCards}
                isPicked={picking?.picked.has(key)}
                isChosen={chosen !== undefined && chosen === key}
                isGone={gone?.has(key) ?? false}
                tone={toned?.tone}
                sign={tone && (toned?.sign ?? '')}
              />
            )
          })}
          {end < rows.length && <Space height={(rows.length - end) * rowHeight} span={span} />}
        </tbody>
      </table>
      <div ref={tip} className={classes.tip} role="tooltip" hidden />
    </div>
  )
})

/** A heading that says what the rows below it have in common. */
const Group = ({ name, index, span, isTabStop }: { name: string; index: number; span: number; isTabStop: boolean }) => (
  <tr data-index={index} aria-rowindex={index + 3} tabIndex={isTabStop ? 0 : -1}>
    <th colSpan={span} scope="rowgroup" className={classes.groupName}>
      {name || '–'}
    </th>
  </tr>
)

/** Takes the space of rows that are not drawn. */
const Space = ({ height, span }: { height: number; span: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus
  <tr aria-hidden="true" className={classes.space}>
    <td colSpan={span} style={{ height }} />
  </tr>
)
