import { shownAddress } from '@parada/domain/places/address-search'
import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Cuts addresses to the length shown at the current window width. */
export const useShownAddress = () => {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth)
  return (text: string) => shownAddress(text, width)
}
