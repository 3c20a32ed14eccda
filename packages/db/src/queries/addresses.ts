import { rowsOf } from '../database.ts'
import { listOf } from '../list.ts'
import type { Tx } from '../open.ts'

export type AddressRow = {
  id: number
  addressField: string
  name: string
  lat: number
  lon: number
  idSupplier: number | null
}

export const addressList = listOf<AddressRow>({
  table: 'address',
  columns: {
    id: { column: 'id', kind: 'number' },
    addressField: { column: 'address_field', kind: 'text' },
    name: { column: 'name', kind: 'text' },
    lat: { column: 'lat', kind: 'number' },
    lon: { column: 'lon', kind: 'number' },
    idSupplier: { column: 'id_supplier', kind: 'number' },
  },
  orderBy: 'id DESC',
  isCounted: true,
})

/** Whose address it is, held until the transaction ends. */
export const lockAddress = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<{ idSupplier: number | null }>(tx, {
    text: 'select id_supplier as "idSupplier" from address where tenant_id = $1 and id = $2 for update',
    values: [tenantId, id],
  })
  return found
}

const valuesOf = ({ addressField, name, lat, lon, idSupplier }: Omit<AddressRow, 'id'>) => [
  addressField,
  name,
  lat,
  lon,
  idSupplier,
]

export const insertAddress = async (tx: Tx, tenantId: number, address: Omit<AddressRow, 'id'>) => {
  const [made] = await rowsOf<{ id: number }>(tx, {
    text: `insert into address (tenant_id, address_field, name, lat, lon, id_supplier)
           values ($1, $2, $3, $4, $5, $6) returning id`,
    values: [tenantId, ...valuesOf(address)],
  })
  return made as { id: number }
}

export const updateAddress = (tx: Tx, tenantId: number, { id, ...address }: AddressRow) =>
  rowsOf(tx, {
    text: `update address set address_field = $3, name = $4, lat = $5, lon = $6, id_supplier = $7
           where tenant_id = $1 and id = $2`,
    values: [tenantId, id, ...valuesOf(address)],
  })

export const deleteAddress = (tx: Tx, tenantId: number, id: number) =>
  rowsOf(tx, { text: 'delete from address where tenant_id = $1 and id = $2', values: [tenantId, id] })
