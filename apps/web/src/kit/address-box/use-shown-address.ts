import { shownAddress } from '@parada/domain/places/address-search'
import { useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Cuts addresses to what a window of this width shows of them. */
export const useShownAddress = () => {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth)
  return (text: string) => shownAddress(text, width)
}
