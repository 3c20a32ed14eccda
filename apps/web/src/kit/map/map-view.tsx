import 'maplibre-gl/dist/maplibre-gl.css'
import type { Point } from '@parada/domain/places/geo'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Map as BaseMap, type MapRef, NavigationControl, ScaleControl } from 'react-map-gl/maplibre'
import { Areas } from './areas.tsx'
import { Attribution } from './attribution.tsx'
import { busiestTown } from './busiest.ts'
import { Path, Places } from './drawn.tsx'
import { boundsOfAll, emptyView, viewOf } from './fit.ts'
import { GliderProvider, isStill, useGlider } from './glider.ts'
import { Heat, HeatLegend } from './heat.tsx'
import classes from './map.module.css'
import { MapButtons } from './map-buttons.tsx'
import type { MapProps } from './map-props.ts'
import { MapUnavailable } from './map-unavailable.tsx'
import { Points } from './points.tsx'
import { isPublic, keepDrawn } from './public-map.ts'
import { municipalityZoom, useBaseMap } from './use-base-map.ts'
import { padding, useFit } from './use-fit.ts'
import { useFollow } from './use-follow.ts'

maplibre.setWorkerUrl(workerUrl)
// The worker starts while the page is being built, and stays for the next map.
maplibre.prewarm()

/** A map seen from straight above has no sky, but MapLibre paints one in every frame all the same. */
class FlatMap extends maplibre.Map {
  constructor(options: maplibre.MapOptions) {
    super(options)
    this.painter.drawFunctions = { ...this.painter.drawFunctions, sky: () => {} }
  }
}
const mapLib = { ...maplibre, Map: FlatMap }

const captionZoom = 12
/** From this zoom on, the numbers of taxis rarely overlap. */
const numberZoom = 13

/** Close up the outlines say little, so the name of the town under the centre tells where this is. */
const townAt = (map: maplibre.Map) => {
  if (map.getZoom() < captionZoom || !map.getLayer('municipalities')) return undefined
  const [found] = map.queryRenderedFeatures(map.project(map.getCenter()), { layers: ['municipalities'] })
  return found?.properties.name as string | undefined
}

const nothing: [] = []
/** An area around a single place is no reason to zoom in to its door. */
const closest = 17
const seeAllMs = 120

const isPin = (target: EventTarget | null) => target instanceof Element && target.closest('[data-pin]') !== null

/** The map itself, in a chunk of its own. Screens use `MapView`, which loads it. */
const LoadedMap = ({
  label,
  points = nothing,
  path,
  pathLabel,
  areas,
  heat = nothing,
  layers,
  places,
  selected,
  look,
  opening = nothing,
  empty = emptyView,
  ...told
}: MapProps) => {
  const { t } = useTranslation()
  const { onMove, onClick, onSelect, onView, fit } = told
  const [map, setMap] = useState<MapRef | null>(null)
  const [zoom, setZoom] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const [town, setTown] = useState<string>()
  const [initial] = useState(() => {
    const bounds = look?.bounds ?? (points.some(({ isFollowed }) => isFollowed) ? undefined : busiestTown(opening))
    const view = bounds ? { kind: 'area' as const, bounds } : viewOf(points, empty)
    return view.kind === 'place'
      ? { latitude: view.centre.lat, longitude: view.centre.lon, zoom: view.zoom }
      : { bounds: view.bounds, fitBoundsOptions: { padding, maxZoom: closest } }
  })
  const base = useBaseMap(map, zoom !== undefined && zoom >= municipalityZoom)
  const glider = useGlider(points)
  const follow = useFollow(map, points, glider, fit)
  const noteMove = useFit(map, points, { empty, look, opening, ...(fit && { fit }) }, follow.isOn)
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
  const acts = { onSelect, onMove, noteMove }
  // Callbacks keep their identity, so that marks are drawn again only if they have changed.
  const act = useRef(acts)
  act.current = acts
  const [select] = useState(() => (id: string) => act.current.onSelect?.(id))
  const [move] = useState(() => (id: string, point: Point) => {
    act.current.noteMove(id, point)
    act.current.onMove?.(id, point)
  })

  const all = useMemo(() => boundsOfAll([...points, ...(path ?? nothing)]), [points, path])
  const seeAll = () => {
    follow.stop()
    if (all) map?.fitBounds(all, { padding, maxZoom: closest, duration: isStill() ? 0 : seeAllMs })
  }

  if (hasFailed) return <MapUnavailable />
  return (
    <div
      className={classes.ground}
      data-zoom={zoom}
      data-near={(zoom !== undefined && zoom >= numberZoom) || undefined}
      data-base-map={base.public ? 'public' : 'embedded'}
    >
      <BaseMap
        ref={setMap}
        mapLib={mapLib}
        initialViewState={initial}
        mapStyle={base.style}
        transformStyle={keepDrawn}
        locale={locale}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        maxPitch={0}
        fadeDuration={0}
        renderWorldCopies={false}
        cursor={onClick ? 'crosshair' : undefined}
        onLoad={rest}
        onMoveEnd={rest}
        onIdle={({ target }) => setTown(townAt(target))}
        onClick={({ lngLat, originalEvent }) => {
          if (!isPin(originalEvent.target)) onClick?.({ lat: lngLat.lat, lon: lngLat.lng })
        }}
        onError={(event) => {
          if (!map) setFailed(true)
          // A public map that fails is replaced, so its errors need no report.
          else if (!('sourceId' in event && isPublic(String(event.sourceId)))) console.warn(event.error)
        }}
      >
        <NavigationControl position="top-right" showCompass={false} />
        <ScaleControl position="bottom-left" />
        {areas && <Areas areas={areas} />}
        {places && <Places places={places} />}
        {heat.map((one) => (
          <Heat key={one.key} heat={one} />
        ))}
        {path && path.length > 1 && <Path path={path} label={pathLabel} />}
        <GliderProvider value={glider}>
          <Points points={points} selected={selected} onMove={onMove && move} onSelect={onSelect && select} />
        </GliderProvider>
        <MapButtons
          onSeeAll={points.length > 1 ? seeAll : undefined}
          follow={follow.target && follow}
          layers={layers}
        />
      </BaseMap>
      {heat.length > 0 && <HeatLegend heat={heat} />}
      <Attribution style={base.public} />
      {town && <span className={classes.town}>{town}</span>}
    </div>
  )
}

export default LoadedMap
