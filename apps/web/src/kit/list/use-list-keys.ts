import { type RefObject, useEffect, useRef } from 'react'

/** What each key does; false where it does nothing just now and is left to others. */
type Acts = Readonly<Record<string, () => unknown>>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))

/** A layout that needs AltGr for a bracket reports Ctrl and Alt with it. */
const isCommand = (event: KeyboardEvent) =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))

/** The list's own keys, wherever the focus is but in a box to type in or behind a modal. */
export const useListKeys = (root: RefObject<HTMLElement | null>, acts: Acts) => {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || isCommand(event)) return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      const keys: Acts = {
        '/': () => root.current?.querySelector<HTMLElement>('[data-list-filter]')?.focus(),
        ...latest.current,
      }
      const act = keys[event.key.toLowerCase()]
      if (act && act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}
