import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'
import type { MapProps } from './map-props.ts'

/** The map library weighs more than all screens together: it comes after whatever people type into. */
const MapView = lazy(() => import('./map-view.tsx'))

class Shield extends Component<{ instead: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

/** A map that fills the box it stands in. Everything that can be done on it can be done beside it, too. */
export const Map = (props: MapProps) => {
  const { t } = useTranslation()
  const instead = <p className={classes.notice}>{t('map.unavailable')}</p>
  return (
    <div className={classes.frame}>
      <Shield instead={instead}>
        <Suspense fallback={<div className={classes.ground} />}>
          <MapView {...props} />
        </Suspense>
      </Shield>
    </div>
  )
}
