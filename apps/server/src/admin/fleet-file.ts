import { lat, lon } from '@parada/contract/schemas'
import type { NewFleet } from '@parada/db/queries/admin-fleets'
import { isTimeZone } from '@parada/domain/booking/calendar'
import { codes } from '@parada/domain/codes'
import { isEmail } from '@parada/domain/session'
import { z } from 'zod'
import { readEntries, repeated } from './entries.ts'
import { refuseAll } from './refused.ts'
import { isAreaWkt } from './wkt.ts'

const text = (most: number) => z.string().trim().min(1).max(most)
const whole = z.int().min(0).max(10_000)
const price = z.number().min(0).max(1_000_000)

const Area = z.strictObject({
  description: text(200),
  geometryWKT: z
    .string()
    .trim()
    .refine(isAreaWkt, 'must be a POLYGON or MULTIPOLYGON of "longitude latitude" pairs with closed rings'),
})

/** A fleet as given in a file, with the documents' field names; fields that are left out stay unchanged. */
const FleetEntry = z
  .strictObject({
    id: z.int().min(1).max(2_000_000_000).optional(),
    idExternal: text(100).optional(),
    fleetName: text(200),
    fleetLongName: text(200).optional(),
    protocolDispatch: z
      .int()
      .refine((code) => String(code) in codes.dispatchProtocol, {
        error: `must be one of ${Object.keys(codes.dispatchProtocol).join(', ')}`,
      })
      .optional(),
    priceProtocol: whole.optional(),
    priceCustomerType: whole.optional(),
    estimatedMinPrice: price.nullish(),
    estimatedMaxPrice: price.nullish(),
    defaultTimePredispatch: whole.optional(),
    enableCommitmentDefault: z.boolean().optional(),
    commitmentByTaxiFeatures: z.boolean().optional(),
    timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Madrid').optional(),
    lat,
    lon,
    status: z.literal([1, 0, -1]).optional(),
    radiusKm: z.number().min(0).max(9_999).optional(),
    contactPhone: text(50).nullish(),
    contactEmail: z.string().trim().refine(isEmail, 'must be an e-mail address').nullish(),
    taxiFeatures: z.array(z.int()).optional(),
    geoAreaOrigin: z.array(Area).optional(),
  })
  .refine(({ id, idExternal }) => id !== undefined || idExternal !== undefined, {
    path: ['idExternal'],
    error: 'must be given, or id: a second import has to find the fleet again',
  })
  .refine(({ estimatedMinPrice: min, estimatedMaxPrice: max }) => min == null || max == null || min <= max, {
    path: ['estimatedMaxPrice'],
    error: 'must not be below estimatedMinPrice',
  })
export type FleetEntry = z.output<typeof FleetEntry>

export const readFleets = (value: unknown): FleetEntry[] => {
  const fleets = readEntries(value, FleetEntry)
  refuseAll([...repeated(fleets, 'id'), ...repeated(fleets, 'idExternal')])
  return fleets
}

/** The columns that an entry sets. Those it leaves out are undefined, and queries skip them. */
export const fleetRow = (
  entry: FleetEntry,
): Omit<NewFleet, 'id' | 'fleet_long_name'> & { fleet_long_name?: string } => ({
  fleet_name: entry.fleetName,
  fleet_long_name: entry.fleetLongName,
  id_external: entry.idExternal,
  protocol_dispatch: entry.protocolDispatch,
  price_protocol: entry.priceProtocol,
  price_customer_type: entry.priceCustomerType,
  estimated_min_price: entry.estimatedMinPrice,
  estimated_max_price: entry.estimatedMaxPrice,
  default_time_predispatch: entry.defaultTimePredispatch,
  enable_commitment_default: entry.enableCommitmentDefault,
  commitment_by_taxi_features: entry.commitmentByTaxiFeatures,
  time_zone: entry.timeZone,
  lat: entry.lat,
  lon: entry.lon,
  status: entry.status,
  radius_km: entry.radiusKm,
  phone_number: entry.contactPhone,
  email: entry.contactEmail,
  taxi_features: entry.taxiFeatures,
})
