import type { RefObject } from 'react'
import { usePlainKeys } from '../../use-keys.ts'

/** The action of each key. False means that it does nothing at the moment and leaves the key to others. */
type Acts = Readonly<Record<string, () => unknown>>

/** The list's own shortcuts. */
export const useListKeys = (root: RefObject<HTMLElement | null>, acts: Acts) =>
  usePlainKeys((key) => {
    const keys: Acts = {
      '/': () => root.current?.querySelector<HTMLElement>('[data-list-filter]')?.focus(),
      ...acts,
    }
    const act = keys[key]
    return act !== undefined && act() !== false
  })

/** If nothing has the focus, the arrow key leads to the row last reached. */
export const enterRows = (list: HTMLElement | null) => {
  const row = list?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
  if (document.activeElement !== document.body || !row) return false
  row.focus({ preventScroll: true })
}
