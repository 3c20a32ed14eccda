import { invoicing, type Service, serviceBreaks } from '@parada/contract/calls/invoicing'
import { keysOf } from '@parada/domain/objects'
import { lazy } from '../kit/lazy.ts'
import type { ColumnMaker } from '../kit/list/declare/columns.ts'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { customerPriceHidden, useBooksKnown } from './books-known.ts'
import { serviceActions } from './service-actions.tsx'

const hidden = { hidden: true }
const breakNames = keysOf(serviceBreaks)

const common = {
  pageSizes: [10, 20, 50, 100, 200],
  pageSize: 10,
  filterDelay: 750,
  sort: 'timeServiceStart DESC',
  useKnown: useBooksKnown,
} as const

const driven = {
  ...common,
  hides: customerPriceHidden('priceCustomer', 'tollCustomer'),
  rowActions: serviceActions,
  tone: ({ modifications }: Service) => (modifications ? ({ tone: 'warning', sign: '!' } as const) : undefined),
  columns: (column: ColumnMaker<typeof invoicing.toInvoice.list.fields>) => [
    column('id', { width: 84, align: 'start' }),
    column('timeServiceStart', { width: 200 }),
    column('statusInvoicing', { width: 150 }),
    column('priceSupplier', { width: 142 }),
    column('priceCustomer', { width: 136 }),
    column('passengerName'),
    column('paymentAccount', { width: 180 }),
    column('fleet', { width: 150 }),
    column('originAddressString', { width: 200 }),
    column('destinationAddressString', { width: 200 }),
    column('modifications', {
      hidden: true,
      width: 220,
      text: ({ modifications }, { code, money }) =>
        modifications
          ? [
              code('modificationReason', modifications.reason),
              modifications.price !== null && money(modifications.price),
            ]
              .filter(Boolean)
              .join(' · ')
          : '',
    }),
    column('paymentMethodCustomer', hidden),
    column('tollCustomer', hidden),
    column('tollSupplier', hidden),
    column('driverExpenses', hidden),
    column('voucherCode', hidden),
    column('cardAlias', hidden),
    column('timeZone', hidden),
    column('timeServiceRequested', hidden),
    column('timeServiceFinish', hidden),
    column('subscriberCode', hidden),
    column('userNumber', hidden),
    column('bookingReference', hidden),
    column('idService', hidden),
    column('idAuthorization', hidden),
    column('idPaymentAccount', hidden),
    column('idInvoice', hidden),
    column('idUser', hidden),
    column('idSupplier', hidden),
    column('idSupplierTaxi', hidden),
    column('idSupplierService', hidden),
    column('priceCustomerCurrency', hidden),
    ...breakNames.map((name) => column(name, hidden)),
  ],
}

export const servicesToInvoice = listScreen({
  ...driven,
  title: 'screens.servicesToInvoice',
  emptyText: 'list.empty.servicesToInvoice',
  call: invoicing.toInvoice,
  dateRange: { initial: 'currentMonth' },
  rowModal: lazy(async () => ({ default: (await import('./service-detail.tsx')).ServiceToInvoiceDetail })),
})

export const historicServices = listScreen({
  ...driven,
  title: 'screens.historicServices',
  emptyText: 'list.empty.historicServices',
  call: invoicing.historic,
  dateRange: { initial: 'lastMonth' },
  rowModal: lazy(async () => ({ default: (await import('./service-detail.tsx')).HistoricServiceDetail })),
})

export const cancelledServices = listScreen({
  ...common,
  title: 'screens.cancelledServices',
  emptyText: 'list.empty.cancelledServices',
  call: invoicing.cancelled,
  pageSizes: [10, 20, 50, 100],
  pageSize: 20,
  dateRange: { initial: 'lastMonth' },
  hides: customerPriceHidden('priceCustomer'),
  rowModal: lazy(async () => ({ default: (await import('./service-detail.tsx')).CancelledServiceDetail })),
  columns: (column) => [
    column('id', { width: 84, align: 'start' }),
    column('timeServiceStart', { width: 200 }),
    column('status', { width: 170 }),
    column('cancellationReason', { width: 220 }),
    column('passengerName'),
    column('fleet', { width: 150 }),
    column('originAddressString', { width: 200 }),
    column('destinationAddressString', { width: 200 }),
    column('timeServiceCancelled'),
    column('priceSupplier', { width: 142 }),
    column('priceCustomer', { width: 136 }),
    column('idService', hidden),
    column('idAuthorization', hidden),
    column('subscriberCode', hidden),
    column('userNumber', hidden),
    column('originLat', hidden),
    column('originLon', hidden),
    column('destinationLat', hidden),
    column('destinationLon', hidden),
    column('idSupplier', hidden),
    column('idSupplierTaxi', hidden),
    column('idSupplierService', hidden),
    column('timeZone', hidden),
    column('timeServiceRequested', hidden),
    column('timeServiceFinish', hidden),
    column('timeServiceStartReal', hidden),
    column('timeServiceConfirmed', hidden),
    column('timeUpdated', hidden),
    column('durationMinutes', hidden),
    column('distanceMeters', hidden),
    column('paymentMethod', hidden),
    column('idRoute', hidden),
    column('entryChannel', hidden),
    column('whitelabel', hidden),
    column('idUser', hidden),
    column('idPaymentAccount', hidden),
    column('asap', hidden),
    column('taxiFeatures', hidden),
    column('supplierTaxiDescription', hidden),
    column('createdBy', hidden),
    column('idProductPriceConfig', hidden),
    column('vehicleConfirmationETA', hidden),
    column('vehicleCancellationETA', hidden),
    column('idProduct', hidden),
    column('pickupZone', hidden),
    column('bookingReference', hidden),
    column('priceCustomerCurrency', hidden),
    ...breakNames.map((name) => column(name, hidden)),
  ],
})
