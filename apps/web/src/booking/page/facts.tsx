import { invoices } from '@parada/contract/calls/invoices'
import { isGranted, mayAccess } from '@parada/domain/access/permissions'
import { hasPriceWarning } from '@parada/domain/booking/edit'
import { readTaxiFeatures } from '@parada/domain/booking/lists'
import { isUnassigned, type PromiseState } from '@parada/domain/booking/promise'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import { useOne } from '../../kit/list/declare/one-of.ts'
import { useSessionState } from '../../session/use-session.ts'
import type { Booking } from '../record/booking-record.ts'
import { useCard } from '../record/use-booking.ts'
import { momentWords } from '../record/words.ts'
import classes from './booking.module.css'
import { Fact, FactGroup, Facts, Phone, useCode } from './fact.tsx'

type Props = { booking: Booking }

const useFormats = () => formatsFor(useTranslation().i18n.language)

const Place = ({ place }: { place: Booking['origin'] | null }) =>
  place && (
    <>
      {place.addressField}
      {place.additionalAddressInfo && <small> · {place.additionalAddressInfo}</small>}
    </>
  )

export const RouteFacts = ({ booking }: Props) => {
  const { t } = useTranslation()
  const format = useFormats()
  const features = useSessionState((state) => state.taxiFeatures)
  const {
    origin,
    destination,
    stops,
    distanceMeters,
    estimatedMinTimeMinutes: min,
    estimatedMaxTimeMinutes: max,
  } = booking
  const ids = readTaxiFeatures(booking.taxiFeatures) ?? []
  const named = ids.map((id) => features?.find((feature) => feature.id === id)?.name ?? `#${id}`)
  const ride = [
    distanceMeters ? t('booking.km', { n: format.number(Math.round(distanceMeters / 100) / 10) }) : '',
    min && max ? t('common.minutes', { n: min === max ? min : `${min}–${max}` }) : '',
  ]
  return (
    <FactGroup title={t('booking.groups.route')}>
      <Facts>
        <Fact label={t('fields.origin')} isKept>
          <Place place={origin} />
        </Fact>
        <Fact label={t('fields.stops')}>{stops}</Fact>
        <Fact label={t('fields.destination')} isKept>
          {destination && <Place place={destination} />}
        </Fact>
        <Fact label={t('fields.ride')}>{ride.filter(Boolean).join(' · ')}</Fact>
        <Fact label={t('fields.taxiFeatures')}>{named.join(', ')}</Fact>
        <Fact label={t('fields.flightNumber')}>{booking.flightNumber}</Fact>
        <Fact label={t('fields.pickupZone')}>{booking.pickupZone}</Fact>
        <Fact label={t('fields.shared')}>{booking.shared && t('common.yes')}</Fact>
        <Fact label={t('fields.notes')}>{booking.notes}</Fact>
      </Facts>
    </FactGroup>
  )
}

/** A sign and a word for whether the promise is kept; nothing where none was made. */
const PromiseOutcome = ({ state, late }: { state: PromiseState['arrival']; late: string }) => {
  if (state === 'none') return null
  return state === 'kept' ? ' ✓' : ` ! ${late}`
}

/** The promise and the current expectation. */
export const PromiseFacts = ({ booking, promise }: Props & { promise: PromiseState }) => {
  const { t } = useTranslation()
  const format = useFormats()
  const { promisedArrival, promisedPrice, timeZone, priceCustomerCurrency: currency } = booking
  const { expected, arrival, price } = promise
  const priceNow = booking.priceCustomerTotal ?? booking.priceEstimated
  const told = [
    promisedArrival != null && momentWords(promisedArrival, timeZone, format.language),
    promisedPrice != null && format.money(promisedPrice, currency),
  ].filter(Boolean)
  const isLate = arrival === 'risk' || arrival === 'broken'
  const hasArrived = booking.timeServiceArrival != null
  const hasTaxi = !isUnassigned(booking)
  return (
    <FactGroup title={t('booking.groups.promise')}>
      <Facts>
        <Fact label={t('fields.promisedArrival')} isKept>
          {told.join(' · ')}
        </Fact>
        <Fact label={t(hasArrived ? 'fields.arrivedAt' : 'fields.expectedArrival')}>
          {expected !== null && (
            <span data-late={isLate || undefined}>
              {hasTaxi ? momentWords(expected, timeZone, format.language) : t('booking.noTaxi')}
              {(hasTaxi || isLate) && <PromiseOutcome state={arrival} late={t('booking.late')} />}
            </span>
          )}
        </Fact>
        <Fact label={t('fields.priceNow')}>
          {priceNow != null && promisedPrice != null && (
            <span data-late={price === 'risk' || undefined}>
              {format.money(priceNow, currency)}
              <PromiseOutcome state={price} late={t('booking.dearer')} />
            </span>
          )}
        </Fact>
      </Facts>
    </FactGroup>
  )
}

export const PeopleFacts = ({ booking }: Props) => {
  const { t } = useTranslation()
  const code = useCode()
  const card = useCard(booking).data?.card
  const showsReference = useSessionState(({ whitelabelConfig }) => !!whitelabelConfig?.showBookingReference)
  const { subscriberCode, userNumber, idCopyFrom, idPrevious } = booking
  const other = (id: number | null | undefined) =>
    id != null && (
      <Link to="/services/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    )
  return (
    <FactGroup title={t('booking.groups.people')}>
      <Facts>
        <Fact label={t('fields.passengerName')} isKept>
          {booking.passengerName}
        </Fact>
        <Fact label={t('fields.phoneNumberPassenger')}>
          {booking.phoneNumberPassenger && <Phone number={booking.phoneNumberPassenger} />}
        </Fact>
        <Fact label={t('fields.emailPassenger')}>{booking.emailPassenger}</Fact>
        <Fact label={t('fields.phoneNumberDialed')}>{booking.phoneNumberDialed}</Fact>
        <Fact label={t('fields.authorization')}>{[subscriberCode, userNumber].filter(Boolean).join(' · ')}</Fact>
        <Fact label={t('fields.paymentMethod')} isKept>
          {code('paymentMethod', booking.paymentMethod)}
          {card?.cardAlias && <small> · {card.cardAlias}</small>}
        </Fact>
        {showsReference && <Fact label={t('fields.bookingReference')}>{booking.bookingReference}</Fact>}
        <Fact label={t('fields.entryChannel')}>{code('entryChannel', booking.entryChannel)}</Fact>
        <Fact label={t('fields.idCopyFrom')}>{other(idCopyFrom)}</Fact>
        <Fact label={t('fields.idPrevious')}>{other(idPrevious)}</Fact>
        <Fact label={t('fields.tags')}>{booking.tags?.join(', ')}</Fact>
        {booking.bookingBreaks?.map(({ id, label, value }) => (
          <Fact key={id} label={label || t('fields.bookingBreak', { n: id })}>
            {value}
          </Fact>
        ))}
      </Facts>
    </FactGroup>
  )
}

/** The invoice of the ride, linked for users who may see it; others only read that it was invoiced. */
const InvoiceLink = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const maySee = useSessionState(({ grants }) => mayAccess(grants, invoices.list.access))
  const { row } = useOne(invoices.list, maySee ? id : Number.NaN)
  if (!row) return t('codes.invoicingStatus.2')
  return (
    <Link to="/invoices/$idInvoice" params={{ idInvoice: String(id) }} search={{}}>
      {row.invoiceCode}
    </Link>
  )
}

export const PriceFacts = ({ booking }: Props) => {
  const { t } = useTranslation()
  const format = useFormats()
  const seesCustomerPrice = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editPriceCustomer'))
  const { validatedErrors, validated, priceCustomerCurrency: currency } = booking
  const money = (amount: number | null | undefined) => amount != null && format.money(amount, currency)
  const errors = validatedErrors ?? []
  return (
    <FactGroup title={t('booking.groups.prices')}>
      {hasPriceWarning(errors) && (
        <p className={classes.warning}>
          ! {t('booking.priceWarning')}: {errors.map((error) => t(`booking.errors.${error}`, error)).join(', ')}
        </p>
      )}
      <Facts>
        <Fact label={t('fields.priceSupplierTotal')} isKept>
          {money(booking.priceSupplierTotal)}
        </Fact>
        {seesCustomerPrice && (
          <Fact label={t('fields.priceCustomerTotal')} isKept>
            {money(booking.priceCustomerTotal)}
          </Fact>
        )}
        <Fact label={t('fields.toll')}>{!!booking.toll && money(booking.toll)}</Fact>
        <Fact label={t('fields.cancelledWithCharge')}>{booking.cancelledWithCharge && t('common.yes')}</Fact>
        <Fact label={t('fields.validated')}>{validated && t('common.yes')}</Fact>
        {booking.idInvoice != null && (
          <Fact label={t('fields.invoiceCode')}>
            <InvoiceLink id={booking.idInvoice} />
          </Fact>
        )}
        {!hasPriceWarning(errors) && (
          <Fact label={t('fields.validatedErrors')}>
            {errors.map((error) => t(`booking.errors.${error}`, error)).join(', ')}
          </Fact>
        )}
        <Fact label={t('fields.additionalReason')}>{booking.additionalReason}</Fact>
      </Facts>
    </FactGroup>
  )
}
