import { decodePath } from '@parada/domain/places/polyline'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView } from '../../kit/map/map.tsx'
import type { Booking } from '../record/booking-record.ts'
import { useMapLayers } from '../record/map-layers.ts'
import { headsFor, mapPoints } from '../record/map-points.ts'
import { type useTracking, useTrajectory } from '../record/use-booking.ts'
import { useWay, useWayText } from '../record/use-way.ts'
import classes from './booking.module.css'

type Props = { booking: Booking; tracking: ReturnType<typeof useTracking>; isPainted: boolean }

/** Where the ride goes and where its taxi is; the page says the same in words. */
export const BookingMap = ({ booking, tracking: { coords, said, isTracked, error }, isPainted }: Props) => {
  const { t } = useTranslation()
  const trajectory = useTrajectory(booking)
  const driven = trajectory.data?.trajectory
  const taxi = booking.supplierTaxiDescription || t('fields.supplierTaxiDescription')
  const points = useMemo(
    () =>
      mapPoints(booking, coords, {
        origin: t('fields.origin'),
        destination: t('fields.destination'),
        stop: (n) => t('fields.stop', { n }),
        taxi,
      }).map((point) => (point.kind === 'taxi' ? { ...point, reportedAt: said?.at } : point)),
    [booking, coords, said?.at, taxi, t],
  )
  const isToPickup = headsFor(coords?.dispatchStatus ?? booking.statusDispatch) === 'origin'
  const etaKey = isToPickup ? 'booking.map.toPickup' : 'booking.map.toDestination'
  const ride = useMemo(() => points.filter(({ kind }) => kind !== 'taxi'), [points])
  const { path: planned, way } = useWay(ride, isPainted && !driven)
  const drivenPath = useMemo(() => {
    const soFar = coords ? decodePath(coords.routeWayPoints) : []
    return driven ?? (soFar.length > 1 ? soFar : undefined)
  }, [driven, coords])
  const wayText = useWayText()
  const { timeBookingStart: start, timeZone } = booking
  const [origin] = ride
  const label = way && origin && start ? wayText({ origin, start, timeZone: timeZone ?? null, way }) : undefined
  const layers = useMapLayers()
  return (
    <div className={classes.map}>
      <MapView
        label={t('booking.map.label')}
        points={points}
        {...(drivenPath ? { path: drivenPath } : planned && { path: planned, pathLabel: label })}
        {...layers}
      />
      {isTracked && coords && (
        <p role="status" className={classes.onMap}>
          {coords.eta === null ? t('booking.map.tracked') : t(etaKey, { n: Math.round(coords.eta) })}
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
