import type { pois } from '@parada/contract/calls/pois'
import { findPois } from '@parada/db/queries/pois'
import { poisAllowed } from '@parada/domain/access/values'
import type { Handlers } from '../../http/context.ts'

export const poiHandlers: Handlers<typeof pois> = {
  all: async ({ tx, user: { grants }, query }) => ({
    pois: await findPois(tx, { ...query, ids: poisAllowed(grants) }),
  }),
}
