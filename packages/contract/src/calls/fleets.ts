import { permissionKeys } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { Fleet } from '../entities.ts'
import { call, id, withParams } from '../kit.ts'
import { epoch } from '../list.ts'

const latitude = z.coerce.number().min(-90).max(90)
const longitude = z.coerce.number().min(-180).max(180)
/** The radius has a default, so a point alone is enough. */
const near = {
  lat: latitude.optional(),
  lon: longitude.optional(),
  radiusKm: z.coerce.number().min(0).max(2_000).optional(),
}

const Fleets = z.object({ fleets: z.array(Fleet) })

const fleetPermissions = permissionKeys.filter((key) => key.endsWith('Fleet') || key === 'addFleetByPA')

const stats = { count: z.int(), priceSupplierSum: z.number() }

/** Totals of a fleet's finished bookings in one currency (document 3; O3-50). */
export const SupplierReport = z.object({
  currency: z.string(),
  servicesWithAuthorizationCount: z.int(),
  servicesWithoutAuthorizationCount: z.int(),
  servicesWithAuthorizationPriceSupplierSum: z.number(),
  servicesWithoutAuthorizationPriceSupplierSum: z.number(),
  serviceStatsByPaymentMethodList: z.array(z.object({ paymentMethod: z.int(), ...stats })),
  serviceStatsByEntryChannelList: z.array(z.object({ entryChannel: z.int(), ...stats })),
})
export type SupplierReport = z.output<typeof SupplierReport>

export const fleets = {
  withPermission: call({
    method: 'GET',
    path: '/fleets/:sd/permission/:permission',
    access: 'signedIn',
    summary: 'The fleets that a permission of the user covers; of an origin those first that cover it',
    params: withParams({ permission: z.enum(fleetPermissions) }),
    query: z.strictObject({
      ...near,
      originLat: latitude.optional(),
      originLon: longitude.optional(),
      /** Sent with addFleetByPA, which concerns one account. */
      idPaymentAccount: id.optional(),
    }),
    response: Fleets,
  }),
  withGeoArea: call({
    method: 'GET',
    path: '/fleets/:sd/with-geoarea',
    access: 'signedIn',
    summary: 'The fleets of the tenant with the areas that they cover',
    query: z.strictObject(near),
    response: Fleets,
  }),
  withGeoAreaAssistance: call({
    method: 'GET',
    path: '/fleets/:sd/with-geoarea/asistencia',
    access: 'signedIn',
    summary: 'The fleets that have all of the given taxi features, with the areas that they cover',
    query: z.strictObject({
      ...near,
      taxiFeatures: z
        .string()
        .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
        .optional(),
    }),
    response: Fleets,
  }),
  get: call({
    method: 'GET',
    path: '/fleets/:sd/:id',
    access: 'signedIn',
    summary: 'One fleet that the user has to do with',
    params: withParams({ id }),
    response: z.object({ fleet: Fleet }),
  }),
  report: call({
    method: 'GET',
    path: '/fleets/:sd/:idFleet/report',
    access: 'signedIn',
    summary: 'What a fleet of viewReportByFleet drove in a period; in euros first, then in any other currency',
    params: withParams({ idFleet: id }),
    query: z.strictObject({ from: epoch, to: epoch }),
    response: z.object({ supplierReport: SupplierReport, otherCurrencies: z.array(SupplierReport) }),
  }),
  carAvailability: call({
    method: 'GET',
    path: '/fleets/:sd/:id/car-availability',
    access: 'signedIn',
    summary: 'The free cars of a fleet near an origin: what the fleet says, else what is known',
    params: withParams({ id }),
    query: z.strictObject({ originLat: latitude, originLon: longitude }),
    response: z.object({ carAvailability: z.object({ cars: z.int(), etaMinutes: z.number().nullable() }) }),
  }),
}
