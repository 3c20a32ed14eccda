import type { OrderMessage } from '@parada/contract/calls/suppliers'
import type { Mail } from '@parada/db/queries/outbox'
import { startWords } from '@parada/domain/booking/texts'
import { type Locale, words } from '../words/words.ts'
import { type Supplier, SupplierRefusal } from './port.ts'

export type EmailOptions = {
  to: string | null
  tenant: string
  locale: Locale
  /** Puts a mail into the outbox, which sends it. */
  put: (mail: Mail) => Promise<unknown>
}

const startOf = ({ asap, timeBookingStart, timeZone }: OrderMessage, locale: Locale) => {
  const moment = startWords({ timeBookingStartTimestamp: timeBookingStart, timeZone }, locale)
  return asap ? `${moment} (${words[locale].order.asap})` : moment
}

const placeOf = (place: OrderMessage['origin'] | null) =>
  place ? [place.addressField, place.additionalAddressInfo].filter(Boolean).join(' · ') : ''

const linesOf = (order: OrderMessage, locale: Locale) => {
  const say = words[locale]
  return [
    [say.order.service, String(order.idBooking)],
    [say.reference, order.bookingReference],
    [say.order.pickup, startOf(order, locale)],
    [say.origin, placeOf(order.origin)],
    [say.order.stops, order.stops],
    [say.destination, placeOf(order.destination)],
    [say.passenger, order.passengerName],
    [say.order.phone, order.phoneNumberPassenger],
    [say.order.flight, order.flightNumber],
    [say.order.zone, order.pickupZone],
    [say.order.features, order.taxiFeatures.join(', ')],
    [say.order.notes, order.notes],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
}

/** A fleet that works by mail. It does not answer us: an operator confirms by hand what it says on the phone. */
export const email = ({ to, tenant, locale, put }: EmailOptions): Supplier => {
  const say = words[locale]
  const write = async (subject: string, text: string) => {
    if (!to) throw new SupplierRefusal('The fleet has no email address')
    await put({ to, subject: `${tenant}: ${subject}`, text: `${text}\n\n${tenant}\n` })
  }
  return {
    order: (order) => write(say.order.subject(order.idBooking), `${linesOf(order, locale)}\n\n${say.order.closing}`),
    amend: (order) => write(say.order.amended(order.idBooking), linesOf(order, locale)),
    withdraw: ({ idBooking, reason }) =>
      write(say.order.withdrawn(idBooking), `${say.order.withdrawal(idBooking)} ${reason}`.trim()),
    note: (idOrder, { text }) => write(say.order.note, `${text}\n\n${say.order.about(idOrder)}`),
    availability: async () => undefined,
  }
}
