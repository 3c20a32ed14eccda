import { constants } from '@parada/domain/constants'
import { useEffect, useState } from 'react'

const isCompact = () => window.innerWidth < constants.compactMenuBelowPx

/** Whether the menu is folded away; checked once resizing has stopped (P-079). */
export const useCompact = () => {
  const [compact, setCompact] = useState(isCompact)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setCompact(isCompact()), constants.resizeDebounceMs)
    }
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', onResize)
    }
  }, [])
  return compact
}
