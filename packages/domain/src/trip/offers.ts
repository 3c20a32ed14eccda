import { minutes } from '../booking/duration.ts'
import { hourWords } from '../booking/texts.ts'
import { bookingStatus, isAlive } from '../codes.ts'
import { constants, type Language } from '../constants.ts'
import type { VehicleKind } from './records.ts'

/**
 * What counts as near, how much is offered, and how recently a supplier must have reported a vehicle for it still to be
 * there.
 */
export const offerLimits = {
  metres: 800,
  vehicles: 3,
  tickets: 3,
  freshMs: minutes(10),
  laterMinutes: [30, 60],
  soonMs: minutes(30),
} as const

/** A vehicle that is free now is of no use to someone who leaves in the evening. */
export const leavesSoon = (start: number, now: number) => start <= now + offerLimits.soonMs

type StoredStatus = { status: number; statusDispatch: number | null | undefined }

/** A passenger who is not on board yet may travel another way. */
export const mayGoAnotherWay = ({ status, statusDispatch }: StoredStatus) =>
  isAlive(status) && (statusDispatch ?? 0) < constants.CLIENT_ON_BOARD

/** Whether the taxi cannot be kept: no fleet takes the booking, or the taxi should have been there by now. */
export const needsAnotherWay = (booking: StoredStatus, arrival: string | null) =>
  mayGoAnotherWay(booking) && (booking.status === bookingStatus.unconfirmed || arrival === 'broken')

export type Offer =
  | { kind: 'vehicle'; vehicleKind: VehicleKind; sign: string; supplier: string; metres: number }
  | { kind: 'ticket'; title: string; supplier: string }
  | { kind: 'time'; at: number }

type Words = {
  sorry: string
  vehicles: Readonly<Record<VehicleKind, string>>
  vehicle: (what: string, sign: string, supplier: string, metres: number) => string
  ticket: (title: string, supplier: string) => string
  time: (time: string) => string
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    sorry: 'no hay taxi libre, disculpe.',
    vehicles: { scooter: 'un patinete', moped: 'un ciclomotor', bike: 'una bicicleta', car: 'un coche' },
    vehicle: (what, sign, supplier, metres) => `Le hemos reservado ${what} de ${supplier} (${sign}) a ${metres} m.`,
    ticket: (title, supplier) => `Le hemos comprado un billete de ${supplier}: ${title}.`,
    time: (time) => `su taxi pasa a las ${time}. Disculpe la espera.`,
  },
  en: {
    sorry: 'no taxi is free, sorry.',
    vehicles: { scooter: 'a kick scooter', moped: 'a moped', bike: 'a bicycle', car: 'a car' },
    vehicle: (what, sign, supplier, metres) =>
      `We have reserved ${what} of ${supplier} (${sign}) for you, ${metres} m away.`,
    ticket: (title, supplier) => `We have bought you a ticket of ${supplier}: ${title}.`,
    time: (time) => `your taxi will now come at ${time}. Sorry for the wait.`,
  },
}

/** The SMS about the alternative that was found. */
export const offerSms = (
  offer: Offer,
  locale: Language,
  { tenant, timeZone }: { tenant: string; timeZone: string },
) => {
  const say = words[locale]
  if (offer.kind === 'time')
    return `${tenant}: ${say.time(hourWords({ timeBookingStartTimestamp: offer.at, timeZone }, locale))}`
  const found =
    offer.kind === 'vehicle'
      ? say.vehicle(say.vehicles[offer.vehicleKind], offer.sign, offer.supplier, offer.metres)
      : say.ticket(offer.title, offer.supplier)
  return `${tenant}: ${say.sorry} ${found}`
}

/** The later times that can be offered instead, in whole five minutes. */
export const laterTimes = (start: number, now: number) => {
  const step = minutes(5)
  const from = Math.ceil(Math.max(start, now) / step) * step
  return offerLimits.laterMinutes.map((later) => from + minutes(later))
}
