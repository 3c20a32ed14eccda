import { z } from 'zod'
import { call, id } from '../kit.ts'
import { lat, lon } from '../schemas.ts'

/** No tenant in the path: it is the token's (O2-57). */
export const tracking = {
  coords: call({
    method: 'GET',
    path: '/tracking/',
    access: 'signedIn',
    summary: 'Where the taxi of a booking is, by the booking’s id or by what its fleet calls it',
    params: z.object({}),
    query: z.strictObject({
      idService: id.optional(),
      idExternalFleet: z.string().max(100).optional(),
      idExternalService: z.string().max(200).optional(),
    }),
    response: z.object({
      coords: z.object({
        lat,
        lng: lon,
        routeWayPoints: z.string().describe('The way so far, as an encoded path'),
        dispatchStatus: z.int().nullable(),
        eta: z.number().nullable().describe('Minutes'),
      }),
    }),
  }),
}
