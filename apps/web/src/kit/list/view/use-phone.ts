import { useSyncExternalStore } from 'react'

const narrow = () => window.matchMedia('(max-width: 599.98px)')

const subscribe = (listener: () => void) => {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone's, where rows are cards. */
export const usePhone = () => useSyncExternalStore(subscribe, () => narrow().matches)
