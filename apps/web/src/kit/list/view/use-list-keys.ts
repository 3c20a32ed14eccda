import type { RefObject } from 'react'
import { usePlainKeys } from '../../use-keys.ts'

/** What each key does; false where it does nothing just now and is left to others. */
type Acts = Readonly<Record<string, () => unknown>>

/** The list's own keys. */
export const useListKeys = (root: RefObject<HTMLElement | null>, acts: Acts) =>
  usePlainKeys((key) => {
    const keys: Acts = {
      '/': () => root.current?.querySelector<HTMLElement>('[data-list-filter]')?.focus(),
      ...acts,
    }
    const act = keys[key]
    return act !== undefined && act() !== false
  })

/** From nowhere in particular the arrows lead to the row that was left. */
export const enterRows = (list: HTMLElement | null) => {
  const row = list?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
  if (document.activeElement !== document.body || !row) return false
  row.focus({ preventScroll: true })
}
