import { isInRing } from '@parada/domain/places/area'
import { estimate } from '@parada/domain/pricing/estimate'
import { expect, it } from 'vitest'
import { fleetsByTenant } from './fleets.ts'
import { placesServed } from './locations.ts'
import { holidayRows, tariffRows, tariffsOf } from './tariffs.ts'
import { demoTenants } from './tenants.ts'

const now = new Date('2026-03-14T09:26:53Z')
const fleets = demoTenants.flatMap((tenant) =>
  fleetsByTenant[tenant.subdomain].map((fleet) => ({ fleet, tariffs: tariffsOf(tenant, now).get(fleet.id) ?? [] })),
)

it('every demo fleet has a tariff for all pickups, with night and holiday rates', () => {
  expect(fleets.length).toBe(30)
  for (const { tariffs } of fleets) {
    const general = tariffs.find(({ area }) => area === null)
    expect(general?.rates.flagFall).toBeGreaterThanOrEqual(2.5)
    expect(general?.rates.flagFall).toBeLessThanOrEqual(3.5)
    expect(general?.rates.perKm).toBeGreaterThanOrEqual(1.1)
    expect(general?.rates.perKm).toBeLessThanOrEqual(1.4)
    expect(general?.specialRates.map(({ concept }) => concept)).toEqual(['night', 'holiday'])
  }
})

it('nights, Saturdays and holidays never cost less', () => {
  const ride = { origin: { lat: 0, lon: 0 }, timeZone: 'UTC', distanceMetres: 8_000, minutes: 20 }
  const at = (time: string) => ({ ...ride, start: Date.parse(time) })
  for (const { tariffs } of fleets)
    for (const tariff of tariffs) {
      const ordinary = estimate(tariff, at('2026-03-04T12:00:00Z')).estimatedPrice
      for (const dear of ['2026-03-04T23:00:00Z', '2026-03-07T12:00:00Z', '2026-05-01T12:00:00Z'])
        expect(estimate(tariff, at(dear)).estimatedPrice).toBeGreaterThanOrEqual(ordinary)
    }
})

it('only fleets that serve an airport charge a supplement, and they have the airport’s area', () => {
  for (const { fleet, tariffs } of fleets) {
    const airports = placesServed(fleet).filter(({ kind }) => kind === 'airport')
    for (const tariff of tariffs) {
      expect(airports.every((airport) => tariff.airports.some((area) => isInRing(airport, area.ring)))).toBe(true)
      expect(tariff.airportSupplement > 0).toBe(airports.length > 0)
    }
  }
})

it('tariff ids and holidays are unique within a tenant', () => {
  for (const tenant of demoTenants) {
    const ids = tariffRows(tenant, now).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(holidayRows(tenant, now).map(({ id_fleet, day }) => `${id_fleet} ${day}`)).size).toBe(
      27 * fleetsByTenant[tenant.subdomain].length,
    )
  }
})
