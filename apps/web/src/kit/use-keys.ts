import { useLayoutEffect, useRef } from 'react'

/**
 * Hears the keys of the whole page from the first paint on, and always with what was drawn last: a key pressed as soon
 * as something can be seen is never lost. An effect after the paint would come too late.
 */
export const useKeyListener = (onKey: (event: KeyboardEvent) => void) => {
  const latest = useRef(onKey)
  useLayoutEffect(() => {
    latest.current = onKey
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="range"]), textarea, select'))

/** A layout that needs AltGr for a bracket reports Ctrl and Alt with it. */
const isCommand = (event: KeyboardEvent) =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))

/**
 * Plain keys of a screen, wherever the focus is but in a box to type in or behind a modal or an open menu. `act` answers
 * whether the key was taken; a key that is held down comes again and again.
 */
export const usePlainKeys = (act: (key: string, isRepeated: boolean) => boolean) =>
  useKeyListener((event) => {
    if (event.defaultPrevented || isTyping(event.target) || isCommand(event)) return
    if (document.querySelector('[role="dialog"], [role="menu"]')) return
    if (act(event.key.toLowerCase(), event.repeat)) event.preventDefault()
  })
