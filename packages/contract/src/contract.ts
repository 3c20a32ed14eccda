import { addresses } from './calls/addresses.ts'
import { assistance, insurerCases } from './calls/assistance.ts'
import { authorizationForms } from './calls/authorization-forms.ts'
import { authorizationSheets } from './calls/authorization-sheets.ts'
import { authorizations } from './calls/authorizations.ts'
import { bookingContacts } from './calls/booking-contacts.ts'
import { bookings, cards, fleetBreaks } from './calls/bookings.ts'
import { callers } from './calls/callers.ts'
import { documents } from './calls/documents.ts'
import { finishedBookings } from './calls/finished-bookings.ts'
import { fleetVehicles } from './calls/fleet-vehicles.ts'
import { fleets } from './calls/fleets.ts'
import { heatMap } from './calls/heat-map.ts'
import { invoices } from './calls/invoices.ts'
import { invoicing } from './calls/invoicing.ts'
import { lastServices } from './calls/last-services.ts'
import { messages } from './calls/messages.ts'
import { mobility } from './calls/mobility.ts'
import { notifications } from './calls/notifications.ts'
import { numberValidations } from './calls/number-validations.ts'
import { otherWays } from './calls/other-ways.ts'
import { parking } from './calls/parking.ts'
import { pastServices } from './calls/past-services.ts'
import { phoneCalls } from './calls/phone-calls.ts'
import { places } from './calls/places.ts'
import { pois } from './calls/pois.ts'
import { prices } from './calls/prices.ts'
import { processorConfigs } from './calls/processor-configs.ts'
import { projects } from './calls/projects.ts'
import { promos } from './calls/promos.ts'
import { ratings } from './calls/ratings.ts'
import { routeSheets } from './calls/route-sheets.ts'
import { routeTracking } from './calls/route-tracking.ts'
import { securityEvents } from './calls/security-events.ts'
import { self } from './calls/self.ts'
import { services } from './calls/services.ts'
import { session } from './calls/session.ts'
import { suppliers } from './calls/suppliers.ts'
import { ticketTitles } from './calls/ticket-titles.ts'
import { tickets } from './calls/tickets.ts'
import { tracking } from './calls/tracking.ts'
import { tripReports } from './calls/trip-reports.ts'
import { users } from './calls/users.ts'
import { wallet } from './calls/wallet.ts'
import { whitelabels } from './calls/whitelabels.ts'

/** Every API call. The compiler reports any that the server does not handle. */
export const contract = {
  session,
  self,
  whitelabels,
  services,
  heatMap,
  bookings,
  fleetBreaks,
  cards,
  pastServices,
  finishedBookings,
  invoicing,
  pois,
  places,
  numberValidations,
  phoneCalls,
  notifications,
  bookingContacts,
  messages,
  ratings,
  prices,
  callers,
  users,
  addresses,
  assistance,
  insurerCases,
  authorizations,
  authorizationForms,
  authorizationSheets,
  projects,
  promos,
  wallet,
  tickets,
  ticketTitles,
  invoices,
  documents,
  mobility,
  routeTracking,
  lastServices,
  processorConfigs,
  fleets,
  fleetVehicles,
  routeSheets,
  suppliers,
  tripReports,
  otherWays,
  parking,
  tracking,
  securityEvents,
}
export type Contract = typeof contract
