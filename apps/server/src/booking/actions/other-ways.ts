import type { otherWays } from '@parada/contract/calls/other-ways'
import type { AnswerOf, BodyOf } from '@parada/contract/kit'
import { changeBooking, type Work } from '@parada/db/queries/booking-changes'
import { noteBefore } from '@parada/db/queries/holds'
import { takeVehicle, titlesOffered, vehiclesNear } from '@parada/db/queries/offers'
import { travellerOf } from '@parada/db/queries/travellers'
import { putRequest, trips } from '@parada/db/queries/trips'
import { mayUseId } from '@parada/domain/access/values'
import { wallTime } from '@parada/domain/booking/calendar'
import { mayCancelDispatch } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { startProblem } from '@parada/domain/booking/start'
import { straightLineMetres } from '@parada/domain/places/geo'
import { beginning } from '@parada/domain/trip/modes'
import { laterTimes, leavesSoon, mayGoAnotherWay, type Offer, offerLimits, offerSms } from '@parada/domain/trip/offers'
import { lettering, smsToPassenger } from '../../deliveries/announce.ts'
import { refuse, unlessOverQuota } from '../../http/problem.ts'
import { orderFleet } from '../../suppliers/orders.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { moveTo } from '../record/move.ts'
import { checkVersion } from '../record/version.ts'
import { wireBooking } from '../record/wire.ts'
import { cancelFor } from './cancel.ts'

type Offers = AnswerOf<typeof otherWays.offers>
type Input = BodyOf<typeof otherWays.take>
type Choice<Kind extends Input['chosen']['kind']> = Extract<Input['chosen'], { kind: Kind }>
type Trip = AnswerOf<typeof otherWays.take>['trip']

const callCentre = 20

/** The local weekday and minute of the day of the ride's start, or of now if that is later. */
const clockOf = (now: Date, { timeBookingStart, timeZone }: BookingRecord) => {
  const wall = new Date(wallTime(Math.max(timeBookingStart, now.getTime()), timeZone))
  return { day: wall.getUTCDay(), minute: wall.getUTCHours() * 60 + wall.getUTCMinutes() }
}

/** Alternatives for a booking: vehicles nearby, tickets and later times, each with the SMS to announce it. */
export const offersFor = async (acting: ActingUser, id: number): Promise<Offers> => {
  const work = workOf(acting)
  const { tx, tenant, now } = work
  const booking = await bookingFor(acting, id)
  if (!mayGoAnotherWay(booking)) return { vehicles: [], tickets: [], times: [] }
  const { origin, timeBookingStart, timeZone } = booking
  const since = new Date(now.getTime() - offerLimits.freshMs)
  const [{ name, locale }, vehicles, titles] = await Promise.all([
    lettering(work, booking),
    leavesSoon(timeBookingStart, now.getTime()) ? vehiclesNear(tx, tenant.id, origin, since) : [],
    titlesOffered(tx, tenant.id, clockOf(now, booking)),
  ])
  const text = (offer: Offer) => offerSms(offer, locale, { tenant: name, timeZone })
  return {
    vehicles: vehicles.map(({ kind: vehicleKind, lat, lon, ...vehicle }) => ({
      ...vehicle,
      vehicleKind,
      text: text({ kind: 'vehicle', vehicleKind, ...vehicle }),
    })),
    tickets: titles.map(({ idTicketTitle, title, supplier, price }) => ({
      ...{ idTicketTitle, title, supplier, price },
      text: text({ kind: 'ticket', title, supplier }),
    })),
    times: laterTimes(timeBookingStart, now.getTime()).map((at) => ({ at, text: text({ kind: 'time', at }) })),
  }
}

/** The booking's passenger, as the traveller of the trip that replaces the taxi. */
const passengerOf = async ({ tx, tenant }: Work, { idUser, idAuthorization, ...booking }: BookingRecord) => {
  const named = { idUser: idUser ?? undefined, idAuthorization: idAuthorization ?? undefined }
  const known = await travellerOf(tx, tenant.id, named)
  const stranger = 'unknown' in known ? await travellerOf(tx, tenant.id, {}) : known
  if ('unknown' in stranger) throw new Error('Nobody named is a stranger')
  return {
    ...stranger,
    idAuthorization,
    idPaymentAccount: booking.idPaymentAccount,
    name: booking.passengerName,
    phone: booking.phoneNumberPassenger,
  }
}

const account = ({ idUser, idAuthorization, idPaymentAccount }: Awaited<ReturnType<typeof passengerOf>>) => ({
  idUser,
  idAuthorization,
  idPaymentAccount,
})

const reserve = async (work: Work, booking: BookingRecord, { idSupplier, sign }: Choice<'vehicle'>): Promise<Trip> => {
  const vehicle = await takeVehicle(work.tx, work.tenant.id, idSupplier, sign)
  if (!vehicle || straightLineMetres(booking.origin, vehicle) > 2 * offerLimits.metres)
    throw refuse.state('problems.vehicleTaken')
  const passenger = await passengerOf(work, booking)
  const { id } = await trips.mobility.insert(work, 'book', {
    ...account(passenger),
    status: beginning.mobility.status,
    idSupplier,
    idWhiteLabel: passenger.idWhiteLabel,
    customerName: passenger.name,
    customerPhone: passenger.phone,
    vehicleSign: sign,
    vehicleKind: vehicle.kind,
    timeInit: work.now.getTime(),
    startAddressString: booking.origin.addressField,
    startLat: vehicle.lat,
    startLon: vehicle.lon,
    entryChannel: callCentre,
  })
  putRequest(work, { idSupplier, mode: 'mobility', idTrip: id, what: 'reserve' })
  return { mode: 'mobility', id }
}

const buy = async (work: Work, booking: BookingRecord, { idTicketTitle }: Choice<'ticket'>): Promise<Trip> => {
  const { tx, tenant, now } = work
  const [found] = await titlesOffered(tx, tenant.id, clockOf(now, booking), idTicketTitle)
  if (!found) throw refuse.state('problems.ticketNotSold')
  const { idSupplier, title, description, price, supplier } = found
  const { id } = await trips.ticket.insert(work, 'buy', {
    ...account(await passengerOf(work, booking)),
    status: beginning.ticket.status,
    idPublicTransportSupplier: idSupplier,
    transportName: supplier,
    idTicketTitle,
    title,
    description,
    locator: '',
    priceSupplier: price,
    priceCustomer: price,
    timeServiceStart: Math.max(booking.timeBookingStart, now.getTime()),
    entryChannel: callCentre,
  })
  putRequest(work, { idSupplier, mode: 'ticket', idTrip: id, what: 'sell' })
  return { mode: 'ticket', id }
}

/** Moves the booking to a later time and dispatches it again to the first of its fleets. */
const later = async (work: Work, before: BookingRecord, { at }: Choice<'time'>) => {
  const problem = startProblem({
    ...{ kind: 'dispatch-info', start: at, asap: false, now: work.now.getTime(), timeZone: before.timeZone },
  })
  if (problem) throw refuse.rule(problem, 'at')
  if (!mayCancelDispatch(before.statusDispatch)) throw refuse.state('problems.hasTaxi')
  const [first] = before.fleetsFiltered.split(',').flatMap((text) => Number(text) || [])
  const change = {
    ...moveTo(before, 'dispatch'),
    idFleet: first ?? before.idFleet,
    timeBookingStart: at,
    asap: false,
    promisedArrival: before.promisedArrival === null ? null : at,
    cancellationDispatch: false,
  }
  if (change.idFleet === null) throw refuse.rule('problems.missingProperty', 'fleet', { name: 'fleet' })
  const ordered = await orderFleet(work, { ...before, ...change })
  return changeBooking(work, 'dispatch', before, { ...change, ...ordered })
}

const checkSms = ({ user, tenant }: ActingUser, sms: string | null) => {
  if (sms === null) return
  if (!mayUseId(user.grants, 'sendSMSByWhiteLabel', tenant.id)) throw refuse.forbidden()
  if (sms.trim() === '') throw refuse.rule('problems.messageRequired', 'sms')
}

/** Carries out the chosen alternative to a taxi that cannot come; with an Undo-Key all of it can be undone. */
export const takeOtherWay = async (acting: ActingUser, id: number, { version, chosen, sms }: Input) => {
  checkSms(acting, sms)
  const before = await bookingFor(acting, id, { lock: true })
  await checkVersion(acting, before, version)
  if (!mayGoAnotherWay(before)) throw refuse.state('problems.bookingEnded')
  const work = workOf(acting)
  const trip = await (async () => {
    if (chosen.kind === 'vehicle') return reserve(work, before, chosen)
    return chosen.kind === 'ticket' ? buy(work, before, chosen) : null
  })()
  noteBefore(work.tx, work.tenant.id, work.hold, before)
  const after =
    chosen.kind === 'time' ? await later(work, before, chosen) : await cancelFor(work, before, 'fleet_no_free_vehicle')
  const sent = sms === null ? undefined : await smsToPassenger(work, after, sms.trim())
  if (unlessOverQuota(sent, work.now) === 'noMobile') throw refuse.rule('problems.noMobile', 'phoneNumberPassenger')
  return { booking: wireBooking(after, acting.user.grants), trip }
}
