import { mobility } from '@parada/contract/calls/mobility'
import { isGranted } from '@parada/domain/access/permissions'
import { isAmong } from '@parada/domain/authorization/access'
import { accountsToOpen } from '@parada/domain/trip/mobility'
import { lazy } from '../kit/lazy.ts'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { log } from '../kit/log.ts'
import { useFromGrants } from '../session/use-from-grants.ts'

const hidden = { hidden: true }
const supplier = { label: 'mobility.supplier', width: 124 }

const overCommon = {
  pageSizes: [10, 20, 50, 100],
  pageSize: 20,
  filterDelay: 750,
  dateRange: { initial: 'currentMonth' },
} as const

/** Live: refetched whenever a booking changes. */
export const liveList = listScreen({
  title: 'screens.mobility',
  emptyText: 'list.empty.mobility',
  call: mobility.live,
  isLive: true,
  pageSizes: [20, 50, 200],
  pageSize: 20,
  filterDelay: 500,
  dateRange: { initial: 'currentMonth' },
  sort: 'id DESC',
  useKnown: () => useFromGrants((grants) => isGranted(grants, 'viewMobilityBookingDetail')),
  openRow: ({ id }, mayOpen) => (mayOpen ? { to: '/mobility/detail/$id', params: { id: String(id) } } : undefined),
  columns: (column) => [
    column('id', { width: 80, align: 'start' }),
    column('status', { width: 118 }),
    column('timeInit', { width: 140 }),
    column('vehicleSign', { width: 96 }),
    column('vehicleKind', { width: 112 }),
    column('name', supplier),
    column('customerName', { width: 176 }),
    column('startAddressString', { width: 220 }),
    column('idPaymentAccount', { width: 84, align: 'start' }),
    column('entryChannel', hidden),
    column('endAddressString', hidden),
    column('priceCustomer', hidden),
    column('paymentMethodCustomer', hidden),
    column('idUser', hidden),
    column('idAuthorization', hidden),
    column('idUserPaymentProfile', hidden),
    column('idMobilityBooking', hidden),
    column('idMobilitySupplier', hidden),
    column('idWhiteLabel', hidden),
  ],
})

export const toInvoiceList = listScreen({
  ...overCommon,
  title: 'screens.mobilityToInvoice',
  emptyText: 'list.empty.mobilityToInvoice',
  call: mobility.toInvoice,
  isLive: true,
  sort: 'id ASC',
  useKnown: () => useFromGrants((grants) => accountsToOpen(grants, log)),
  openRow: ({ id, idPaymentAccount }, accounts) =>
    accounts && isAmong(accounts, idPaymentAccount)
      ? { to: '/mobility/mobilitytoinvoice/$id', params: { id: String(id) } }
      : undefined,
  columns: (column) => [
    column('id', { width: 80, align: 'start' }),
    column('timeInit', { width: 134 }),
    column('timeEnd', { width: 134 }),
    column('name', supplier),
    column('vehicleSign', { width: 92 }),
    column('customerName', { width: 150 }),
    column('startAddressString', { width: 140 }),
    column('endAddressString', { width: 140 }),
    column('idPaymentAccount', { width: 84, align: 'start' }),
    column('priceCustomer', { width: 132 }),
    column('status', hidden),
    column('paymentMethodCustomer', hidden),
    column('entryChannel', hidden),
    column('vehicleKind', hidden),
    column('idUser', hidden),
    column('idAuthorization', hidden),
    column('idUserPaymentProfile', hidden),
    column('idMobilityBooking', hidden),
    column('idMobilitySupplier', hidden),
    column('idWhiteLabel', hidden),
  ],
})

export const afterLifeList = listScreen({
  ...overCommon,
  title: 'screens.mobilityAfterLife',
  emptyText: 'list.empty.mobilityAfterLife',
  call: mobility.afterLife,
  isLive: true,
  sort: 'id DESC',
  rowModal: lazy(() => import('./after-life-detail.tsx')),
  columns: (column) => [
    column('id', { width: 80, align: 'start' }),
    column('status', { width: 104 }),
    column('dateCreated', { width: 134 }),
    column('timeEnd', { width: 140, label: 'mobility.dateCancelled' }),
    column('name', supplier),
    column('vehicleSign', { width: 92 }),
    column('customerName', { width: 156 }),
    column('startAddressString', { width: 146 }),
    column('idBookingSupplier', { width: 148 }),
    column('idPaymentAccount', { width: 84, align: 'start' }),
    column('entryChannel', hidden),
    column('vehicleKind', hidden),
    column('idUser', hidden),
    column('idAuthorization', hidden),
    column('idMobilityBooking', hidden),
    column('idMobilitySupplier', hidden),
    column('idWhiteLabel', hidden),
  ],
})
