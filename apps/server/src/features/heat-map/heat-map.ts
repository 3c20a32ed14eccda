import type { HeatMap, heatMap } from '@parada/contract/calls/heat-map'
import { heatCounts } from '@parada/db/queries/heat'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import { heatCellMetres, heatHours, heatOf } from '@parada/domain/places/heat'
import type { Handlers } from '../../http/context.ts'

const keptMs = 300_000
const mostKept = 200

/** Past weeks hardly change, so users who see the same fleets share a cached answer for some minutes. */
export const heatMapHandlers = (): Handlers<typeof heatMap> => {
  const kept = new Map<string, { answer: HeatMap; until: number }>()
  const keep = (key: string, answer: HeatMap, now: number) => {
    kept.delete(key)
    kept.set(key, { answer, until: now + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return answer
  }

  return {
    get: async ({ tx, tenant, user, params, now }) => {
      const fleets = fleetsWithRight(user.grants, 'see')
      const hours = heatHours(now.getTime())
      const scope = fleets === 'all' ? fleets : [...fleets].toSorted((a, b) => a - b).join()
      const key = [tenant.id, params.kind, hours.starts[0]?.at, scope].join(' ')
      const known = kept.get(key)
      if (known && known.until > now.getTime()) return known.answer
      const { isWeekday, cells } = heatOf(await heatCounts(tx, tenant.id, params.kind, hours, fleets))
      const { hour, weekday } = hours
      const answer = { hour, weekday: isWeekday ? weekday : null, cellMetres: heatCellMetres, cells }
      return keep(key, answer, now.getTime())
    },
  }
}
