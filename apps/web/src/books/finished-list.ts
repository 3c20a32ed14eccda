import { finishedBookings } from '@parada/contract/calls/finished-bookings'
import { hasPriceWarning } from '@parada/domain/booking/edit'
import { lazy } from '../kit/lazy.ts'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { customerPriceHidden, useBooksKnown } from './books-known.ts'
import { editFinished } from './edit-finished.tsx'
import { causeOf, errorWords, mayDecide, validationViews } from './validation.ts'

const hidden = { hidden: true }

export const finishedList = listScreen({
  title: 'screens.finishedBookings',
  emptyText: 'list.empty.finishedBookings',
  call: finishedBookings.list,
  countsCall: finishedBookings.validations,
  countsBy: ['from', 'to', 'clientType'],
  views: validationViews,
  dateRange: { initial: 'lastMonthToFourAhead' },
  pageSizes: [10, 20, 50, 100, 200],
  pageSize: 20,
  filterDelay: 750,
  sort: 'timeBookingStart DESC',
  useKnown: useBooksKnown,
  hides: customerPriceHidden('priceCustomerTotal', 'priceCustomerMultiplier', 'priceEstimated'),
  tone: ({ validated, validatedErrors }) =>
    !validated && hasPriceWarning(validatedErrors) ? { tone: 'warning', sign: '!' } : undefined,
  openRow: ({ id }) => ({ to: '/services/$id', params: { id: String(id) } }),
  rowActions: editFinished,
  command: {
    label: 'finished.decide',
    shortcut: 'd',
    isFor: (view, known) => causeOf(view) !== undefined && mayDecide(known),
    modal: lazy(() => import('./decide.tsx')),
  },
  columns: (column) => [
    column('id', { width: 84, align: 'start' }),
    column('timeBookingStart', { width: 200 }),
    column('status', { width: 170 }),
    column('validatedErrors', { label: 'finished.check', width: 200, text: errorWords }),
    column('priceSupplierTotal', { width: 142 }),
    column('priceCustomerTotal', { width: 136 }),
    column('passengerName'),
    column('fleet', { width: 150 }),
    column('clientType', { width: 120 }),
    column('origin', { width: 200, text: ({ origin }) => origin.addressField ?? '' }),
    column('destination', { width: 200, text: ({ destination }) => destination?.addressField ?? '' }),
    column('validated', hidden),
    column('paymentMethod', hidden),
    column('statusInvoicing', hidden),
    column('toll', hidden),
    column('priceCustomerMultiplier', hidden),
    column('priceEstimated', hidden),
    column('priceCustomerCurrency', hidden),
    column('distanceMeters', hidden),
    column('durationMinutes', hidden),
    column('phoneNumberPassenger', hidden),
    column('subscriberCode', hidden),
    column('userNumber', hidden),
    column('bookingReference', hidden),
    column('dispatchStatus', hidden),
    column('asap', hidden),
    column('timeZone', hidden),
    column('timeBookingStartTimestamp', { hidden: true, label: 'finished.startTimestamp' }),
    column('fleets', hidden),
    column('taxiFeatures', hidden),
    column('bookingBreaks', {
      hidden: true,
      text: ({ bookingBreaks }) =>
        bookingBreaks
          .map(({ value }) => value ?? '')
          .filter(Boolean)
          .join(', '),
    }),
    column('idAuthorization', hidden),
    column('idCaller', hidden),
    column('idPaymentAccount', hidden),
    column('idUser', hidden),
    column('idSupplier', hidden),
    column('idSupplierService', hidden),
    column('idSupplierTaxi', hidden),
    column('pickupZone', hidden),
    column('whitelabel', hidden),
    column('cancelledWithCharge', hidden),
  ],
})
