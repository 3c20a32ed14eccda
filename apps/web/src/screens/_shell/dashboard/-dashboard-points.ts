import type { TFunction } from 'i18next'
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

export const pickupId = (id: number) => `pickup-${id}`
export const taxiId = (id: number) => `taxi-${id}`
export const bookingIdOf = (pointId: string) => Number(pointId.slice(pointId.indexOf('-') + 1))

/** Letters tell the pins apart where colours do not. */
const signs: Record<DashboardBooking['state'], string> = {
  unassigned: '○',
  locked: '×',
  confirmed: '✓',
  onBoard: '',
  ended: '',
}

/** Pickups of those who wait, and the taxis; of the booking that was chosen both are kept in view. */
export const dashboardPoints = (
  bookings: readonly DashboardBooking[],
  positions: DashboardKnown['positions'],
  chosen: unknown,
  format: ListFormat,
  t: TFunction,
): MapPoint[] =>
  bookings.flatMap((booking) => {
    const { id, state, origin, passengerName } = booking
    const isFollowed = id === chosen
    const [kind, color] = [stateWord(booking, format), stateColorOf(booking)]
    const taxi = positions.get(id)
    const points: MapPoint[] = []
    if (origin.lat && origin.lon && state !== 'onBoard' && state !== 'ended')
      points.push({
        id: pickupId(id),
        kind: 'origin',
        lat: origin.lat,
        lon: origin.lon,
        label: t('dashboard.map.pickup', { id, name: passengerName, state: kind }),
        state: booking.isLate ? 'red' : color,
        sign: dashboardTone(booking)?.sign ?? signs[state],
        isFollowed,
      })
    if (taxi && state !== 'ended')
      points.push({
        id: taxiId(id),
        kind: 'taxi',
        lat: taxi.lat,
        lon: taxi.lon,
        label: t('dashboard.map.taxi', { id, name: taxiText(booking) || passengerName, state: kind }),
        state: color,
        isFollowed,
      })
    return points
  })
