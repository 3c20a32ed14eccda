import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../when-idle.ts'
import classes from './map.module.css'
import type { MapProps } from './map-props.ts'
import { MapUnavailable } from './map-unavailable.tsx'

const LoadedMap = lazy(() => import('./map-view.tsx').catch(() => ({ default: MapUnavailable })))

/**
 * A map that fills its container. Everything that can be done on it can also be done beside it. Its library is larger
 * than all screens together and starts more slowly than they do, so it loads after everything that people read and
 * type.
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
