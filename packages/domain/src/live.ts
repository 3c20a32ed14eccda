import { type Grants, isGranted, type PermissionKey } from './access/permissions.ts'
import { fleetsAllowed, type Ids, phoneNumbersToReceive } from './access/values.ts'
import { normalPhone } from './phone.ts'
import { type Mode, modes } from './trip/modes.ts'

/** The prefix of all topics of a tenant, handed out with the socket credentials (O1-31). */
export const topicPrefix = (subdomain: string) => `/topic/parada.${subdomain}.`

/** Topics after the prefix. `user` and `everybody` carry messages that concern no fleet or phone number. */
export const topics = {
  /** One topic for each number, however the permission and the telephone system write it. */
  phoneNumber: (number: string) => normalPhone(number).replace('+', ''),
  fleet: (idFleet: number) => `fleet.${idFleet}`,
  cancelledBookings: (idFleet: number) => `cancelledBookingNotifications.fleet.${idFleet}`,
  user: (idUser: number) => `user.${idUser}`,
  everybody: 'everybody',
  /** Says only which trip changed, so everyone who may see some trips of the mode may listen to all of them. */
  trips: (mode: Mode) => `trips.${mode}`,
  /** Says that a case or its booking changed. */
  assistance: 'assistance',
}

/** Whether calls to this number ring at the user's desk. */
export const receivesCallsOf = (grants: Grants, number: string) =>
  phoneNumbersToReceive(grants).some((own) => topics.phoneNumber(own) === topics.phoneNumber(number))

export type Listener = {
  idUser: number
  grants: Grants
  /** The fleets of users/{sd}/self/fleets, which 'all' expands to (O1-32). */
  ownFleets: readonly number[]
  showCancelledBookingNotifications: boolean
}

const followed: Readonly<Record<Mode, PermissionKey>> = {
  parking: 'viewParkingBookingByPA',
  mobility: 'viewMobilityBookingsByWhitelabel',
  ticket: 'viewTicketToInvoiceBySupplier',
  route: 'viewRouteTrackingByPA',
}

const among = (ids: Ids, own: readonly number[]) => (ids === 'all' ? own : own.filter((id) => ids.has(id)))

/** The topics that a user may listen to, and is subscribed to; any other topic is refused. */
export const topicsOf = ({ idUser, grants, ownFleets, showCancelledBookingNotifications }: Listener): string[] => {
  const fleets = among(fleetsAllowed(grants, 'editServiceByFleet'), ownFleets)
  return [
    topics.everybody,
    topics.user(idUser),
    ...phoneNumbersToReceive(grants).map(topics.phoneNumber),
    ...fleets.map(topics.fleet),
    ...(showCancelledBookingNotifications ? fleets.map(topics.cancelledBookings) : []),
    ...modes.filter((mode) => isGranted(grants, followed[mode])).map(topics.trips),
    ...(isGranted(grants, 'viewAsistenciaService') ? [topics.assistance] : []),
  ]
}
