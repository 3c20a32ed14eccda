import { lazy, Suspense } from 'react'
import classes from './map.module.css'
import type { MapProps } from './map-props.ts'
import { MapUnavailable } from './map-unavailable.tsx'

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_500 })
    else setTimeout(resolve, 200)
  })

/** The map library weighs more than all screens together: it comes after whatever people type into. */
const LoadedMap = lazy(async () => {
  await idle()
  return import('./map-view.tsx').catch(() => ({ default: MapUnavailable }))
})

/** A map that fills the box it stands in. Everything that can be done on it can be done beside it, too. */
export const MapView = (props: MapProps) => (
  <div className={classes.frame}>
    <Suspense>
      <LoadedMap {...props} />
    </Suspense>
  </div>
)
