import type { pois } from '@parada/contract/calls/pois'
import { findPois } from '@parada/db/queries/pois'
import { isGranted } from '@parada/domain/access'
import { idsAllowed } from '@parada/domain/access-values'
import type { Handlers } from '../../http/context.ts'

export const poiHandlers: Handlers<typeof pois> = {
  // The permission limits those who hold it (document 2, section 6); who does not is limited by nothing.
  all: async ({ tx, user: { grants }, query }) => {
    const ids = isGranted(grants, 'viewPOIInParada') ? idsAllowed(grants, 'viewPOIInParada') : 'all'
    return { pois: await findPois(tx, { ...query, ids }) }
  },
}
