import type { pastServices } from '@parada/contract/calls/past-services'
import { registerService } from '../../booking/actions/register.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import type { Handlers } from '../../http/context.ts'

export const pastServiceHandlers: Handlers<typeof pastServices> = {
  historic: async (context) => ({
    booking: wireBooking(await registerService(context, 'historic', context.body), context.user.grants),
  }),
  toInvoice: async (context) => ({
    booking: wireBooking(await registerService(context, 'toInvoice', context.body), context.user.grants),
  }),
}
