import { anyOf } from '@parada/domain/access/permissions'
import { heatKinds } from '@parada/domain/places/heat'
import { z } from 'zod'
import { call, withParams } from '../kit.ts'
import { lat, lon } from '../schemas.ts'

export const HeatMap = z.object({
  /** 0 to 23, in the default time zone. */
  hour: z.int(),
  weekday: z.int().nullable().describe('0 is Sunday; null where the hour of every day is counted'),
  cellMetres: z.int(),
  cells: z.array(z.object({ lat, lon, count: z.int() })).describe('The middle of each cell, the fullest first'),
})
export type HeatMap = z.output<typeof HeatMap>

export const heatMap = {
  get: call({
    method: 'GET',
    path: '/services/:sd/heat/:kind',
    access: anyOf('taxiMap', 'taxiMap2'),
    summary:
      'How many pickups, or orders that fleets refused, there were at this hour of the last four weeks, counted by cells of the map',
    params: withParams({ kind: z.enum(heatKinds) }),
    response: HeatMap,
  }),
}
