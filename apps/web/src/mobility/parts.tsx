import type { MobilityDetail } from '@parada/contract/calls/mobility'
import { isAmong } from '@parada/domain/authorization/access'
import { stateColor } from '@parada/domain/code-colors'
import { whiteLabelsSeen } from '@parada/domain/user/access'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, FactGroup, Facts, Phone } from '../booking/page/fact.tsx'
import { TravellerFacts } from '../booking/page/traveller-facts.tsx'
import { TripHistory } from '../booking/record/trip-history.tsx'
import { formatsFor } from '../kit/format.ts'
import { MapView } from '../kit/map/map.tsx'
import type { MapPoint } from '../kit/map/map-props.ts'
import classes from '../kit/record-page.module.css'
import { State } from '../kit/state.tsx'
import { useFromGrants } from '../session/use-from-grants.ts'
import type { Journal } from './mobility-record.ts'
import { useChangeWords, useValueWords } from './words.ts'

type Props = { booking: MobilityDetail }

type HeaderProps = Props & { list: '/mobility/dashboard' | '/mobility/mobilitytoinvoice'; children?: ReactNode }

export const Header = ({ booking, list, children }: HeaderProps) => {
  const { t } = useTranslation()
  const { id, status, vehicleKind, vehicleSign, name } = booking
  return (
    <header className={classes.head}>
      <Link to={list} className={classes.back} aria-label={t('mobility.toList')}>
        ‹
      </Link>
      <h1>{t('mobility.title', { id })}</h1>
      <State color={stateColor('mobilityStatus', status)}>
        {t(`codes.mobilityStatus.${status}`, { defaultValue: String(status) })}
      </State>
      <span className={classes.soft}>{[t(`codes.vehicleKind.${vehicleKind}`), vehicleSign, name].join(' · ')}</span>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}

const Traveller = ({ booking }: Props) => {
  const { t } = useTranslation()
  const { customerName, customerPhone, idWhiteLabel } = booking
  const labels = useFromGrants(whiteLabelsSeen)
  const seesUser = labels !== undefined && isAmong(labels, idWhiteLabel)
  return (
    <FactGroup title={t('mobility.traveller')}>
      <TravellerFacts {...booking} name={customerName || t('mobility.nobody')} seesUser={seesUser}>
        <Fact label={t('mobility.phone')}>{customerPhone && <Phone number={customerPhone} />}</Fact>
      </TravellerFacts>
    </FactGroup>
  )
}

const Route = ({ booking }: Props) => {
  const { t, i18n } = useTranslation()
  const { number, time } = formatsFor(i18n.language)
  const { timeInit, timeEnd, startAddressString, endAddressString, distanceMeters, cancelReason } = booking
  return (
    <FactGroup title={t('mobility.ride')}>
      <Facts>
        <Fact label={t('fields.timeInit')}>{time(timeInit)}</Fact>
        <Fact label={t('fields.timeEnd')}>{timeEnd !== null && time(timeEnd)}</Fact>
        <Fact label={t('fields.startAddressString')}>{startAddressString}</Fact>
        <Fact label={t('fields.endAddressString')}>{endAddressString}</Fact>
        <Fact label={t('mobility.distance')}>
          {distanceMeters !== null && `${number(Math.round(distanceMeters / 10) / 100)} km`}
        </Fact>
        <Fact label={t('fields.cancelReason')}>{cancelReason}</Fact>
      </Facts>
    </FactGroup>
  )
}

const Booked = ({ booking }: Props) => {
  const { t } = useTranslation()
  const words = useValueWords()
  const { name, idBookingSupplier } = booking
  const told = ['vehicleSign', 'vehicleKind', 'entryChannel'] as const
  return (
    <FactGroup title={t('mobility.vehicle')}>
      <Facts>
        <Fact label={t('mobility.supplier')}>{name}</Fact>
        {told.map((field) => (
          <Fact key={field} label={t(`fields.${field}`)}>
            {words(field, booking[field])}
          </Fact>
        ))}
        <Fact label={t('fields.idBookingSupplier')}>{idBookingSupplier}</Fact>
      </Facts>
    </FactGroup>
  )
}

export const Payment = ({ booking }: Props) => {
  const { t } = useTranslation()
  const words = useValueWords()
  const told = ['priceCustomer', 'priceSupplier', 'paymentMethodCustomer'] as const
  return (
    <FactGroup title={t('mobility.payment')}>
      <Facts>
        {told.map((field) => (
          <Fact key={field} label={t(`fields.${field}`)}>
            {words(field, booking[field])}
          </Fact>
        ))}
        <Fact label={t('fields.idUserPaymentProfile')}>{booking.idUserPaymentProfile}</Fact>
      </Facts>
    </FactGroup>
  )
}

export const BookingFacts = ({ booking }: Props) => (
  <>
    <Route booking={booking} />
    <Traveller booking={booking} />
    <Booked booking={booking} />
  </>
)

/** Where the ride began and ended; the addresses give the same as text. */
export const RideMap = ({ booking }: Props) => {
  const { t } = useTranslation()
  const { startLat, startLon, endLat, endLon } = booking
  const points = useMemo(() => {
    const at = (kind: 'origin' | 'destination', label: string, lat: number | null, lon: number | null): MapPoint[] =>
      lat === null || lon === null ? [] : [{ id: kind, kind, label, lat, lon }]
    return [
      ...at('origin', t('fields.startAddressString'), startLat, startLon),
      ...at('destination', t('fields.endAddressString'), endLat, endLon),
    ]
  }, [startLat, startLon, endLat, endLon, t])
  if (points.length === 0) return null
  return (
    <div className={classes.map}>
      <MapView label={t('mobility.map')} points={points} />
    </div>
  )
}

export const History = ({ journal }: { journal: Journal }) => {
  const { t } = useTranslation()
  const words = useChangeWords()
  const did = (action: string, report: string) => t(`mobility.did.${action}`, { defaultValue: action, report })
  return <TripHistory journal={journal} title={t('mobility.history')} did={did} words={words} />
}
