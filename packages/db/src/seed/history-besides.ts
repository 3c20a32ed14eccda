import { cancellationMessage } from '@parada/domain/booking/cancel'
import { minutes } from '@parada/domain/booking/duration'
import { type NewMessage, newMessage } from '@parada/domain/booking/messages'
import { improvementsToChoose } from '@parada/domain/booking/ratings'
import { bookingStatus, dispatchStatus } from '@parada/domain/codes'
import { copyLine } from './copy.ts'
import type { EndedBooking } from './history-rows.ts'

const words = [
  'Espere en la puerta, por favor',
  'Llego en cinco minutos',
  'El cliente está en recepción',
  'Hay obras en la calle',
]
const scores = [5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1]

export const ratingColumns = ['tenant_id', 'id_booking', 'score', 'to_improve', 'time_updated']

/** A third of the passengers rate their ride. */
export const ratingLine = ({ tenantId, id, booking, ride: { random, now } }: EndedBooking) => {
  if (booking.status !== bookingStatus.finished || booking.cancelledWithCharge || !random.chance(1 / 3)) return ''
  const score = random.pick(scores)
  const toImprove = score < 5 && random.chance(0.7) ? [random.pick(improvementsToChoose)] : []
  const rated = Math.min(now, (booking.timeBookingFinish ?? 0) + minutes(random.between(1, 600)))
  return copyLine([tenantId, id, score, toImprove, new Date(rated)])
}

export const messageColumns =
  'tenant_id, id_booking, at, sender, readers, type, code, status, message, id_supplier, id_user, user_name'.split(', ')

/** The fleet is told the reason whenever the call centre cancels; other bookings have a message now and then. */
export const messageLine = ({ tenantId, id, booking, created, ride: { random, tenant } }: EndedBooking) => {
  const line = (at: number, { sender, readers, type, code, status, message }: NewMessage) => {
    const { idUser, who } = tenant.operator
    return copyLine([
      tenantId,
      id,
      new Date(at),
      sender,
      readers,
      type,
      code,
      status,
      message,
      booking.idFleet,
      idUser,
      who,
    ])
  }
  if (booking.status === bookingStatus.cancelledByCallCentre)
    return line(
      booking.timeServiceCancelled ?? created,
      cancellationMessage({ message: booking.cancellationReasonDescription ?? '' }),
    )
  return random.chance(0.08) ? line(created + 1_000, newMessage({ message: random.pick(words) })) : ''
}

export const trajectoryColumns = ['tenant_id', 'id_booking', 'at', 'lat', 'lon', 'path']

const points = 12
const degrees = (value: number) => Math.round(value * 1e5) / 1e5

/** The taxi's path, as a line that wavers like streets do. */
export const trajectoryLine = ({ tenantId, id, booking, ride: { random } }: EndedBooking) => {
  const { origin, destination, timeServiceArrival: from, timeBookingFinish: to } = booking
  if (booking.statusDispatch !== dispatchStatus.trajectoryAvailable || !origin || !destination || !from || !to)
    return ''
  const waver = (share: number) => ((random.below(200) - 100) / 30_000) * Math.sin(share * Math.PI)
  const path = Array.from({ length: points }, (_, index) => {
    const share = index / (points - 1)
    return [
      degrees(origin.lat + (destination.lat - origin.lat) * share + waver(share)),
      degrees(origin.lon + (destination.lon - origin.lon) * share + waver(share)),
      Math.round((from + (to - from) * share) / 1_000),
    ]
  })
  return copyLine([tenantId, id, new Date(to), destination.lat, destination.lon, JSON.stringify(path)])
}
