import type { PermissionKey } from '@parada/domain/access/permissions'
import type { UserKind } from './demo-users.ts'
import { tripSuppliers } from './trip-suppliers.ts'

type PermissionScope = {
  /** In the order of the tenant's list. */
  fleets: readonly number[]
  paymentAccounts: readonly number[]
  pois: readonly number[]
  tenantId: number
}

type PermissionValues = Partial<Record<PermissionKey | '*', string>>

const ticketSuppliers = tripSuppliers.filter(({ mode }) => mode === 'ticket').map(({ id }) => id)

const list = (ids: readonly number[]) => ids.join(',')
export const lessees = ['B00000000/Flotas Ejemplo', 'B00000018/Alquileres Inventados']
const lesseesToManage = JSON.stringify({ arrendatariosToManage: lessees })

const grantsByKind: Readonly<Record<UserKind, (scope: PermissionScope) => PermissionValues>> = {
  operator: ({ paymentAccounts, tenantId }) => ({
    dispatchServiceByFleet: 'all',
    dispatchServiceToAnyFleet: 'true',
    editServiceByFleet: 'all',
    editServiceDeadByFleet: 'all',
    viewServiceByFleet: 'all',
    editCallerByFleet: 'all',
    confirmBookingByFleet: 'all',
    receiveCallsFromNumber: `91000000${tenantId},90000000${tenantId}`,
    addRecurringBookings: 'true',
    addFleet: 'true',
    canSetFilterPolicy: 'true',
    editAuthorizationByPA: list(paymentAccounts),
    viewAllAuthorizations: 'true',
    viewAsistenciaService: 'true',
    viewPOIInParada: 'all',
    viewMapValidateBooking: 'true',
    viewNominatimBackup: 'true',
    sendSMSByWhiteLabel: 'all',
    editRatings: 'true',
    taxiMap: 'true',
    linkLicspartan: 'true',
  }),
  dispatcher: ({ fleets }) => ({
    dispatchServiceByFleet: list(fleets.slice(0, 3)),
    editServiceByFleet: list(fleets.slice(0, 3)),
    viewServiceByFleet: list(fleets.slice(0, 4)),
    confirmBookingByFleet: list(fleets.slice(0, 2)),
    editCallerByFleet: list(fleets.slice(0, 1)),
    viewReportByFleet: list(fleets.slice(0, 3)),
    viewPOIInParada: 'all',
    taxiMap: 'true',
    taxiMap2: 'true',
    adminFleetVehicleByNifArrendatario: lesseesToManage,
    viewRouteSheetsByNifArrendatario: lesseesToManage,
  }),
  business: ({ paymentAccounts, pois }) => ({
    editAuthorizationByPA: list(paymentAccounts.slice(0, 3)),
    createAuthorizationByPA: list(paymentAccounts.slice(0, 3)),
    viewAllAuthorizations: 'true',
    addFleetByPA: JSON.stringify({ paymentAccounts: paymentAccounts.slice(0, 2).map((id) => ({ id })) }),
    viewInvoiceByIP: list(paymentAccounts.slice(0, 3)),
    viewParkingBookingByPA: list(paymentAccounts.slice(0, 3)),
    viewPTIDetailByPA: list(paymentAccounts.slice(0, 3)),
    viewMTIDetailByPA: list(paymentAccounts.slice(0, 3)),
    viewRouteTrackingByPA: list(paymentAccounts.slice(0, 2)),
    viewPOIInParada: list(pois.slice(0, 40)),
  }),
  supplier: ({ fleets }) => ({
    customerType: '2',
    viewReportByFleet: list(fleets.slice(0, 2)),
    viewServiceToInvoiceByFleet: list(fleets.slice(0, 2)),
    editServiceToInvoiceByFleet: list(fleets.slice(0, 2)),
    viewTicketToInvoiceBySupplier: list(ticketSuppliers.slice(0, 2)),
  }),
  administrator: ({ fleets, paymentAccounts, tenantId }) => ({
    adminControl: 'true',
    viewSecurityEvents: 'true',
    viewUserByWhitelabel: list([tenantId]),
    editUserByWhitelabel: list([tenantId]),
    viewDocumentsByWhiteLabel: list([tenantId]),
    editDocumentsByWhiteLabel: list([tenantId]),
    viewPromo: 'true',
    handleNotificationById: 'all',
    editNotificationById: 'all',
    viewTicketTitles: 'true',
    viewTicketToInvoiceBySupplier: 'all',
    editPriceCustomer: 'true',
    viewReportByFleet: list(fleets),
    viewInvoiceByIP: 'all',
    viewMobilityBookingsByWhitelabel: list([tenantId]),
    viewMobilityBookingDetail: 'true',
    viewMobilityToInvoiceByWhitelabel: list([tenantId]),
    viewMTIDetailByPA: list(paymentAccounts),
    editMobilityToInvoiceByPA: list(paymentAccounts),
    viewParkingBookingByPA: list(paymentAccounts),
    viewPTIDetailByPA: list(paymentAccounts),
    finishQoob: 'true',
    viewPOIInParada: 'all',
  }),
  everything: () => ({ '*': 'true' }),
  newcomer: () => ({ taxiMap: 'true' }),
}

export const permissionsOfKind = (kind: UserKind, scope: PermissionScope) =>
  Object.entries(grantsByKind[kind](scope)).map(([key1, value]) => ({ key1, value }))
