import type { Point } from '@parada/domain/places/geo'
import type { Marker as PlacedMarker } from 'maplibre-gl'
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { Marker, useMap } from 'react-map-gl/maplibre'
import { useGliderOfMap } from './glider.ts'
import classes from './map.module.css'
import type { MapPoint, PinKind } from './map-props.ts'

type Props = {
  point: MapPoint
  isSelected: boolean
  onMove?: ((id: string, point: Point) => void) | undefined
  onSelect?: ((id: string) => void) | undefined
}

const drop = 'M12 31C12 31 22 19.6 22 11.4A10 10 0 1 0 2 11.4C2 19.6 12 31 12 31Z'

/** Kinds can be told apart by sign as well as by colour. */
const signs: Record<PinKind, string> = {
  origin: 'M12 7.2a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z',
  destination: 'M8.2 7.6h7.6v7.6H8.2Z',
  stop: 'M8 10.2h8v2.6H8Z',
  fleet: '',
  taxi: '',
  poi: '',
}

const Drop = ({ kind, sign }: { kind: PinKind; sign: string | undefined }) => (
  <svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true">
    <path d={drop} className={classes.drop} />
    {sign === undefined ? (
      <path d={signs[kind]} className={classes.sign} />
    ) : (
      <text x="12" y="16" textAnchor="middle" className={classes.letter}>
        {sign}
      </text>
    )}
  </svg>
)

/** The nose shows the direction of travel. Without a sign the mark shows a car. */
const Taxi = ({ sign, hasNose }: { sign: string | undefined; hasNose: boolean }) => (
  <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    {hasNose ? (
      <path d="M16 1.5 23.05 10.41A9 9 0 1 1 8.95 10.41Z" className={classes.nose} />
    ) : (
      <circle cx="16" cy="16" r="9" className={classes.drop} />
    )}
    {sign ? (
      <text x="16" y="20.5" textAnchor="middle" className={classes.letter}>
        {sign}
      </text>
    ) : (
      <path d="M11 20v-4l1.6-4h6.8L21 16v4h-2v-1.4h-6V20Z" className={classes.sign} />
    )}
  </svg>
)

const turned = (heading: number | undefined) => (heading === undefined ? '' : `${heading.toFixed(1)}deg`)

/** Where the mark is drawn. A taxi between two reports moves frame by frame, bypassing React. */
const useShownPlace = ({ id, kind, lat, lon, heading: reported }: MapPoint) => {
  const glider = useGliderOfMap()
  const marker = useRef<PlacedMarker>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isTaxi = kind === 'taxi'
  useEffect(() => {
    if (!isTaxi) return
    return glider?.attach(id, (place, heading) => {
      marker.current?.setLngLat([place.lon, place.lat])
      button.current?.style.setProperty('--turn', turned(heading))
    })
  }, [glider, id, isTaxi])
  const place = (isTaxi && glider?.placeOf(id)) || { lat, lon }
  const heading = isTaxi ? (glider?.headingOf(id) ?? reported) : undefined
  return { marker, button, place, heading }
}

const steps: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A point as a button with its name. A movable one also moves with the arrow keys, ten times as far with Shift. */
const PinButton = ({ point, isSelected, onMove, onSelect }: Props) => {
  const { current: map } = useMap()
  const { id, lat, lon, kind, label, state, sign, number } = point
  const { marker, button, place, heading } = useShownPlace(point)
  const isDrop = kind !== 'taxi' && kind !== 'poi'
  const mayMove = onMove !== undefined && isDrop

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || !mayMove || !map) return
    event.preventDefault()
    event.stopPropagation()
    const far = event.shiftKey ? 30 : 3
    const at = map.project([lon, lat])
    const moved = map.unproject([at.x + step[0] * far, at.y + step[1] * far])
    onMove(id, { lat: moved.lat, lon: moved.lng })
  }

  return (
    <Marker
      ref={marker}
      latitude={place.lat}
      longitude={place.lon}
      subpixelPositioning={kind === 'taxi'}
      anchor={isDrop ? 'bottom' : 'center'}
      draggable={mayMove}
      onDragEnd={({ lngLat }) => onMove?.(id, { lat: lngLat.lat, lon: lngLat.lng })}
    >
      <button
        ref={button}
        type="button"
        className={classes.pin}
        style={{ '--turn': turned(heading) } as CSSProperties}
        data-pin={id}
        data-kind={kind}
        data-state={state}
        aria-label={label}
        aria-pressed={onSelect ? isSelected : undefined}
        data-selected={isSelected || undefined}
        title={label}
        onKeyDown={onKeyDown}
        onClick={() => onSelect?.(id)}
      >
        {isDrop && <Drop kind={kind} sign={sign} />}
        {kind === 'taxi' && <Taxi sign={sign} hasNose={heading !== undefined} />}
        {kind === 'poi' && <i className={classes.dot} />}
        {number && <span className={classes.number}>{number}</span>}
      </button>
    </Marker>
  )
}

const shownOf = ({ point, isSelected }: Props) => [isSelected, ...Object.values(point)]

/** Lists are drawn again every second, so a mark that has not changed is left alone. */
export const Pin = memo(PinButton, (before, after) => {
  const [shown, next] = [shownOf(before), shownOf(after)]
  return (
    before.onMove === after.onMove &&
    before.onSelect === after.onSelect &&
    shown.length === next.length &&
    shown.every((value, at) => value === next[at])
  )
})
