import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Map as BaseMap, type MapRef, NavigationControl, ScaleControl } from 'react-map-gl/maplibre'
import { Areas } from './areas.tsx'
import { Attribution } from './attribution.tsx'
import { Path, Places } from './drawn.tsx'
import { emptyView, viewOf } from './fit.ts'
import classes from './map.module.css'
import type { MapProps } from './map-props.ts'
import { MapUnavailable } from './map-unavailable.tsx'
import { Marks, marksLayer, mostPins } from './marks.tsx'
import { Pin } from './pin.tsx'
import { isPublic } from './public-map.ts'
import { municipalityZoom, useBaseMap } from './use-base-map.ts'
import { padding, useFit } from './use-fit.ts'

maplibre.setWorkerUrl(workerUrl)

const captionZoom = 12

/** From close by the outlines alone say little: the name of what lies under the middle says where this is. */
const townAt = (map: maplibre.Map) => {
  if (map.getZoom() < captionZoom || !map.getLayer('municipalities')) return undefined
  const [found] = map.queryRenderedFeatures(map.project(map.getCenter()), { layers: ['municipalities'] })
  return found?.properties.name as string | undefined
}

const marks = [marksLayer]
const none: string[] = []

const isPin = (target: EventTarget | null) => target instanceof Element && target.closest('[data-pin]') !== null

/** The map itself, in a chunk of its own; screens use `MapView`, which brings it. */
const LoadedMap = ({
  label,
  points = [],
  path,
  areas,
  places,
  selected,
  look,
  empty = emptyView,
  ...act
}: MapProps) => {
  const { t } = useTranslation()
  const { onMove, onClick, onSelect, onView, fit } = act
  const [map, setMap] = useState<MapRef | null>(null)
  const [zoom, setZoom] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const [town, setTown] = useState<string>()
  const [isOverMark, setOverMark] = useState(false)
  const [initial] = useState(() => {
    const view = look ? { kind: 'area' as const, bounds: look.bounds } : viewOf(points, empty)
    return view.kind === 'place'
      ? { latitude: view.centre.lat, longitude: view.centre.lon, zoom: view.zoom }
      : { bounds: view.bounds, fitBoundsOptions: { padding } }
  })
  const base = useBaseMap(map, zoom !== undefined && zoom >= municipalityZoom)
  const noteMove = useFit(map, points, empty, fit, look)
  const locale = useMemo(
    () => ({
      'Map.Title': label,
      'NavigationControl.ZoomIn': t('map.zoomIn'),
      'NavigationControl.ZoomOut': t('map.zoomOut'),
    }),
    [label, t],
  )

  const rest = ({ target }: { target: maplibre.Map }) => {
    setZoom(Math.round(target.getZoom() * 10) / 10)
    const { lat, lng } = target.getCenter()
    onView?.({ lat, lon: lng })
  }
  const move =
    onMove &&
    ((id: string, point: { lat: number; lon: number }) => {
      noteMove(id, point)
      onMove(id, point)
    })

  const isCrowded = points.length > mostPins && !onMove

  if (hasFailed) return <MapUnavailable />
  return (
    <div className={classes.ground} data-zoom={zoom} data-base-map={base.public ? 'public' : 'embedded'}>
      <BaseMap
        ref={setMap}
        mapLib={maplibre}
        initialViewState={initial}
        mapStyle={base.style}
        locale={locale}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        maxPitch={0}
        fadeDuration={0}
        renderWorldCopies={false}
        cursor={onClick ? 'crosshair' : isOverMark ? 'pointer' : undefined}
        interactiveLayerIds={isCrowded ? marks : none}
        onMouseEnter={() => setOverMark(true)}
        onMouseLeave={() => setOverMark(false)}
        onLoad={rest}
        onMoveEnd={rest}
        onIdle={({ target }) => setTown(townAt(target))}
        onClick={({ lngLat, originalEvent, features }) => {
          const mark = features?.[0]?.properties.id as string | undefined
          if (mark !== undefined) onSelect?.(mark)
          else if (!isPin(originalEvent.target)) onClick?.({ lat: lngLat.lat, lon: lngLat.lng })
        }}
        onError={(event) => {
          if (!map) setFailed(true)
          // A public map that fails gives its place back, and nobody has to hear of it.
          else if (!('sourceId' in event && isPublic(String(event.sourceId)))) console.warn(event.error)
        }}
      >
        <NavigationControl position="top-right" showCompass={false} />
        <ScaleControl position="bottom-left" />
        {areas && <Areas areas={areas} />}
        {places && <Places places={places} />}
        {path && path.length > 1 && <Path path={path} />}
        {isCrowded ? (
          <Marks points={points} selected={selected} />
        ) : (
          points.map((point) => (
            <Pin key={point.id} point={point} isSelected={point.id === selected} onMove={move} onSelect={onSelect} />
          ))
        )}
      </BaseMap>
      <Attribution style={base.public} />
      {town && <span className={classes.town}>{town}</span>}
    </div>
  )
}

export default LoadedMap
