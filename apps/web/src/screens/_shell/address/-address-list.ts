import { addresses } from '@parada/contract/calls/addresses'
import { listScreen } from '../../../kit/list/declare/list-screen.ts'

/** Not localized: coordinates are written the same way everywhere. */
const degrees = (value: number) => value.toFixed(5)

export const addressList = listScreen({
  title: 'screens.addresses',
  emptyText: 'list.empty.addresses',
  call: addresses.list,
  sort: 'id DESC',
  pageSizes: [10, 20, 50],
  pageSize: 10,
  filterDelay: 750,
  openRow: ({ id }) => ({ to: '/address/$idAddress', params: { idAddress: String(id) }, search: { id } }),
  columns: (column) => [
    column('id', { width: 88 }),
    column('addressField', { width: 190 }),
    column('name', { width: 238, label: 'fields.addressName' }),
    column('lat', { width: 88, text: ({ lat }) => degrees(lat) }),
    column('lon', { width: 92, text: ({ lon }) => degrees(lon) }),
    column('idSupplier', { width: 76 }),
  ],
})
