import { type FocusEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Attention, type HeldRows, holdStill, isHolding, pointerRestMs, released } from './hold-still.ts'

const isRow = (target: EventTarget | null) =>
  target instanceof Element && target.closest('tbody tr[data-index]') !== null

/** Whether somebody is using the rows, and the event handlers that track it. */
export const useAttention = () => {
  const attention = useRef<Attention>({ pointerAt: undefined, isFocused: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHeld, setHeld] = useState(false)

  const look = useCallback(() => {
    clearTimeout(timer.current)
    const { pointerAt, isFocused } = attention.current
    setHeld(isHolding(attention.current, Date.now()))
    if (pointerAt !== undefined && !isFocused)
      timer.current = setTimeout(look, Math.max(100, pointerAt + pointerRestMs - Date.now()))
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const handlers = useMemo(() => {
    const tell = (change: Partial<Attention>) => {
      attention.current = { ...attention.current, ...change }
      look()
    }
    const onPointerMove = ({ target }: PointerEvent) => {
      const { pointerAt } = attention.current
      if (!isRow(target)) return pointerAt !== undefined && tell({ pointerAt: undefined })
      const now = Date.now()
      const isResting = pointerAt === undefined || now - pointerAt >= pointerRestMs
      attention.current = { ...attention.current, pointerAt: now }
      // The timer checks again by itself, so a move alone needs no render. The first move is flushed: data that arrives
      // before React has rendered it would still move the rows, and a row that moves between press and release is not
      // clicked.
      if (isResting) flushSync(look)
    }
    return {
      onPointerMove,
      // A finger, or a mouse that has been at rest, presses without a move before.
      onPointerDown: onPointerMove,
      onPointerLeave: () => tell({ pointerAt: undefined }),
      onFocus: ({ target }: FocusEvent) => tell({ isFocused: isRow(target) }),
      // A row that is drawn again loses the focus only for a moment.
      onBlur: () => setTimeout(() => tell({ isFocused: isRow(document.activeElement) })),
    }
  }, [look])

  const letGo = useCallback(() => {
    attention.current = { pointerAt: undefined, isFocused: false }
    look()
  }, [look])
  return { isHeld, handlers, letGo }
}

export type Attentive = ReturnType<typeof useAttention>['handlers']

type HeldRowsInput = Omit<Parameters<typeof holdStill>[0], 'shown'> & {
  isHeld: boolean
  /** Identifies the view. Another view has another order, which is not held yet. */
  view: string
}

/** The rows in an order that holds still while somebody is using them. */
export const useHeldRows = ({ wanted, all, keyOf, lastWord, fullPage, isHeld, view }: HeldRowsInput): HeldRows => {
  const kept = useRef<{ held: HeldRows; wanted: unknown; all: unknown; view: string; isHeld: boolean; word: unknown }>(
    undefined,
  )
  const last = kept.current
  if (
    last &&
    last.wanted === wanted &&
    last.all === all &&
    last.view === view &&
    last.isHeld === isHeld &&
    last.word === lastWord
  )
    return last.held
  const shown = last?.view === view ? last.held.rows : []
  const held =
    isHeld && shown.length > 0 ? holdStill({ shown, wanted, all, keyOf, lastWord, fullPage }) : released(wanted)
  kept.current = { held, wanted, all, view, isHeld, word: lastWord }
  return held
}
