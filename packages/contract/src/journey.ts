import type { Access } from '@parada/domain/access/permissions'
import { journeyModes, mostJourneyPages } from '@parada/domain/trip/journey'
import { z } from 'zod'
import { call, id, withParams } from './kit.ts'

/** One journey of a person by any mode: when, its status, from where and to where. */
export const Journey = z.object({
  mode: z.enum(journeyModes),
  id: z.int(),
  at: z.int(),
  status: z.int(),
  from: z.string(),
  to: z.string(),
})
export type Journey = z.output<typeof Journey>

/** Journeys of the user or authorization in the path over all modes, latest first, page by page. */
export const journeysOf = <const Who extends Access>(of: 'users' | 'authorizations', access: Who) =>
  call({
    method: 'GET',
    path: `/${of}/:sd/:id/journeys`,
    access,
    summary: 'Journeys over all modes on one time line, the latest first',
    params: withParams({ id }),
    query: z.strictObject({ pageNumber: z.coerce.number().int().min(0).max(mostJourneyPages).default(0) }),
    response: z.object({ journeys: z.array(Journey), hasMoreResults: z.boolean() }),
  })
