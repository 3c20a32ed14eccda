import type { TaxiPosition } from '@parada/contract/booking'
import { dispatchStateOf } from '@parada/domain/booking/dispatch'
import { readStops } from '@parada/domain/booking/lists'
import { bookingStatus } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import type { MapPoint } from '../../kit/map/map-props.ts'
import type { Booking } from '../record/booking-record.ts'
import type { Coords } from '../record/use-booking.ts'

type Labels = { origin: string; destination: string; stop: (n: number) => string; taxi: string }
type Place = { lat?: number | null; lon?: number | null; addressField?: string | null } | null

const pointOf = (place: Place, id: 'origin' | 'destination', labels: Labels): MapPoint[] =>
  place?.lat && place.lon
    ? [{ id, kind: id, lat: place.lat, lon: place.lon, label: `${labels[id]}: ${place.addressField ?? ''}` }]
    : []

/** Where the taxi is heading: the pickup until the passenger is on board, then the destination. */
export const headsFor = (statusDispatch: number | null | undefined) =>
  (statusDispatch ?? 0) < constants.CLIENT_ON_BOARD ? 'origin' : 'destination'

/**
 * Pickup, stops, destination and taxi; while the booking is tracked, the map follows the taxi and the place it is
 * heading for.
 */
export const mapPoints = (booking: Booking, coords: Coords | undefined, labels: Labels): MapPoint[] => {
  const { origin, destination, stops, status } = booking
  const ride = [
    ...pointOf(origin, 'origin', labels),
    ...(readStops(stops) ?? []).map((point, at) => ({
      ...point,
      id: `stop-${at}`,
      kind: 'stop' as const,
      label: labels.stop(at + 1),
    })),
    ...pointOf(destination, 'destination', labels),
  ]
  if (!coords || status !== bookingStatus.confirmed) return ride
  const goal = headsFor(coords.dispatchStatus ?? booking.statusDispatch)
  return [
    ...ride.map((point) => (point.id === goal ? { ...point, isFollowed: true } : point)),
    { id: 'taxi', kind: 'taxi', lat: coords.lat, lon: coords.lng, label: labels.taxi, isFollowed: true },
  ]
}

const onBoard = { state: 'violet', sign: '●' } as const
const onItsWay = { state: 'blue' } as const

/** A taxi as a map mark: its position and heading, its number, and whether a passenger is on board. */
export const taxiMark = (position: TaxiPosition, id: string): Omit<MapPoint, 'label'> => {
  const { lat, lon, heading, at, idSupplierTaxi, statusDispatch } = position
  return {
    ...{ id, kind: 'taxi', lat, lon, reportedAt: at, heading: heading ?? undefined },
    ...(dispatchStateOf(statusDispatch) === 'onBoard' ? onBoard : onItsWay),
    ...(idSupplierTaxi !== null && { number: String(idSupplierTaxi) }),
  }
}
