/** The permission keys of document 1, section 6, spelled as the server grants them, and those of our own screens. */
export const permissionKeys = [
  'addFleet',
  'addFleetByPA',
  'addRecurringBookings',
  'adminControl',
  'adminFleetVehicleByNifArrendatario',
  'canSetFilterPolicy',
  'confirmBookingByFleet',
  'createAuthorizationByPA',
  'customerType',
  'dispatchServiceByFleet',
  'dispatchServiceToAnyFleet',
  'editAuthorizationByPA',
  'editCallerByFleet',
  'editDocumentsByWhiteLabel',
  'editMobilityToInvoiceByPA',
  'editNotificationById',
  'editPriceCustomer',
  'editRatings',
  'editServiceByFleet',
  'editServiceDeadByFleet',
  'editServiceToInvoiceByFleet',
  'editUserByWhitelabel',
  'finishQoob',
  'handleNotificationById',
  'linkLicspartan',
  'receiveCallsFromNumber',
  'sendSMSByWhiteLabel',
  'taxiMap',
  'taxiMap2',
  'viewAllAuthorizations',
  'viewAsistenciaService',
  'viewDocumentsByWhiteLabel',
  'viewInvoiceByIP',
  'viewMTIDetailByPA',
  'viewMapValidateBooking',
  'viewMobilityBookingDetail',
  'viewMobilityBookingsByWhitelabel',
  'viewMobilityToInvoiceByWhitelabel',
  'viewNominatimBackup',
  'viewPOIInParada',
  'viewPTIDetailByPA',
  'viewParkingBookingByPA',
  'viewPromo',
  'viewReportByFleet',
  'viewRouteSheetsByNifArrendatario',
  'viewRouteTrackingByPA',
  'viewSecurityEvents',
  'viewServiceByFleet',
  'viewServiceToInvoiceByFleet',
  'viewTicketTitles',
  'viewTicketToInvoiceBySupplier',
  'viewUserByWhitelabel',
] as const
export type PermissionKey = (typeof permissionKeys)[number]

/** One granted permission as it crosses the wire. */
export type PermissionEntry = { key1: string; value: string }

/** A user's permissions, ready to be asked. */
export type Grants = ReadonlyMap<string, string>

/** Who may open a screen or make a call: everybody, anyone signed in, or holders of any one of the keys. */
export type Access = 'public' | 'signedIn' | readonly PermissionKey[]

export const anyOf = (...keys: [PermissionKey, ...PermissionKey[]]): Access => keys

export const grantsOf = (entries: readonly PermissionEntry[]): Grants =>
  new Map(entries.map(({ key1, value }) => [key1, value]))

/** Whether the entry '*' grants every key, a key of its own value 'false' included (O1-15). */
export const hasWildcard = (grants: Grants) => (grants.get('*') ?? 'false') !== 'false'

/** The text a key itself was granted with, for keys whose value is data and not a right; undefined when denied or absent. */
export const ownValue = (grants: Grants, key: PermissionKey) => {
  const value = grants.get(key)
  return value === 'false' ? undefined : value
}

export const isGranted = (grants: Grants, key: PermissionKey) =>
  hasWildcard(grants) || ownValue(grants, key) !== undefined

/** The one question that guard, menu and server ask of a declaration. */
export const mayAccess = (grants: Grants | undefined, access: Access) =>
  access === 'public' ||
  (grants !== undefined && (access === 'signedIn' || access.some((key) => isGranted(grants, key))))
