import { useLayoutEffect, useRef } from 'react'

/**
 * Listens for keys on the whole page from the first paint on, always with the latest handler, so that a key pressed as
 * soon as something is visible is never lost. A passive effect would run too late.
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

/** Keyboard layouts that need AltGr for a bracket report Ctrl and Alt with it. */
const isCommand = (event: KeyboardEvent) =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))

/**
 * Plain shortcuts of a screen, wherever the focus is except in a text box or behind a modal or an open menu. `act`
 * returns whether it handled the key; a key that is held down repeats.
 */
export const usePlainKeys = (act: (key: string, isRepeated: boolean) => boolean) =>
  useKeyListener((event) => {
    if (event.defaultPrevented || isTyping(event.target) || isCommand(event)) return
    if (document.querySelector('[role="dialog"], [role="menu"]')) return
    if (act(event.key.toLowerCase(), event.repeat)) event.preventDefault()
  })
