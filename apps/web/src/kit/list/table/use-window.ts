import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'

/** Rows enter and leave in blocks and columns in steps, so that most scroll events change nothing. */
const block = 8
const step = 256

/** The rows to draw: those in view and, once scrolled, at least a block on either side. `blocks` is rounded up. */
export const rowsAt = (blocks: number, count: number, inView: number) => {
  if (blocks === 0) return { first: 0, end: Math.min(count, inView) }
  // After filtering, the table may be shorter than the scroll position.
  const start = Math.min((blocks - 1) * block, Math.floor(Math.max(0, count - inView) / block) * block)
  return { first: Math.max(0, start - block), end: Math.min(count, start + inView + 2 * block) }
}

/**
 * The columns to draw besides the first, which is always in view. A table barely wider than the window is drawn whole:
 * its columns may be wider than declared, and there is nothing to gain.
 */
export const columnsAt = (steps: number, widths: readonly number[], viewWidth: number) => {
  const whole = { from: 1, to: widths.length }
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= viewWidth + step) return whole
  const [left, right] = [steps * step, (steps + 1) * step + viewWidth]
  let [from, to, x] = [widths.length, 1, widths[0] ?? 0]
  for (let at = 1; at < widths.length; at++) {
    const width = widths[at] ?? 0
    if (x + width > left && x < right) {
      from = Math.min(from, at)
      to = at + 1
    }
    x += width
  }
  return from < to ? { from, to } : whole
}

/**
 * Draws only what can be seen, in both directions. The browser's window is the upper bound of the list's size, so
 * nothing has to be measured before the first paint.
 */
export const useWindow = (
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, widths }: { count: number; rowHeight: number; widths: readonly number[] },
) => {
  const [blocks, setBlocks] = useState(0)
  const [steps, setSteps] = useState(0)
  const [view, setView] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }))

  const follow = useCallback(() => {
    const { scrollTop, scrollLeft } = scroller.current ?? { scrollTop: 0, scrollLeft: 0 }
    setBlocks(Math.ceil(scrollTop / rowHeight / block))
    setSteps(Math.floor(scrollLeft / step))
  }, [scroller, rowHeight])

  useEffect(() => {
    const resized = () => setView({ width: window.innerWidth, height: window.innerHeight })
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])

  const { from, to } = useMemo(() => columnsAt(steps, widths, view.width), [steps, widths, view.width])
  return { ...rowsAt(blocks, count, Math.ceil(view.height / rowHeight)), from, to, follow }
}
