import { type Parking, parking, type parkingFields } from '@parada/contract/calls/parking'
import { parkingStatus } from '@parada/domain/trip/modes'
import { lazy } from '../kit/lazy.ts'
import type { Column, ColumnMaker } from '../kit/list/declare/columns.ts'
import { listScreen } from '../kit/list/declare/list-screen.ts'
import { finishActions, receiptActions, useParkingKnown } from './parking-actions.tsx'

const hidden = { hidden: true }

const common = {
  pageSizes: [10, 20, 50, 100],
  pageSize: 20,
  filterDelay: 500,
  dateRange: { initial: 'currentMonth' },
  useKnown: useParkingKnown,
} as const

type Maker<Row> = ColumnMaker<typeof parkingFields, Row>

const commonColumns = <Row extends Parking>(column: Maker<Row>): Column<Row>[] => [
  column('parkingName', { width: 200 }),
  column('numberPlate', { width: 120 }),
  column('dateInit', { width: 140 }),
  column('dateEnd', { width: 140 }),
  column('customerName', { width: 180 }),
]

const more = <Row extends Parking>(column: Maker<Row>): Column<Row>[] => [
  column('protocol', { width: 118 }),
  column('paymentAccount', { width: 160 }),
  column('customerPhone', hidden),
  column('paymentMethod', hidden),
  column('reference', hidden),
  column('idParking', hidden),
  column('idUser', hidden),
  column('idPaymentAccount', hidden),
  column('idAuthorization', hidden),
  column('entryChannel', hidden),
]

const stateChoice = (status: number) => ({
  value: String(status),
  label: `codes.parkingStatus.${status}`,
  includes: (row: Parking) => row.status === status,
})

export const activeParkings = listScreen({
  ...common,
  title: 'screens.parkings',
  emptyText: 'list.empty.parkings',
  call: parking.alive,
  pageSizes: [10, 20, 50, 100, 200],
  sort: 'id DESC',
  isLive: true,
  filters: { status: `${parkingStatus.active},${parkingStatus.expired}` },
  rowModal: lazy(async () => ({ default: (await import('./parking-detail.tsx')).ActiveParking })),
  rowActions: finishActions,
  columns: (column) => [
    column('id', { width: 92, align: 'start' }),
    column('status', { width: 156, choices: [parkingStatus.active, parkingStatus.expired].map(stateChoice) }),
    ...commonColumns(column),
    column('priceCustomer', { width: 132 }),
    ...more(column),
    column('priceSupplier', hidden),
  ],
})

export const parkingsToInvoice = listScreen({
  ...common,
  title: 'screens.parkingToInvoice',
  emptyText: 'list.empty.parkingToInvoice',
  call: parking.toInvoice,
  isLive: true,
  sort: 'id ASC',
  rowModal: lazy(() => import('./to-invoice-detail.tsx')),
  rowActions: receiptActions,
  columns: (column) => [
    column('id', { width: 92, align: 'start' }),
    ...commonColumns(column),
    column('priceSupplier', { width: 132 }),
    column('priceCustomer', { width: 132 }),
    ...more(column),
    column('status', hidden),
  ],
})

export const cancelledParkings = listScreen({
  ...common,
  title: 'screens.parkingCancelled',
  emptyText: 'list.empty.parkingCancelled',
  call: parking.cancelled,
  isLive: true,
  sort: 'id ASC',
  rowModal: lazy(async () => ({ default: (await import('./parking-detail.tsx')).CancelledParkingDetail })),
  columns: (column) => [
    column('id', { width: 92, align: 'start' }),
    column('idParkingAlive', { width: 128, align: 'start' }),
    ...commonColumns(column),
    column('cancelReason', { width: 190 }),
    column('priceCustomer', { width: 132 }),
    ...more(column),
    column('priceSupplier', hidden),
    column('status', hidden),
  ],
})
