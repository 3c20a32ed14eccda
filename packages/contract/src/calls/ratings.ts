import { anyOf } from '@parada/domain/access/permissions'
import { improvements } from '@parada/domain/booking/ratings'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'

const score = z.int().min(1).max(5).nullable()
const toImprove = z.array(z.enum(improvements))

/** The passenger's opinion of the ride; the score is null until one is given. */
export const Rating = z.object({ id: z.int(), idBooking: z.int(), score, toImprove, timeUpdated: z.int() })
export type Rating = z.output<typeof Rating>

const working = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

export const ratings = {
  ofBooking: call({
    method: 'GET',
    path: '/rating/:sd/booking/:idBooking',
    access: working,
    summary: 'The rating of a booking; none before its ride has ended',
    params: withParams({ idBooking: id }),
    response: z.object({ rating: Rating.nullable() }),
  }),
  send: call({
    method: 'PUT',
    path: '/rating/:sd/:id/sendRating',
    access: working,
    summary: 'Saves a rating; only with editRatings may its score change',
    params: withParams({ id }),
    body: z.strictObject({
      id: z.int().optional(),
      idBooking: z.int().optional(),
      timeUpdated: z.int().optional(),
      score: score.optional(),
      toImprove: toImprove.max(improvements.length).optional(),
    }),
    response: z.object({ rating: Rating }),
  }),
}
