import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

export type FleetRecord = {
  id: number
  fleetName: string
  fleetLongName: string
  idExternal: string | null
  protocolDispatch: number
  priceProtocol: number
  priceCustomerType: number
  estimatedMinPrice: number | null
  estimatedMaxPrice: number | null
  defaultTimePredispatch: number
  enableCommitmentDefault: boolean
  commitmentByTaxiFeatures: boolean
  timeZone: string
  lat: number
  lon: number
  status: number
  radiusKm: number
  taxiFeatures: string
  contactEmail: string | null
  contactPhone: string | null
  geoAreaOrigin: { description: string; geometryWKT: string }[]
}

const columns = `f.id, f.fleet_name as "fleetName", f.fleet_long_name as "fleetLongName", f.id_external as "idExternal",
  f.protocol_dispatch as "protocolDispatch", f.price_protocol as "priceProtocol",
  f.price_customer_type as "priceCustomerType", f.estimated_min_price as "estimatedMinPrice",
  f.estimated_max_price as "estimatedMaxPrice", f.default_time_predispatch as "defaultTimePredispatch",
  f.enable_commitment_default as "enableCommitmentDefault", f.commitment_by_taxi_features as "commitmentByTaxiFeatures",
  f.time_zone as "timeZone", f.lat, f.lon, f.status, f.radius_km as "radiusKm",
  array_to_string(f.taxi_features, ',') as "taxiFeatures", f.email as "contactEmail", f.phone_number as "contactPhone",
  coalesce((select json_agg(json_build_object('description', a.description, 'geometryWKT', a.geometry_wkt) order by a.id)
    from fleet_geo_area a where a.tenant_id = f.tenant_id and a.id_fleet = f.id), '[]') as "geoAreaOrigin"`

/** Whole fleets with their areas, by name: those among `ids`, or all, that have every one of the taxi features. */
export const fleetRecords = (
  tx: Tx,
  tenantId: number,
  ids: 'all' | ReadonlySet<number>,
  taxiFeatures: readonly number[] = [],
) =>
  rowsOf<FleetRecord>(tx, {
    name: 'fleet_records',
    text: `select ${columns} from fleet f
           where f.tenant_id = $1 and ($2::bigint[] is null or f.id = any($2)) and f.taxi_features @> $3::int[]
           order by f.fleet_long_name, f.id`,
    values: [tenantId, ids === 'all' ? null : [...ids], taxiFeatures],
  })
