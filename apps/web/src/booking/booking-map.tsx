import { decodePath } from '@parada/domain/places/polyline'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView } from '../kit/map/map.tsx'
import type { Booking } from '../modals/booking-record.ts'
import classes from './booking.module.css'
import { mapPoints } from './map-points.ts'
import { type useTracking, useTrajectory } from './use-booking.ts'

type Props = { booking: Booking; tracking: ReturnType<typeof useTracking> }

/** Where the ride goes and where its taxi is; the same is said in words above it. */
export const BookingMap = ({ booking, tracking: { coords, isTracked, error } }: Props) => {
  const { t } = useTranslation()
  const trajectory = useTrajectory(booking)
  const driven = trajectory.data?.trajectory
  const taxi = booking.supplierTaxiDescription || t('booking.map.taxi')
  const points = useMemo(
    () =>
      mapPoints(booking, coords, {
        origin: t('booking.fields.origin'),
        destination: t('booking.fields.destination'),
        stop: t('booking.map.stop'),
        taxi,
      }),
    [booking, coords, taxi, t],
  )
  const path = useMemo(() => driven ?? (coords ? decodePath(coords.routeWayPoints) : undefined), [driven, coords])
  return (
    <div className={classes.map}>
      <MapView label={t('booking.map.label')} points={points} {...(path && { path })} />
      {isTracked && coords && (
        <p role="status" className={classes.onMap}>
          {coords.eta === null ? t('booking.map.tracked') : t('booking.map.eta', { n: Math.round(coords.eta) })}
        </p>
      )}
      {isTracked && error && (
        <p role="status" className={classes.onMap} data-warning>
          {t('booking.map.noTracking')}
        </p>
      )}
    </div>
  )
}
