import { describe, expect, it } from 'vitest'
import {
  type Access,
  anyOf,
  grantsOf,
  isGranted,
  mayAccess,
  type PermissionKey,
  permissionKeys,
} from './permissions.ts'

const holding = (permissions: Record<string, string>) =>
  grantsOf(Object.entries(permissions).map(([key1, value]) => ({ key1, value })))

describe('isGranted', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['denies the text false (P-021)', { addFleet: 'false' }, false],
    ['grants the text true (P-021)', { addFleet: 'true' }, true],
    ['grants a list (P-021)', { addFleet: '1,2' }, true],
    ['grants an empty value (P-021)', { addFleet: '' }, true],
    ['grants any value but the lower-case text false (P-021)', { addFleet: 'False' }, true],
    ['grants a value that only contains false (P-021)', { addFleet: ' false' }, true],
    ['denies an absent key', { addFleetByPA: 'true' }, false],
    ['grants every key with the wildcard (P-022)', { '*': 'true' }, true],
    ['lets the wildcard override a denied key (P-022)', { '*': '', addFleet: 'false' }, true],
    ['ignores a wildcard that is itself false (P-022)', { '*': 'false' }, false],
    ['does not treat the word all as the wildcard', { all: 'true' }, false],
  ])('%s', (_, permissions, granted) => expect(isGranted(holding(permissions), 'addFleet')).toBe(granted))
})

describe('mayAccess', () => {
  const either = anyOf('editServiceByFleet', 'dispatchServiceByFleet')
  it.each<[string, Record<string, string> | undefined, Access, boolean]>([
    ['needs only one of several keys (P-023)', { dispatchServiceByFleet: '7' }, either, true],
    [
      'denies access when none of the keys is granted (P-023)',
      { editServiceByFleet: 'false', addFleet: 'true' },
      either,
      false,
    ],
    ['denies access without a permission list', undefined, either, false],
    ['opens a public page to everyone', undefined, 'public', true],
    ['closes a signed-in page to anyone not signed in', undefined, 'signedIn', false],
    ['opens a signed-in page to a user without permissions', {}, 'signedIn', true],
  ])('%s', (_, permissions, access, allowed) =>
    expect(mayAccess(permissions && holding(permissions), access)).toBe(allowed),
  )
})

describe('permissionKeys', () => {
  const documented: [string, string][] = [
    [
      'bookings (P-033)',
      'addRecurringBookings canSetFilterPolicy confirmBookingByFleet dispatchServiceByFleet dispatchServiceToAnyFleet editPriceCustomer editRatings editServiceByFleet editServiceDeadByFleet editServiceToInvoiceByFleet',
    ],
    [
      'views and fleets',
      'viewServiceByFleet viewServiceToInvoiceByFleet viewReportByFleet viewInvoiceByIP viewTicketToInvoiceBySupplier addFleet addFleetByPA linkLicspartan sendSMSByWhiteLabel receiveCallsFromNumber customerType adminControl',
    ],
    [
      'authorizations, callers and maps',
      'createAuthorizationByPA editAuthorizationByPA viewAllAuthorizations editCallerByFleet taxiMap taxiMap2 viewMapValidateBooking viewNominatimBackup viewPOIInParada',
    ],
    [
      'users, documents, promos and notifications',
      'viewUserByWhitelabel editUserByWhitelabel viewDocumentsByWhiteLabel editDocumentsByWhiteLabel viewPromo viewTicketTitles handleNotificationById editNotificationById',
    ],
    [
      'mobility and parking',
      'viewMobilityBookingsByWhitelabel viewMobilityBookingDetail viewMobilityToInvoiceByWhitelabel viewMTIDetailByPA editMobilityToInvoiceByPA viewParkingBookingByPA viewPTIDetailByPA finishQoob',
    ],
    [
      'routes and assistance',
      'viewRouteTrackingByPA viewRouteSheetsByNifArrendatario adminFleetVehicleByNifArrendatario viewAsistenciaService',
    ],
  ]

  it.each(documented)('recognises every key only in its own spelling: %s', (_, line) => {
    for (const key of line.split(' ') as PermissionKey[]) {
      expect(permissionKeys).toContain(key)
      expect(isGranted(holding({ [key]: 'true' }), key)).toBe(true)
      expect(isGranted(holding({ [key.toLowerCase()]: 'true' }), key)).toBe(key === key.toLowerCase())
      expect(isGranted(holding({ [key.toUpperCase()]: 'true' }), key)).toBe(false)
    }
  })

  it('has exactly one key beyond the documents, and no duplicates', () => {
    const all = [...documented.flatMap(([, line]) => line.split(' ')), 'viewSecurityEvents']
    expect([...permissionKeys].sort()).toEqual(all.sort())
  })
})
