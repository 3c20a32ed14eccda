import type { Point } from '@parada/domain/places/geo'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapRef, Marker, useMap } from 'react-map-gl/maplibre'
import { type Cluster, grouped, inView, mostPins } from './clusters.ts'
import { isStill, useGliderOfMap } from './glider.ts'
import classes from './map.module.css'
import type { MapPoint } from './map-props.ts'
import { Pin } from './pin.tsx'
import { padding } from './use-fit.ts'
import { useView, type View } from './use-view.ts'

const openMs = 120
const closest = 17

/** Zooms in as far as all points of the cluster fit, and always closer than before. */
const open = (map: MapRef, { bounds, lat, lon }: Cluster) => {
  const fitted = map.cameraForBounds(bounds, { padding, maxZoom: closest })
  const zoom = Math.max(fitted?.zoom ?? 0, Math.min(closest, map.getZoom() + 1))
  map.easeTo({ center: fitted?.center ?? [lon, lat], zoom, duration: isStill() ? 0 : openMs })
}

const ClusterButton = ({ cluster, onOpen }: { cluster: Cluster; onOpen: () => void }) => {
  const { t } = useTranslation()
  const { id, lat, lon, points, hasAlarm } = cluster
  const label = t(hasAlarm ? 'map.clusterAlarm' : 'map.cluster', { count: points.length })
  return (
    <Marker latitude={lat} longitude={lon}>
      <button
        type="button"
        className={classes.cluster}
        data-pin={id}
        data-cluster={points.length}
        data-alarm={hasAlarm || undefined}
        aria-label={label}
        title={label}
        onClick={onOpen}
      >
        {points.length}
      </button>
    </Marker>
  )
}

type Props = {
  points: readonly MapPoint[]
  selected: string | undefined
  onMove: ((id: string, point: Point) => void) | undefined
  onSelect: ((id: string) => void) | undefined
}

/** Every point as a button. Crowded points share one button that opens them. */
export const Points = ({ points, selected, onMove, onSelect }: Props) => {
  const { current: map } = useMap()
  const view = useView(map)
  const glider = useGliderOfMap()
  useEffect(() => {
    if (view) glider?.lookFrom(view.zoom)
  }, [glider, view])
  const level = view && Math.floor(view.zoom)
  const isCrowded = points.length > mostPins && !onMove
  const { clusters, singles } = useMemo(
    () =>
      isCrowded && level !== undefined
        ? grouped(points, level, selected)
        : { clusters: [], singles: isCrowded ? [] : points },
    [points, level, selected, isCrowded],
  )
  const shown = useMemo(
    () =>
      isCrowded && view
        ? { clusters: inView(clusters, view.bounds), singles: inView(singles, view.bounds) }
        : { clusters, singles },
    [clusters, singles, view, isCrowded],
  )

  // A cluster opened by keyboard disappears, so the focus moves on to its first point.
  const opened = useRef<{ ids: Set<string>; from: View | undefined }>(undefined)
  useEffect(() => {
    if (!map || !opened.current || opened.current.from === view) return
    const { ids } = opened.current
    opened.current = undefined
    const next =
      shown.singles.find(({ id }) => ids.has(id)) ??
      shown.clusters.find((one) => one.points.some(({ id }) => ids.has(id)))
    if (next)
      map
        .getContainer()
        .querySelector<HTMLElement>(`[data-pin="${CSS.escape(next.id)}"]`)
        ?.focus()
  }, [map, shown, view])

  return (
    <>
      {shown.clusters.map((cluster) => (
        <ClusterButton
          key={cluster.id}
          cluster={cluster}
          onOpen={() => {
            opened.current = { ids: new Set(cluster.points.map(({ id }) => id)), from: view }
            if (map) open(map, cluster)
          }}
        />
      ))}
      {shown.singles.map((point) => (
        <Pin
          key={point.id}
          point={point}
          isSelected={point.id === selected || (onSelect !== undefined && point.isFollowed === true)}
          onMove={onMove}
          onSelect={onSelect}
        />
      ))}
    </>
  )
}
