import { isInRing, type Vertex } from '@parada/domain/places/area'
import { straightLineMetres } from '@parada/domain/places/geo'
import { describe, expect, it } from 'vitest'
import type { Subdomain } from './demo-users.ts'
import { geoAreaRows, radiusKmOf } from './fleet-rows.ts'
import { fleetsByShare, fleetsByTenant } from './fleets.ts'
import { allPlaces, placesServed } from './locations.ts'
import { placesByCity } from './places.ts'
import { demoTenants } from './tenants.ts'

const fleets = Object.values(fleetsByTenant).flat()
const areas = demoTenants.flatMap(geoAreaRows)
const named = fleets.map((fleet) => [fleet.name, fleet] as const)

const ringOf = (wkt: string) =>
  wkt
    .slice('POLYGON(('.length, -'))'.length)
    .split(', ')
    .map((pair): Vertex => {
      const [lon = Number.NaN, lat = Number.NaN] = pair.split(' ').map(Number)
      return [lon, lat]
    })

describe('the demo fleets', () => {
  it('are at least a dozen, with unique ids', () => {
    const ids = fleets.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(12)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toEqual(expect.arrayContaining([29, 87, 134]))
  })

  it.each(Object.entries(fleetsByTenant))(
    'of %s are dispatched by hand, by e-mail, by Spartan and by gateway',
    (_, own) => {
      const protocols = new Set(own.map(({ protocol }) => protocol))
      expect([...protocols]).toEqual(expect.arrayContaining([0, 1, 2]))
      expect(Math.max(...protocols)).toBeGreaterThan(3)
      expect(protocols).not.toContain(3)
    },
  )

  it.each(areas.map((area) => [area.description, area.geometry_wkt]))('have %s as a closed ring', (_, wkt) => {
    expect(wkt).toMatch(/^POLYGON\(\((-?\d+(\.\d+)? \d+(\.\d+)?(, )?)+\)\)$/)
    const ring = ringOf(wkt)
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring.length - 1).toBeGreaterThanOrEqual(8)
    expect(ring.length - 1).toBeLessThanOrEqual(16)
  })

  it.each(named)('cover the location of %s, and nothing beyond its radius', (_, fleet) => {
    const rings = areas.filter((area) => area.id_fleet === fleet.id).map((area) => ringOf(area.geometry_wkt))
    const corners = rings.flat().map(([lon, lat]) => straightLineMetres(fleet, { lat, lon }) / 1_000)
    expect(rings.some((ring) => isInRing(fleet, ring))).toBe(true)
    expect(Math.max(...corners)).toBeLessThanOrEqual(radiusKmOf(fleet))
    expect(radiusKmOf(fleet)).toBeLessThan(40)
  })

  it.each(named)('serve enough places for the bookings of %s', (_, fleet) => {
    expect(fleet.cities.filter((city) => !(city in placesByCity))).toEqual([])
    expect(placesServed(fleet).length).toBeGreaterThanOrEqual(6)
  })

  it.each(named)('serve every place in the city of %s', (_, fleet) => {
    const served = new Set(placesServed(fleet).map(({ id }) => id))
    expect(allPlaces.filter(({ id, city }) => city === fleet.cities[0] && !served.has(id))).toEqual([])
  })

  it.each(['Ávila', 'Cádiz', 'Ciudad Real', 'Palencia', 'Soria', 'Zamora'])(
    'include one in %s, whose streets are known, that drives from door to door',
    (city) => {
      const own = fleets.filter(({ cities: [first] }) => first === city)
      const doors = own.flatMap(placesServed).filter(({ id }) => id > allPlaces.length)
      expect([own.length, doors.length, new Set(doors.map(({ name }) => name)).size]).toEqual([1, 40, 40])
      for (const { name, address_field } of doors) expect(address_field).toBe(`${name}, ${city}`)
    },
  )

  it.each(Object.entries(fleetsByTenant))('of %s are busiest where streets are known', (subdomain, own) => {
    const known = own.filter((fleet) => placesServed(fleet).some(({ id }) => id > allPlaces.length))
    const drawn = fleetsByShare(subdomain as Subdomain)
    expect(drawn.filter((fleet) => known.includes(fleet)).length * 2).toBeGreaterThan(drawn.length)
    const [busiest] = own.toSorted((a, b) => (b.share ?? 1) - (a.share ?? 1))
    expect(known).toContain(busiest)
  })

  it.each(named)('have the local time zone of %s', (_, fleet) =>
    expect(fleet.timeZone ?? 'Europe/Madrid').toBe(fleet.lon < -13 ? 'Atlantic/Canary' : 'Europe/Madrid'),
  )
})
