import { type Grants, isGranted, type PermissionKey } from './access/permissions.ts'
import { fleetsAllowed, type Ids, phoneNumbersToReceive } from './access/values.ts'
import { normalPhone } from './phone.ts'
import { type Mode, modes } from './trip/modes.ts'

/** In front of every topic of a tenant; handed out with the socket credentials (O1-31). */
export const topicPrefix = (subdomain: string) => `/topic/parada.${subdomain}.`

/** Topics below the prefix. Those of a user and of everybody carry what no fleet or number is about. */
export const topics = {
  /** However the permission and the telephone system write the number, it is one topic. */
  phoneNumber: (number: string) => normalPhone(number).replace('+', ''),
  fleet: (idFleet: number) => `fleet.${idFleet}`,
  cancelledBookings: (idFleet: number) => `cancelledBookingNotifications.fleet.${idFleet}`,
  user: (idUser: number) => `user.${idUser}`,
  everybody: 'everybody',
  /** Tells which trip changed and nothing of it, so whoever sees some of the mode may hear of all. */
  trips: (mode: Mode) => `trips.${mode}`,
  /** Tells that some case of assistance, or its booking, changed. */
  assistance: 'assistance',
}

/** Whether the calls of a number ring at this user's desk. */
export const receivesCallsOf = (grants: Grants, number: string) =>
  phoneNumbersToReceive(grants).some((own) => topics.phoneNumber(own) === topics.phoneNumber(number))

export type Listener = {
  idUser: number
  grants: Grants
  /** The fleets of users/{sd}/self/fleets, into which 'all' expands (O1-32). */
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

/** What a user may listen to, and therefore does; whatever is not in here is refused. */
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
