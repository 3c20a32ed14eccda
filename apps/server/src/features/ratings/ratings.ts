import { Rating, type ratings } from '@parada/contract/calls/ratings'
import { changeRating, lockRating, type StoredRating } from '@parada/db/queries/ratings'
import { isGranted } from '@parada/domain/access/permissions'
import { bookingFor, workOf } from '../../booking/access.ts'
import { readRating } from '../../booking/record/rating.ts'
import { tellDesks } from '../../booking/record/tell.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const answer = (rating: StoredRating) => ({ rating: Rating.parse(rating) })

const send = async (context: SignedInContext<typeof ratings.send>) => {
  const { tx, tenant, user, params, body } = context
  if (body.id !== undefined && body.id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
  const found = await lockRating(tx, tenant.id, params.id)
  if (!found) throw refuse.notFound()
  const booking = await bookingFor(context, found.idBooking)
  const score = body.score === undefined ? found.score : body.score
  if (score !== found.score && !isGranted(user.grants, 'editRatings')) throw refuse.forbidden()
  const toImprove = body.toImprove ? [...new Set(body.toImprove)] : found.toImprove
  const work = workOf(context)
  const changed = await changeRating(tx, tenant.id, { id: found.id, score, toImprove }, work.now)
  await tellDesks(work, booking)
  return answer(changed)
}

export const ratingHandlers: Handlers<typeof ratings> = {
  ofBooking: async (context) => {
    const rating = await readRating(workOf(context), await bookingFor(context, context.params.idBooking))
    return rating ? answer(rating) : { rating: null }
  },
  send,
}
