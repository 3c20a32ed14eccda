import { z } from 'zod'
import { Poi } from '../entities.ts'
import { call } from '../kit.ts'

export const pois = {
  all: call({
    method: 'GET',
    path: '/pois/:sd/all/',
    access: 'signedIn',
    summary: 'Points of interest the user may see, those near the given point first',
    query: z.strictObject({
      q: z.string().max(100).optional(),
      lat: z.coerce.number().min(-90).max(90).optional(),
      lon: z.coerce.number().min(-180).max(180).optional(),
      idPaymentAccount: z.coerce.number().int().positive().optional(),
    }),
    response: z.object({ pois: z.array(Poi) }),
  }),
}
