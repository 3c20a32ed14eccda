import type { RefObject } from 'react'
import { useKeyListener } from '../kit/use-keys.ts'

/** The handler of each shortcut by name; `shortcuts` lists the keys. */
export type Acts = Record<
  'repeat' | 'reverse' | 'stop' | 'prices' | 'kind' | 'draft' | 'otherDraft' | 'bringBack' | 'help' | 'back' | 'book',
  () => void
> & {
  /** Alt with a digit: a ride in step 1, a step in the others. */
  figure: (figure: number) => void
}

/** By physical key, since Alt produces other characters on some keyboards. */
const withAlt: Record<string, Exclude<keyof Acts, 'figure'>> = {
  KeyR: 'repeat',
  KeyV: 'reverse',
  KeyS: 'stop',
  KeyP: 'prices',
  KeyK: 'kind',
  KeyN: 'draft',
  KeyM: 'otherDraft',
  KeyZ: 'bringBack',
}

/** The entries of the shortcut help: how the keys are written, and the name of the action. */
export const shortcuts: readonly [keys: string, name: string][] = [
  ['F2', 'call'],
  ['Alt R', 'repeat'],
  ['Alt V', 'reverse'],
  ['Alt 1–9', 'ride'],
  ['↓', 'rides'],
  ['Alt K', 'kind'],
  ['Enter', 'next'],
  ['Ctrl Enter', 'book'],
  ['Alt 1 · 2 · 3', 'step'],
  ['Esc', 'back'],
  ['Alt S', 'stop'],
  ['Alt P', 'prices'],
  ['Alt N', 'draft'],
  ['Alt M', 'otherDraft'],
  ['Alt Z', 'bringBack'],
  ['? · F1', 'help'],
]

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (/^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(radio|checkbox|tel)$/.test(target.type)))

const isExpanded = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'

const figureOf = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent) =>
  altKey && !ctrlKey && !metaKey ? Number(/^Digit([1-9])$/.exec(code)?.[1] ?? 0) : 0

const actOf = (event: KeyboardEvent): Exclude<keyof Acts, 'figure'> | undefined => {
  const { key, code, altKey, ctrlKey, metaKey, target } = event
  if (event.getModifierState('AltGraph')) return undefined
  if ((ctrlKey || metaKey) && !altKey) return key === 'Enter' ? 'book' : undefined
  if (altKey) return ctrlKey || metaKey ? undefined : withAlt[code]
  if (key === 'F1' || (key === '?' && !isWriting(target))) return 'help'
  return key === 'Escape' && !isExpanded(target) ? 'back' : undefined
}

/** The shortcuts of the wizard, active wherever the focus is unless a dialog is open. */
export const useWizardKeys = (root: RefObject<HTMLElement | null>, acts: Acts) =>
  useKeyListener((event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('[role="dialog"]')) return
    if (!root.current) return
    const figure = event.getModifierState('AltGraph') ? 0 : figureOf(event)
    if (figure) {
      event.preventDefault()
      return acts.figure(figure)
    }
    const act = actOf(event)
    if (!act) return
    // An Escape that closed a dialog came from inside it, and must not also go back a step.
    if (act === 'back' && !(event.target instanceof Node && root.current.contains(event.target))) return
    event.preventDefault()
    acts[act]()
  })
