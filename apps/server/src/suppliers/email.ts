import type { OrderMessage } from '@parada/contract/calls/suppliers'
import type { Mail } from '@parada/db/queries/outbox'
import { dateTimeServiceStart, hourTimeServiceStart } from '@parada/domain/booking/texts'
import { type Supplier, SupplierRefusal } from './port.ts'

export type EmailOptions = {
  to: string | null
  tenant: string
  /** Puts a mail into the outbox, from where it leaves. */
  put: (mail: Mail) => Promise<unknown>
}

const startOf = ({ asap, timeBookingStart, timeZone }: OrderMessage) => {
  const start = { timeBookingStartTimestamp: timeBookingStart, timeZone }
  const words = `${dateTimeServiceStart(start)} ${hourTimeServiceStart(start)}`
  return asap ? `${words} (lo antes posible)` : words
}

const placeOf = (place: OrderMessage['origin'] | null) =>
  place ? [place.addressField, place.additionalAddressInfo].filter(Boolean).join(' · ') : ''

const linesOf = (order: OrderMessage) =>
  Object.entries({
    Servicio: String(order.idBooking),
    Referencia: order.bookingReference,
    Recogida: startOf(order),
    Origen: placeOf(order.origin),
    Paradas: order.stops,
    Destino: placeOf(order.destination),
    Pasajero: order.passengerName,
    Teléfono: order.phoneNumberPassenger,
    Vuelo: order.flightNumber,
    Zona: order.pickupZone,
    Prestaciones: order.taxiFeatures.join(', '),
    Notas: order.notes,
  })
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

const closing = 'Confirme este servicio por teléfono: a este correo no hace falta responder.'

/** A fleet that reads its mail. It does not answer us: an operator confirms by hand what it says on the telephone. */
export const email = ({ to, tenant, put }: EmailOptions): Supplier => {
  const write = async (subject: string, text: string) => {
    if (!to) throw new SupplierRefusal('The fleet has no e-mail address')
    await put({ to, subject: `${tenant}: ${subject}`, text: `${text}\n\n${tenant}\n` })
  }
  return {
    order: (order) => write(`servicio ${order.idBooking}`, `${linesOf(order)}\n\n${closing}`),
    amend: (order) => write(`cambio en el servicio ${order.idBooking}`, linesOf(order)),
    withdraw: ({ idBooking, reason }) =>
      write(`anulado el servicio ${idBooking}`, `El servicio ${idBooking} queda anulado. ${reason}`.trim()),
    note: (idOrder, { text }) => write('nota para el conductor', `${text}\n\nPedido ${idOrder}`),
    availability: async () => undefined,
  }
}
