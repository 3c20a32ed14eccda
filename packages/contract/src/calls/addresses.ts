import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { decimal, fields, list, number, text } from '../list.ts'
import { exportOf } from '../list-export.ts'
import { lat, lon } from '../schemas.ts'

export const addressFields = fields({
  id: number,
  addressField: text,
  name: text,
  lat: decimal.notFiltered.notSorted,
  lon: decimal.notFiltered.notSorted,
  idSupplier: number.nullable,
})
export type AddressRow = RowOf<typeof addressFields>

const one = withParams({ id })
const body = z.strictObject({
  addressField: z.string().trim().min(1).max(300),
  name: z.string().trim().max(300).nullish(),
  lat,
  lon,
  idSupplier: z.int().positive().nullish(),
})
export type AddressBody = z.output<typeof body>

const editing = anyOf('editCallerByFleet')

const addressList = list({
  path: '/address/:sd/',
  access: 'signedIn',
  summary: 'Saved addresses of everybody and of the user’s fleets, newest first',
  key: 'addresses',
  fields: addressFields,
  export: { title: 'screens.addresses', labels: { name: 'fields.addressName' } },
})

/** Addresses that a desk saved under names of its own (O2-24). */
export const addresses = {
  list: addressList,
  export: exportOf(addressList),
  create: call({
    method: 'POST',
    path: '/address/:sd/',
    access: editing,
    summary: 'Saves an address',
    body,
    isIdempotent: true,
    code: 201,
    response: z.object({ id: z.int() }),
  }),
  update: call({
    method: 'PUT',
    path: '/address/:sd/:id',
    access: editing,
    summary: 'Changes a saved address',
    params: one,
    body: body.extend({ id: z.int().optional() }),
    code: 204,
    response: z.undefined(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/address/:sd/:id',
    access: editing,
    summary: 'Deletes a saved address',
    params: one,
    code: 204,
    response: z.undefined(),
  }),
}
