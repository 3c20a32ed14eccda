import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../when-idle.ts'
import classes from './map.module.css'
import type { MapProps } from './map-props.ts'
import { MapUnavailable } from './map-unavailable.tsx'

const LoadedMap = lazy(() => import('./map-view.tsx').catch(() => ({ default: MapUnavailable })))

/**
 * A map that fills the box it stands in. Everything that can be done on it can be done beside it, too. Its library weighs
 * more than all screens together, and takes longer to begin than they do: it comes after whatever people read and type.
 */
export const MapView = (props: MapProps) => {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => setDue(true)), [])
  return (
    <div className={classes.frame}>
      {isDue && (
        <Suspense>
          <LoadedMap {...props} />
        </Suspense>
      )}
    </div>
  )
}
