import { isPlaceComplete } from '@parada/domain/booking/places'
import type { Point } from '@parada/domain/places/geo'
import type { Draft, DraftPlace } from '@parada/domain/wizard/draft'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReverse } from '../../booking/record/use-reverse.ts'
import { useWay } from '../../booking/record/use-way.ts'
import { MapView } from '../../kit/map/map.tsx'
import type { MapPoint } from '../../kit/map/map-props.ts'
import { useWizard } from '../wizard-context.ts'

const restMs = 1_200

/** Whether the keyboard has been idle for a moment: drawing a map must not slow down typing. */
export const useRest = () => {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    if (rests) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setRests(true), restMs)
    }
    wait()
    document.addEventListener('keydown', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', wait)
    }
  }, [rests])
  return rests
}

const pinOf = (id: string, kind: MapPoint['kind'], place: DraftPlace | null): MapPoint[] =>
  place && isPlaceComplete(place)
    ? [{ id, kind, lat: place.lat as number, lon: place.lon as number, label: place.addressField ?? '' }]
    : []

/** The places of a route that have coordinates, in driving order. */
export const pinsOf = ({ origin, destination, stops }: Pick<Draft, 'origin' | 'destination' | 'stops'>) => [
  ...pinOf('origin', 'origin', origin),
  ...stops.flatMap((stop, index) => pinOf(`stop${index}`, 'stop', stop)),
  ...pinOf('destination', 'destination', destination),
]

const isUnplaced = (place: DraftPlace | null) =>
  !!place?.addressField?.trim() && (!isPlaceComplete(place) || !!place.isApproximate)

/** The route on the map; pins can be dragged, and a click sets the next place. */
export const RouteMap = () => {
  const { t } = useTranslation()
  const { draft, change } = useWizard()
  const reverse = useReverse()
  const rests = useRest()
  const { origin, destination, stops } = draft
  const points = useMemo(() => pinsOf({ origin, destination, stops }), [origin, destination, stops])

  const placeOf = (id: string) =>
    id === 'origin' || id === 'destination' ? draft[id] : (stops[Number(id.slice('stop'.length))] ?? null)
  /**
   * A typed address without an exact position keeps its text at this point; any other place takes the address of the
   * point.
   */
  const put = async (id: string, point: Point) => {
    const typed = placeOf(id)
    const found =
      isUnplaced(typed) || typed?.isMidStreet
        ? { addressField: typed?.addressField ?? '', ...point }
        : await reverse(point)
    if (id === 'origin' || id === 'destination')
      return change({ [id]: { ...found, additionalAddressInfo: draft[id]?.additionalAddressInfo ?? '' } })
    change({ stops: stops.map((stop, index) => (`stop${index}` === id ? found : stop)) })
  }
  const ids = ['origin', ...stops.map((_, index) => `stop${index}`), 'destination']
  const unplaced = ids.find((id) => isUnplaced(placeOf(id)))
  const { path = points } = useWay(points, rests)
  if (!rests) return null
  return (
    <MapView
      label={t('wizard.map')}
      points={points}
      path={path}
      onMove={put}
      onClick={(point) => put(unplaced ?? (isPlaceComplete(origin) ? 'destination' : 'origin'), point)}
    />
  )
}
