import type { Ring } from '@parada/domain/places/area'
import { straightLineMetres } from '@parada/domain/places/geo'
import { type DemoFleet, fleetsByTenant } from './fleets.ts'
import type { DemoTenant } from './tenants.ts'

/** Distance to the farthest corner of the fleet's areas, rounded up. */
export const radiusKmOf = (fleet: DemoFleet) => {
  const corners = fleet.areas.flatMap(({ ring }) => ring)
  return Math.ceil(Math.max(...corners.map(([lon, lat]) => straightLineMetres(fleet, { lat, lon }))) / 1_000)
}

/** Closes the ring: WKT repeats the first vertex at the end. */
const polygonWkt = (ring: Ring) =>
  `POLYGON((${[...ring, ...ring.slice(0, 1)].map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`

export const fleetRows = ({ id: tenantId, subdomain }: DemoTenant, featureIds: readonly number[]) =>
  fleetsByTenant[subdomain].map((fleet, index) => ({
    tenant_id: tenantId,
    id: fleet.id,
    fleet_name: fleet.name,
    fleet_long_name: `${fleet.name} (${fleet.cities[0]})`,
    id_external: fleet.protocol > 1 ? `EXT-${fleet.id}` : null,
    protocol_dispatch: fleet.protocol,
    price_protocol: 1 + (index % 2),
    price_customer_type: [1, 3, 5, 4][index % 4],
    estimated_min_price: 4,
    estimated_max_price: 60 + 5 * index,
    default_time_predispatch: [15, 20, 30, 45][index % 4],
    enable_commitment_default: index % 3 === 0,
    commitment_by_taxi_features: index % 4 === 0,
    time_zone: fleet.timeZone ?? 'Europe/Madrid',
    lat: fleet.lat,
    lon: fleet.lon,
    status: 1,
    radius_km: radiusKmOf(fleet),
    phone_number: `910000${String(900 + index).padStart(3, '0')}`,
    email: `flota${fleet.id}@${subdomain}.example`,
    taxi_features: featureIds.filter((feature) => (feature + index) % 3 !== 0),
  }))

export const geoAreaRows = ({ id: tenantId, subdomain }: DemoTenant) =>
  fleetsByTenant[subdomain].flatMap((fleet) =>
    fleet.areas.map(({ description, ring }, index) => ({
      tenant_id: tenantId,
      id: fleet.id * 10 + index,
      id_fleet: fleet.id,
      description,
      geometry_wkt: polygonWkt(ring),
    })),
  )
