import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { AccountForm } from './authorizations.ts'

/** Kept apart from the authorization calls, which the app shell loads. */
export const authorizationForms = {
  save: call({
    method: 'PUT',
    path: '/authorizations/:sd/form/:idPaymentAccount',
    access: anyOf('adminControl'),
    summary: 'Replaces the config of that form; a regex that cannot be run on any text in time is refused by its field',
    params: withParams({ idPaymentAccount: id }),
    body: z.strictObject({ config: z.string().max(50_000) }),
    response: AccountForm,
  }),
}
