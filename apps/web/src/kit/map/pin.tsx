import type { Point } from '@parada/domain/places/geo'
import type { KeyboardEvent } from 'react'
import { Marker, useMap } from 'react-map-gl/maplibre'
import classes from './map.module.css'
import type { MapPoint, PinKind } from './map-props.ts'

type Props = {
  point: MapPoint
  isSelected: boolean
  onMove?: ((id: string, point: Point) => void) | undefined
  onSelect?: ((id: string) => void) | undefined
}

const drop = 'M12 31C12 31 22 19.6 22 11.4A10 10 0 1 0 2 11.4C2 19.6 12 31 12 31Z'

/** Told apart by their signs as well as by their colours. */
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

const Car = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <circle cx="12" cy="12" r="11" className={classes.drop} />
    <path d="M7 16v-4l1.6-4h6.8L17 12v4h-2v-1.4H9V16Z" className={classes.sign} />
  </svg>
)

const steps: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A point as a button with its name; one that may be moved also moves by its arrow keys, ten times as far with Shift. */
export const Pin = ({ point, isSelected, onMove, onSelect }: Props) => {
  const { current: map } = useMap()
  const { id, lat, lon, kind, label, state, sign } = point
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
      latitude={lat}
      longitude={lon}
      anchor={isDrop ? 'bottom' : 'center'}
      draggable={mayMove}
      onDragEnd={({ lngLat }) => onMove?.(id, { lat: lngLat.lat, lon: lngLat.lng })}
    >
      <button
        type="button"
        className={classes.pin}
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
        {isDrop ? <Drop kind={kind} sign={sign} /> : kind === 'taxi' ? <Car /> : <i className={classes.dot} />}
      </button>
    </Marker>
  )
}
