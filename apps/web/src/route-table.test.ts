import type { Access, PermissionKey } from '@parada/domain/access/permissions'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { openRouter } from './router.ts'

/** The documents' route table (document 1, section 2, with O1-12, O1-14 and O1-20). */
const table: [id: string, paths: string[], access: Access][] = [
  ['P-039', ['/dashboard'], 'signedIn'],
  ['P-040', ['/pages/signin', '/pages/forgot'], 'public'],
  ['P-041', ['/services/$resourceType/$invoiceType'], ['editServiceToInvoiceByFleet', 'editServiceByFleet']],
  [
    'P-042',
    ['/servicescancel/$resourceType/$invoiceType/$canceled'],
    ['editServiceToInvoiceByFleet', 'editServiceByFleet'],
  ],
  ['P-043', ['/transport/ticketstoinvoice', '/transport/ticketstoinvoice/$id'], ['viewTicketToInvoiceBySupplier']],
  ['P-044', ['/bookings/finished'], ['editServiceByFleet']],
  ['P-045', ['/services/$id'], ['dispatchServiceByFleet', 'editServiceByFleet']],
  ['P-046', ['/invoices', '/invoices/$idInvoice', '/invoices/blocked'], ['viewInvoiceByIP']],
  [
    'P-047',
    ['/new-service-to-invoice/caller/{-$phoneNumber}/{-$phoneNumberDialed}'],
    ['editServiceToInvoiceByFleet', 'dispatchServiceByFleet'],
  ],
  [
    'P-048',
    ['/new-service-to-invoice/authorization/{-$subscriberCode}/{-$userNumber}'],
    ['editServiceToInvoiceByFleet', 'dispatchServiceByFleet', 'viewAllAuthorizations'],
  ],
  ['P-049', ['/new-service-historic/caller/{-$phoneNumber}/{-$phoneNumberDialed}'], ['editServiceByFleet']],
  ['P-050', ['/new-booking/caller/{-$phoneNumber}/{-$phoneNumberDialed}'], ['dispatchServiceByFleet']],
  [
    'P-051',
    ['/new-booking/authorization/{-$subscriberCode}/{-$userNumber}'],
    ['dispatchServiceByFleet', 'viewAllAuthorizations'],
  ],
  ['P-053', ['/authorizations/new'], ['editAuthorizationByPA', 'createAuthorizationByPA']],
  ['P-054', ['/authorizations/all', '/authorizations/all/$id'], ['editAuthorizationByPA']],
  ['P-055', ['/caller', '/caller/$idCaller'], ['editCallerByFleet', 'dispatchServiceByFleet']],
  ['P-056', ['/address', '/address/$idAddress'], 'signedIn'],
  ['P-057', ['/supplier/report', '/supplier/$idFleet/report'], 'signedIn'],
  ['P-058', ['/notifications'], ['handleNotificationById']],
  ['P-059', ['/parkings/dashboard', '/parkingtoinvoice', '/parkingcancelled'], ['viewParkingBookingByPA']],
  ['P-060 L-092', ['/users', '/users/userDetail/$id'], ['viewUserByWhitelabel']],
  ['P-061', ['/maps'], 'signedIn'],
  ['P-062', ['/mobility/dashboard', '/mobility/detail/$id'], ['viewMobilityBookingsByWhitelabel']],
  [
    'P-063 L-160',
    ['/mobility/mobilitytoinvoice', '/mobility/mobilityafterlife'],
    ['viewMobilityToInvoiceByWhitelabel'],
  ],
  ['P-064', ['/mobility/mobilitytoinvoice/$id'], ['viewMTIDetailByPA']],
  ['P-065', ['/documents', '/documents/$id'], ['viewDocumentsByWhiteLabel']],
  ['P-066', ['/promos', '/promoCode', '/promo/$id'], ['viewPromo']],
  ['P-067', ['/numberValidations'], ['viewUserByWhitelabel']],
  ['P-068', ['/tickettitles'], ['viewTicketTitles']],
  ['P-069 L-173', ['/routeTracking', '/routeTracking/$id'], ['viewRouteTrackingByPA']],
  ['P-070', ['/routeSheet', '/routeSheet/$id'], ['viewRouteSheetsByNifArrendatario']],
  ['P-071', ['/fleetVehicle', '/fleetVehicle/create', '/fleetVehicle/$id'], ['adminFleetVehicleByNifArrendatario']],
  ['P-072', ['/taxiFeatures'], 'signedIn'],
  ['P-073 L-204', ['/asistencia'], ['viewAsistenciaService']],
]

/**
 * Pages that the documents mention without a row of their own or not at all, and the root, which redirects to the
 * dashboard.
 */
const besides = ['/my-settings', '/documents/looks', '/security', '/', '/pages/404', '/pages/500', '/pages/signup']

type DeclaredRoute = { id: string; fullPath: string; options: { staticData?: { access: Access } } }

const router = await openRouter({} as never, createMemoryHistory({ initialEntries: ['/dashboard'] }))
const built = new Map(
  (Object.values(router.routesById) as unknown as DeclaredRoute[])
    .filter(({ id, fullPath }) => fullPath && id !== '__root__' && id !== '/_shell' && !id.endsWith('/$'))
    .map(({ fullPath, options }) => [fullPath.replace(/(.)\/$/, '$1'), options.staticData?.access]),
)

const sorted = (access: Access | undefined) =>
  Array.isArray(access) ? ([...access] as PermissionKey[]).sort() : access

describe('the route table', () => {
  it.each(table)('%s serves %j to %j', (_, paths, access) => {
    for (const path of paths) expect([path, sorted(built.get(path))]).toEqual([path, sorted(access)])
  })

  it('serves no path beyond those listed here', () => {
    const known = new Set([...besides, ...table.flatMap(([, paths]) => paths)])
    expect([...built.keys()].filter((path) => !known.has(path))).toEqual([])
  })
})
