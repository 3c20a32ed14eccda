import { fleets } from '@parada/contract/calls/fleets'
import type { Fleet } from '@parada/contract/entities'
import { coverageOf } from '@parada/domain/places/coverage'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import type { MapArea } from '../../kit/map/map-props.ts'

const active = { isActive: true, color: 'green', sign: '✓', word: 'fleetMap.active' } as const
const other = { isActive: false, color: 'grey', sign: '–', word: 'fleetMap.inactive' } as const

/** Only status 1 is active; the sign and the word repeat what the colour shows. */
export const fleetStateOf = ({ status }: Pick<Fleet, 'status'>) => (status === 1 ? active : other)

/** All fleets with the areas they cover. */
export const useFleetsWithAreas = ({ enabled = true } = {}) => {
  const client = useClient()
  return useQuery({
    queryKey: ['fleets', 'withGeoArea'],
    queryFn: ({ signal }) => client(fleets.withGeoArea, { signal }).then((answer) => answer.fleets),
    enabled,
  })
}

export const areaOf = (fleet: Fleet, isStrong = false): MapArea => {
  const { color, isActive } = fleetStateOf(fleet)
  return { id: String(fleet.id), polygons: coverageOf(fleet), state: color, isDashed: !isActive, isStrong }
}
