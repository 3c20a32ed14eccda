import { isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { useTranslation } from 'react-i18next'
import { useHolds } from '../../session/use-may.ts'
import { useSessionState } from '../../session/use-session.ts'
import type { Booking } from '../record/booking-record.ts'
import { useMetadata, usePlaceName } from '../record/use-booking.ts'
import { momentWords } from '../record/words.ts'
import classes from './booking.module.css'
import { Fact, FactGroup, Facts, Phone, useCode } from './fact.tsx'
import { licenceLink, spartanLink } from './spartan-link.ts'

type Props = { booking: Booking }

const point = (lat: number | null | undefined, lon: number | null | undefined) =>
  lat != null && lon != null && `${lat.toFixed(5)}, ${lon.toFixed(5)}`

type Vehicle = { lat: number | null | undefined; lon: number | null | undefined; eta: number | null | undefined }

/** Where a taxi was, by name if the place is known, and how many minutes away it was. */
const VehicleWords = ({ lat, lon, eta }: Vehicle) => {
  const { t } = useTranslation()
  const place = usePlaceName(lat, lon)
  const words = [place ?? point(lat, lon), eta != null && t('common.minutes', { n: Math.round(eta) })]
  return words.filter(Boolean).join(' · ')
}

const useTime = ({ timeZone }: Booking) => {
  const { language } = useTranslation().i18n
  return (moment: number | null | undefined) => moment != null && momentWords(moment, timeZone, language)
}

const MetadataFacts = ({ booking }: Props) => {
  const { t } = useTranslation()
  const found = useMetadata(booking).data?.metadata
  const time = useTime(booking)
  if (!found) return null
  const vehicle = (which: 'Confirmation' | 'Cancellation') => {
    const lat = found[`vehicle${which}Lat`]
    const lon = found[`vehicle${which}Lon`]
    const eta = found[`vehicle${which}ETA`]
    return (lat != null || eta != null) && <VehicleWords lat={lat} lon={lon} eta={eta} />
  }
  return (
    <>
      <Fact label={t('fields.timeServiceDispatched')}>{time(found.timeServiceDispatched)}</Fact>
      <Fact label={t('fields.timeServiceConfirmed')}>{time(found.timeServiceConfirmed)}</Fact>
      <Fact label={t('fields.vehicleConfirmation')}>{vehicle('Confirmation')}</Fact>
      <Fact label={t('fields.timeServiceCancelled')}>{time(found.timeServiceCancelled)}</Fact>
      <Fact label={t('fields.vehicleCancellation')}>{vehicle('Cancellation')}</Fact>
      <Fact label={t('fields.cancellationReasonDescription')}>{found.cancellationReasonDescription}</Fact>
    </>
  )
}

export const FleetFacts = ({ booking }: Props) => {
  const { t } = useTranslation()
  const code = useCode()
  const fleet = useSessionState(({ fleets }) => fleets?.find(({ id }) => id === booking.idFleet))
  const config = useSessionState((state) => state.whitelabelConfig)
  const spartan = spartanLink(booking, fleet, config)
  const licence = licenceLink(booking, fleet, config)
  const mayFollow = useHolds('linkLicspartan')
  const time = useTime(booking)
  return (
    <FactGroup title={t('booking.groups.fleet')}>
      <Facts>
        <Fact label={t('fields.idFleet')} isKept>
          {booking.fleet}
          {spartan && (
            <>
              {' '}
              <a href={spartan} target="_blank" rel="noopener noreferrer">
                Spartan
              </a>
            </>
          )}
        </Fact>
        <Fact label={t('fields.statusDispatch')}>
          {isAlive(booking.status) && code('dispatchStatus', booking.statusDispatch)}
        </Fact>
        <Fact label={t('fields.protocolDispatch')}>{fleet && code('dispatchProtocol', fleet.protocolDispatch)}</Fact>
        <Fact label={t('fields.supplierTaxiDescription')}>
          {(booking.supplierTaxiDescription || !!booking.idSupplierTaxi) && (
            <b className={classes.plate}>
              {[booking.supplierTaxiDescription, booking.idSupplierTaxi].filter(Boolean).join(' · ')}
            </b>
          )}
          {mayFollow && licence && (
            <>
              {' '}
              <a href={licence} target="_blank" rel="noopener noreferrer">
                {t('booking.licence')}
              </a>
            </>
          )}
        </Fact>
        <Fact label={t('fields.phoneNumberSupplier')}>
          {booking.phoneNumberSupplier && <Phone number={booking.phoneNumberSupplier} />}
        </Fact>
        <Fact label={t('fields.timePreDispatch')}>
          {!!booking.timePreDispatch && t('booking.minutesBefore', { n: booking.timePreDispatch })}
        </Fact>
        <Fact label={t('fields.enableCommitment')}>{booking.enableCommitment && t('common.yes')}</Fact>
        <Fact label={t('fields.timeServiceArrival')}>{time(booking.timeServiceArrival)}</Fact>
        <Fact label={t('fields.timeBookingArrival')}>{time(booking.timeBookingArrivalTimestamp)}</Fact>
        <Fact label={t('fields.timeBookingFinish')}>{time(booking.timeBookingFinish)}</Fact>
        <Fact label={t('fields.idSupplierService')}>{booking.idSupplierService}</Fact>
        <Fact label={t('fields.timeZone')}>{booking.timeZone !== constants.defaultTimeZone && booking.timeZone}</Fact>
        <MetadataFacts booking={booking} />
      </Facts>
    </FactGroup>
  )
}
