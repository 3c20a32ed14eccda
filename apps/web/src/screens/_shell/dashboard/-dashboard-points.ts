import type { Point } from '@parada/domain/places/geo'
import type { Ride } from '@parada/domain/pricing/ride'
import type { TFunction } from 'i18next'
import { taxiMark } from '../../../booking/record/map-points.ts'
import type { ListFormat } from '../../../kit/list/declare/columns.ts'
import type { MapPoint } from '../../../kit/map/map-props.ts'
import {
  type DashboardBooking,
  type DashboardKnown,
  dashboardTone,
  stateColorOf,
  stateWord,
  taxiText,
} from './-dashboard-booking.ts'

const pickupId = (id: number) => `pickup-${id}`
const taxiId = (id: number) => `taxi-${id}`
const destinationId = (id: number) => `destination-${id}`
export const bookingIdOf = (pointId: string) => Number(pointId.slice(pointId.indexOf('-') + 1))

/** Signs that tell the pins apart without relying on colour. */
const signs: Partial<Record<DashboardBooking['state'], string>> = { unassigned: '○', locked: '×', confirmed: '✓' }

const placed = (place: DashboardBooking['destination']): Point | undefined =>
  place?.lat && place.lon ? { lat: place.lat, lon: place.lon } : undefined

/** The place of each active booking: its pickup or, with the passenger on board, its taxi. */
export const workPlaces = (bookings: readonly DashboardBooking[], positions: DashboardKnown['positions']): Point[] =>
  bookings.flatMap(({ id, state, origin }) => {
    if (state === 'ended') return []
    const place = (state === 'onBoard' && positions.get(id)) || placed(origin)
    return place ? [{ lat: place.lat, lon: place.lon }] : []
  })

/** The ride of a booking; undefined without a destination. */
export const rideOf = ({ origin, destination, timeBookingStartTimestamp: start, timeZone }: DashboardBooking) => {
  const [from, to] = [placed(origin), placed(destination)]
  return from && to && ({ origin: from, destination: to, start, timeZone } satisfies Ride)
}

type Said = Record<'id' | 'name' | 'state', string | number>
const mostKept = 5_000

/** Caches the labels of the pins: a thousand of them are built every few seconds, and hardly any changes. */
export const keepWords = (t: TFunction) => {
  const kept = new Map<string, string>()
  return (key: string, said: Said): string => {
    const what = [key, said.id, said.name, said.state].join('\n')
    const known = kept.get(what) ?? t(key, said)
    if (kept.size >= mostKept) kept.clear()
    kept.set(what, known)
    return known
  }
}

/** Waiting pickups and the taxis. Those of the chosen booking are kept in view, and its destination is added. */
export const dashboardPoints = (
  bookings: readonly DashboardBooking[],
  positions: DashboardKnown['positions'],
  chosen: unknown,
  format: ListFormat,
  say: ReturnType<typeof keepWords>,
): MapPoint[] =>
  bookings.flatMap((booking) => {
    const { id, state, origin, destination, passengerName } = booking
    const isFollowed = id === chosen
    const [kind, color] = [stateWord(booking, format), stateColorOf(booking)]
    const taxi = positions.get(id)
    const points: MapPoint[] = []
    const sign = dashboardTone(booking)?.sign ?? signs[state]
    const isShownAtPickup = state !== 'ended' && (isFollowed || state !== 'onBoard')
    if (origin.lat && origin.lon && isShownAtPickup)
      points.push({
        id: pickupId(id),
        kind: 'origin',
        lat: origin.lat,
        lon: origin.lon,
        label: say('dashboard.map.pickup', { id, name: passengerName, state: kind }),
        state: booking.isLate ? 'red' : color,
        ...(sign && { sign }),
        isFollowed: isFollowed && state !== 'onBoard',
      })
    if (taxi && state !== 'ended')
      points.push({
        ...taxiMark(taxi, taxiId(id)),
        label: say('dashboard.map.taxi', { id, name: taxiText(booking) || passengerName, state: kind }),
        ...(booking.isLate && { state: 'red', sign: '!' }),
        isFollowed,
      })
    const goal = isFollowed && placed(destination)
    if (goal && state !== 'ended')
      points.push({
        ...{ ...goal, id: destinationId(id), kind: 'destination' },
        label: say('dashboard.map.destination', { id, name: destination?.addressField ?? '', state: kind }),
      })
    return points
  })
