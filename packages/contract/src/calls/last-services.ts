import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { Booking } from '../booking.ts'
import { call, id } from '../kit.ts'
import { WholePhone } from '../phone.ts'

export const lastServices = {
  list: call({
    method: 'GET',
    path: '/lastservices/:sd/',
    access: anyOf('dispatchServiceByFleet', 'editServiceByFleet', 'viewAllAuthorizations'),
    summary:
      'The last rides of a caller or of an authorization; those of other fleets as places, for their whole number',
    query: z.strictObject({
      idCaller: id.optional(),
      idAuthorization: id.optional(),
      phoneNumber: WholePhone.optional(),
    }),
    response: z.object({ services: z.array(Booking) }),
  }),
}
