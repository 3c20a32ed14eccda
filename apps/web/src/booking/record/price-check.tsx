import { pathMetres } from '@parada/domain/places/trajectory'
import { deviationOf } from '@parada/domain/pricing/validate'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import { MapView } from '../../kit/map/map.tsx'
import { useHolds } from '../../session/use-may.ts'
import type { Booking } from './booking-record.ts'
import { useFleetWords } from './fleet-words.ts'
import { mapPoints } from './map-points.ts'
import classes from './price-check.module.css'
import { useTrajectory } from './use-booking.ts'
import { usePriceDetails, useRidePrices } from './use-prices.ts'

const minuteMs = 60_000

/** The route driven: its path, distance and duration. */
const useDriven = (booking: Booking) => {
  const path = useTrajectory(booking).data?.trajectory ?? []
  const [first, last] = [path[0], path.at(-1)]
  const minutes = first && last ? Math.round((last.at - first.at) / minuteMs) : undefined
  return { path, metres: pathMetres(path), minutes }
}

type Props = {
  booking: Booking
  /** The supplier price to check. */
  total: number | null
}

/** What to check a price against: the estimate, its range, the deviation and the route driven. */
export const PriceCheck = ({ booking, total }: Props) => {
  const { t, i18n } = useTranslation()
  const { money, number, percent } = formatsFor(i18n.language)
  const words = useFleetWords()
  const details = usePriceDetails(booking.id)
  const price = useRidePrices(booking)(booking.idFleet)
  const driven = useDriven(booking)
  const maySeeMap = useHolds('viewMapValidateBooking')
  const points = useMemo(
    () =>
      mapPoints(booking, undefined, {
        origin: t('fields.origin'),
        destination: t('fields.destination'),
        stop: (n) => t('fields.stop', { n }),
        taxi: '',
      }),
    [booking, t],
  )
  const { priceCustomerCurrency: currency, distanceMeters: planned } = booking
  const estimated = details.data?.estimationDetailsSupplier?.estimatedPrice ?? price?.priceSupplierTotal
  const deviation = deviationOf(total, estimated)
  const km = (metres: number) => t('booking.km', { n: number(Math.round(metres / 100) / 10) })
  const way = driven.path.length > 1 && [
    km(driven.metres),
    driven.minutes !== undefined && t('common.minutes', { n: driven.minutes }),
    planned && t('booking.check.planned', { way: km(planned) }),
  ]
  const facts = {
    estimate: estimated == null ? '' : money(estimated, currency),
    range: words.range({ price, isCovering: true, availability: undefined }),
    deviation:
      deviation === undefined ? '' : `${deviation > 0 ? '+' : ''}${percent(Math.round(deviation * 100) / 100)}`,
    way: way ? way.filter(Boolean).join(' · ') : '',
  }
  return (
    <section aria-label={t('booking.check.title')} className={classes.check}>
      <dl>
        {(Object.keys(facts) as (keyof typeof facts)[]).map((name) => (
          <div key={name}>
            <dt>{t(`booking.check.${name}`)}</dt>
            <dd>{facts[name] || '—'}</dd>
          </div>
        ))}
      </dl>
      {maySeeMap && driven.path.length > 1 && (
        <div className={classes.map}>
          <MapView label={t('booking.map.label')} points={points} path={driven.path} />
        </div>
      )}
    </section>
  )
}
