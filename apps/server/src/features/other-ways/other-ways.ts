import type { otherWays } from '@parada/contract/calls/other-ways'
import { offersFor, takeOtherWay } from '../../booking/actions/other-ways.ts'
import type { Handlers } from '../../http/context.ts'

export const otherWayHandlers: Handlers<typeof otherWays> = {
  offers: (context) => offersFor(context, context.params.id),
  take: (context) => takeOtherWay(context, context.params.id, context.body),
}
