import type { RouteDetail } from '@parada/contract/calls/route-tracking'
import { mapDefaults } from '@parada/domain/places/geo'
import { drawnPath, pathBounds, placeAt } from '@parada/domain/route/replay'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView } from '../kit/map/map.tsx'
import type { MapPoint } from '../kit/map/map-props.ts'
import classes from './replay.module.css'
import { Replay } from './replay.tsx'
import { wayOf } from './route-record.ts'

/** The view of the map until the path is known (document 3, section 3). */
const country = { centre: mapDefaults.centre, zoom: 6 }
const nothing: MapPoint[] = []

/** What the map shows of a route, except the moving vehicle. */
const useDrawn = (route: RouteDetail | undefined) => {
  const { t } = useTranslation()
  const { routeWayPoints = '', routeWayTimes = '', routeTrackingStopList: stops } = route ?? {}
  const way = useMemo(() => wayOf({ routeWayPoints, routeWayTimes }), [routeWayPoints, routeWayTimes])
  const path = useMemo(() => drawnPath(way.points), [way])
  const bounds = useMemo(() => pathBounds(way.points), [way])
  const pins = useMemo((): MapPoint[] => {
    const [first, last] = [way.points[0], way.points.at(-1)]
    return [
      ...(first ? [{ ...first, id: 'origin', kind: 'origin' as const, label: t('fields.originAddressString') }] : []),
      ...(stops ?? []).map((stop, at) => ({
        ...{ ...stop, id: `stop ${at}`, kind: 'stop' as const },
        label: t('route.stop', { n: at + 1 }),
      })),
      ...(last && way.points.length > 1
        ? [{ ...last, id: 'destination', kind: 'destination' as const, label: t('fields.destinationAddressString') }]
        : []),
    ]
  }, [way, stops, t])
  return { way, path, bounds, pins }
}

/** The driven path on a map; a route with recorded times can be replayed. */
export const RouteMap = ({ route }: { route: RouteDetail | undefined }) => {
  const { t } = useTranslation()
  const [second, setSecond] = useState(0)
  const { way, path, bounds, pins } = useDrawn(route)
  const { track, isBroken, points } = way
  const shown = useMemo(() => {
    const place = track && placeAt(track, second)
    return place ? [...pins, { ...place, id: 'car', kind: 'taxi' as const, label: t('route.replay.car') }] : pins
  }, [pins, track, second, t])
  const hasPath = points.length > 1
  return (
    <>
      <div className={classes.map}>
        <MapView
          label={t('route.map')}
          points={route ? shown : nothing}
          path={path}
          empty={country}
          look={bounds && hasPath ? { key: String(route?.id), bounds } : undefined}
        />
      </div>
      {route && track && <Replay track={track} start={route.timeStart} second={second} onSecond={setSecond} />}
      {route && hasPath && !track && <p className={classes.note}>{t('route.replay.noTimes')}</p>}
      {route && !hasPath && <p className={classes.note}>{t(isBroken ? 'route.badPath' : 'route.noPath')}</p>}
    </>
  )
}
