import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { closest } from './closest.ts'

const stopsIn = (frame: HTMLElement) =>
  [...frame.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="hidden"]'),
  )

/** Focuses the first candidate that accepts the focus; hidden elements do not. */
const focusFirst = (candidates: readonly HTMLElement[]) =>
  candidates.find((one) => {
    one.focus({ preventScroll: true })
    return document.activeElement === one
  })

const isSameStop = (one: Element, other: Element) =>
  one === other ||
  // Radio buttons of one group are a single tab stop.
  (one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === 'radio' &&
    other.type === 'radio' &&
    one.name === other.name)

/** Tab on the last stop moves to the first, and Shift+Tab the other way round. */
export const keepTabInside = (event: KeyboardEvent) => {
  const frame = closest(event, '[role="dialog"]')
  if (event.key !== 'Tab' || event.defaultPrevented || !frame) return
  const stops = event.shiftKey ? stopsIn(frame).reverse() : stopsIn(frame)
  const last = stops.at(-1)
  const isAtEnd = !last || event.target === frame || (event.target instanceof Element && isSameStop(event.target, last))
  if (!isAtEnd) return
  event.preventDefault()
  focusFirst(stops)
}

/** The elements that had the focus before each dialog or menu opened, latest first. */
const origins = new WeakMap<Element, readonly HTMLElement[]>()

const frameOf = (element: Element | null | undefined) =>
  element?.closest<HTMLElement>('[role="dialog"], [role="menu"]') ?? undefined

/** The focused element and, in case it disappears with its dialog, those focused before it. */
const originsNow = () => {
  const active = document.activeElement
  const frame = frameOf(active)
  return [...(active instanceof HTMLElement ? [active] : []), ...((frame && origins.get(frame)) ?? [])]
}

/**
 * Placed inside a dialog or menu: moves the focus into it before the first paint and returns the focus as soon as it
 * closes. Mantine's own trap moves the focus after the paint and once more later, so keys pressed in between are lost
 * and the cursor jumps.
 */
export const TakeFocus = () => {
  const mark = useRef<HTMLSpanElement>(null)
  const [before] = useState(originsNow)
  useLayoutEffect(() => {
    const frame = frameOf(mark.current)
    if (frame) origins.set(frame, before)
    if (frame && !frame.contains(document.activeElement)) {
      const marked = frame.querySelector<HTMLElement>('[data-autofocus]')
      focusFirst([...(marked ? [marked] : []), ...stopsIn(frame), frame])
    }
    // The dialog is still being removed at this point. The microtask runs right after that, before the next paint.
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusFirst(before.filter(({ isConnected }) => isConnected))
      })
  }, [before])
  return <span ref={mark} hidden />
}
