/** The permission keys of document 1, section 6, spelled as the server grants them, plus those of our own screens. */
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

/** One granted permission, as the API sends it. */
export type PermissionEntry = { key1: string; value: string }

/** A user's permissions: the value of each key. */
export type Grants = ReadonlyMap<string, string>

/** Who may open a screen or make an API call: everyone, any signed-in user, or holders of at least one of the keys. */
export type Access = 'public' | 'signedIn' | readonly PermissionKey[]

export const anyOf = (...keys: [PermissionKey, ...PermissionKey[]]): Access => keys

export const grantsOf = (entries: readonly PermissionEntry[]): Grants =>
  new Map(entries.map(({ key1, value }) => [key1, value]))

/** Whether the '*' entry grants every key, including keys whose own value is 'false' (O1-15). */
export const hasWildcard = (grants: Grants) => (grants.get('*') ?? 'false') !== 'false'

/**
 * The value that a key itself was granted with, for keys whose value is data rather than a right; undefined if denied
 * or absent.
 */
export const ownValue = (grants: Grants, key: PermissionKey) => {
  const value = grants.get(key)
  return value === 'false' ? undefined : value
}

export const isGranted = (grants: Grants, key: PermissionKey) =>
  hasWildcard(grants) || ownValue(grants, key) !== undefined

/** Checks an access declaration. Route guards, the menu and the server all use it. */
export const mayAccess = (grants: Grants | undefined, access: Access) =>
  access === 'public' ||
  (grants !== undefined && (access === 'signedIn' || access.some((key) => isGranted(grants, key))))
