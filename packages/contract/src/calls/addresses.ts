import { z } from 'zod'
import { Address } from '../entities.ts'
import { lat, lon } from '../fields.ts'
import { call, filterBy, id, listQuery, pageOf, withParams } from '../kit.ts'

export const AddressRow = Address.omit({ isPoi: true })

const one = withParams({ id })
const body = z.strictObject({
  addressField: z.string().trim().min(1).max(300),
  name: z.string().trim().max(300).nullish(),
  lat,
  lon,
  idSupplier: z.int().positive().nullish(),
})
export type AddressBody = z.output<typeof body>

/** The addresses that a desk keeps under a name of its own (O2-24). */
export const addresses = {
  list: call({
    method: 'GET',
    path: '/address/:sd/',
    access: 'signedIn',
    summary: 'Saved addresses of everybody and of the user’s fleets, newest first',
    query: listQuery(AddressRow, {
      id: filterBy.number,
      addressField: filterBy.text,
      name: filterBy.text,
      idSupplier: filterBy.number,
    }),
    response: pageOf('addresses', AddressRow),
  }),
  create: call({
    method: 'POST',
    path: '/address/:sd/',
    access: 'signedIn',
    summary: 'Saves an address',
    body,
    isIdempotent: true,
    code: 201,
    response: z.object({ id: z.int() }),
  }),
  update: call({
    method: 'PUT',
    path: '/address/:sd/:id',
    access: 'signedIn',
    summary: 'Changes a saved address',
    params: one,
    body: body.extend({ id: z.int().optional() }),
    code: 204,
    response: z.undefined(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/address/:sd/:id',
    access: 'signedIn',
    summary: 'Deletes a saved address',
    params: one,
    code: 204,
    response: z.undefined(),
  }),
}
