import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { closest } from '../../closest.ts'
import { showTip } from './cut-text.ts'

type Options = {
  scroller: RefObject<HTMLElement | null>
  tip: RefObject<HTMLElement | null>
  count: number
  columns: number
  /** The number of cells in front of the first column. */
  lead: number
  rowHeight: number
  follow: () => void
  /** Whether a row leads anywhere; Enter on one that does not is left to the list. */
  leads: (index: number) => boolean
  open: (index: number, inNewTab: boolean) => void
  pick: ((index: number, isExtending: boolean) => void) | undefined
  clear: (() => void) | undefined
  menu: ((index: number, at: { x: number; y: number }) => void) | undefined
  walked: (index: number) => void
}

const rowIn = (scroller: HTMLElement | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? undefined

const nearest = { block: 'nearest', inline: 'nearest' } as const

/** The cell of a column; columns out of view share one wide cell. */
const cellIn = (row: HTMLElement | undefined, column: number, lead: number) => {
  let at = -lead
  for (const cell of (row?.children ?? []) as Iterable<HTMLTableCellElement>) {
    if (at === column) return cell
    at += cell.colSpan
  }
}

/** Keyboard navigation: one row is the tab stop, and the arrow keys move the focus. */
export const useRowKeys = (options: Options) => {
  const { scroller, tip, count, columns, lead, rowHeight, follow, leads, open, pick, clear, menu, walked } = options
  const [active, setActive] = useState(0)
  const cell = useRef(-1)
  const isWalking = useRef(false)

  const markCell = (row: HTMLElement | undefined, column: number) => {
    const view = scroller.current
    for (const marked of view?.querySelectorAll('[data-walked]') ?? []) marked.removeAttribute('data-walked')
    cell.current = column
    if (column > 0) view?.querySelectorAll('thead tr:first-child th')[column + lead]?.scrollIntoView(nearest)
    flushSync(follow)
    const target = cellIn(row, column, lead)
    target?.setAttribute('data-walked', '')
    showTip(tip.current, target)
  }

  const reveal = (index: number) => {
    const view = scroller.current
    if (!view) return
    const head = view.querySelector('thead')?.offsetHeight ?? 0
    const top = index * rowHeight
    const most = top + rowHeight - (view.clientHeight - head)
    if (top < view.scrollTop) view.scrollTop = top
    else if (view.scrollTop < most) view.scrollTop = most
    follow()
  }

  const walkTo = (index: number) => {
    const target = Math.max(0, Math.min(index, count - 1))
    flushSync(() => {
      setActive(target)
      reveal(target)
    })
    const row = rowIn(scroller.current, target)
    row?.focus({ preventScroll: true })
    markCell(row, cell.current)
  }

  const walkAcross = (step: 1 | -1) => {
    const row = rowIn(scroller.current, active)
    markCell(row, Math.max(0, Math.min(cell.current + step, columns - 1)))
  }

  // A focused row that scrolls away or is replaced by another page takes the focus with it. The row in its place gets
  // it, or else the list until the next key.
  useLayoutEffect(() => {
    if (!isWalking.current || document.activeElement !== document.body) return
    const heir = rowIn(scroller.current, active) ?? scroller.current
    heir?.focus({ preventScroll: true })
  })

  const menuAt = (index: number) => {
    const box = rowIn(scroller.current, index)?.getBoundingClientRect()
    if (box) menu?.(index, { x: box.left + 48, y: box.bottom })
  }

  const screenful = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 3)

  const onKeyDown = (event: KeyboardEvent) => {
    const isInHead = closest(event, 'thead') !== null
    if (event.ctrlKey && event.key !== 'Enter') return
    if (isInHead) {
      if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement) || count === 0) return
      event.preventDefault()
      walkTo(active < count ? active : 0)
      return
    }
    const keys = new Map([
      ['ArrowDown', () => walkTo(active + 1)],
      ['ArrowUp', () => walkTo(active - 1)],
      ['PageDown', () => walkTo(active + screenful())],
      ['PageUp', () => walkTo(active - screenful())],
      ['Home', () => walkTo(0)],
      ['End', () => walkTo(count - 1)],
      ['ArrowRight', () => walkAcross(1)],
      ['ArrowLeft', () => walkAcross(-1)],
      ['Enter', () => open(active, event.ctrlKey)],
      ...(pick ? ([[' ', () => pick(active, event.shiftKey)]] as const) : []),
      ...(clear ? ([['Escape', clear]] as const) : []),
      ...(menu ? ([['ContextMenu', () => menuAt(active)]] as const) : []),
    ])
    const act = event.key === 'F10' && event.shiftKey && menu ? () => menuAt(active) : keys.get(event.key)
    if (!act || count === 0 || closest(event, 'tbody button')) return
    if (event.key === 'Enter' && !leads(active)) return
    event.preventDefault()
    act()
  }

  const onFocus = (event: FocusEvent) => {
    const row = closest(event, 'tr[data-index]')
    isWalking.current = row !== null || event.target === scroller.current
    if (!row) return
    setActive(Number(row.dataset.index))
    walked(Number(row.dataset.index))
  }

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget) isWalking.current = false
    showTip(tip.current, undefined)
  }

  return { active, setActive, walkTo, onKeyDown, onFocus, onBlur }
}
