import type { Access } from '@parada/domain/access/permissions'
import { journeyModes, mostJourneyPages } from '@parada/domain/trip/journey'
import { z } from 'zod'
import { call, id, withParams } from './kit.ts'

/** One journey of a person, whichever way it went: when, how it stands, from where and to where. */
export const Journey = z.object({
  mode: z.enum(journeyModes),
  id: z.int(),
  at: z.int(),
  status: z.int(),
  from: z.string(),
  to: z.string(),
})
export type Journey = z.output<typeof Journey>

/** The journeys of whoever the path names, over all modes, the latest first and page by page. */
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
