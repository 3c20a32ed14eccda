import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { AuthorizationRow, CallerRow, callerFields } from '../customer.ts'
import { call, id, withParams } from '../kit.ts'
import { list } from '../list.ts'
import { exportOf } from '../list-export.ts'
import { Phone } from '../phone.ts'
import { each } from '../schemas.ts'

const working = anyOf('editCallerByFleet', 'dispatchServiceByFleet')

const body = z.strictObject({
  phoneNumber: Phone,
  ...each(z.string().trim().max(200).nullish(), ['firstName', 'lastName']),
  ...each(z.string().trim().max(1_000).nullish(), ['addressBilling', 'notesClient']),
  isBlacklisted: z.boolean().nullish(),
  idSupplier: z.int().positive().nullish(),
})
export type CallerBody = z.output<typeof body>

const callerList = list({
  path: '/callers/:sd/',
  access: working,
  summary: 'Callers, newest first, and the authorizations that the whole number belongs to',
  key: 'callers',
  fields: callerFields,
  beside: z.object({ authorization: z.array(AuthorizationRow) }),
  export: { title: 'screens.callers' },
})

export const callers = {
  search: callerList,
  export: exportOf(callerList),
  authorizations: call({
    method: 'GET',
    path: '/callers/:sd/authorizations',
    access: working,
    summary: 'The authorizations that have the caller’s number',
    query: z.strictObject({ idCaller: id }),
    response: z.object({ authorizations: z.array(AuthorizationRow) }),
  }),
  create: call({
    method: 'POST',
    path: '/callers/:sd/',
    access: working,
    summary: 'A new caller; a number that another caller has is refused',
    body,
    isIdempotent: true,
    code: 201,
    response: z.object({ id: z.int() }),
  }),
  update: call({
    method: 'PUT',
    path: '/callers/:sd/:id',
    access: working,
    summary: 'Changes a caller',
    params: withParams({ id }),
    body: body.extend({ id: z.int().optional() }),
    response: z.object({ caller: CallerRow }),
  }),
}
