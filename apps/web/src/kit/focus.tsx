import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { closest } from './closest.ts'

const stopsIn = (frame: HTMLElement) =>
  [...frame.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="hidden"]'),
  )

/** Focuses the first that takes the focus: what is hidden does not. */
const focusFirst = (candidates: readonly HTMLElement[]) =>
  candidates.find((one) => {
    one.focus({ preventScroll: true })
    return document.activeElement === one
  })

const isSameStop = (one: Element, other: Element) =>
  one === other ||
  // Of radio buttons that belong together one is a stop.
  (one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === 'radio' &&
    other.type === 'radio' &&
    one.name === other.name)

/** Tab on the last stop leads to the first one, and Shift+Tab the other way round. */
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

/** Where the focus was before each dialog or menu, the latest first. */
const origins = new WeakMap<Element, readonly HTMLElement[]>()

const frameOf = (element: Element | null | undefined) =>
  element?.closest<HTMLElement>('[role="dialog"], [role="menu"]') ?? undefined

/** The element in focus and, in case it disappears with its dialog, those before it. */
const originsNow = () => {
  const active = document.activeElement
  const frame = frameOf(active)
  return [...(active instanceof HTMLElement ? [active] : []), ...((frame && origins.get(frame)) ?? [])]
}

/**
 * Stands in a dialog or a menu: it has the focus from the first paint on, and gives it back as soon as it is gone. Mantine's
 * own trap takes the focus after the paint, and once more later: keys pressed meanwhile go astray, and the cursor jumps.
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
    // On the way out it is still being taken away; this comes right after, and before anybody sees it.
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusFirst(before.filter(({ isConnected }) => isConnected))
      })
  }, [before])
  return <span ref={mark} hidden />
}
