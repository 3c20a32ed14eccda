import type { Vertex } from '@parada/domain/places/area'
import type { Point } from '@parada/domain/places/geo'
import type { Area, Rates, SpecialRates, Tariff } from '@parada/domain/pricing/tariff'
import { type DemoFleet, fleetsByTenant } from './fleets.ts'
import { placesServed } from './locations.ts'
import type { DemoTenant } from './tenants.ts'

const kmPerDegree = 111.2
const round = (value: number) => Math.round(value * 1e5) / 1e5
const cents = (value: number) => Math.round(value * 100) / 100

/** An octagon around a point. */
const around = (name: string, { lat, lon }: Point, radiusKm: number): Area => {
  const ring = Array.from({ length: 8 }, (_, corner): Vertex => {
    const angle = (corner * Math.PI) / 4
    const north = (radiusKm / kmPerDegree) * Math.sin(angle)
    const east = (radiusKm / kmPerDegree / Math.cos((lat * Math.PI) / 180)) * Math.cos(angle)
    return [round(lon + east), round(lat + north)]
  })
  return { name, ring }
}

const centreKm: Readonly<Record<number, number>> = { 29: 4.5, 65: 4 }
/** Fixed prices between the centre and the airport, by fleet id. */
const airportRuns: Readonly<Record<number, number>> = { 29: 33, 62: 25, 66: 22 }
const airportTolls: Readonly<Record<number, { name: string; price: number }>> = {
  615: { name: 'Túneles de Artxanda', price: 1.65 },
  625: { name: 'Autopista AP-8', price: 2.15 },
  74: { name: 'Autopista AP-9', price: 1.1 },
}
/** Minimum price of a ride from these fleets' airports. */
const airportMinimums: Readonly<Record<number, number>> = { 29: 20, 65: 21 }

const holidays = [
  ['01-01', 'Año Nuevo'],
  ['01-06', 'Reyes'],
  ['05-01', 'Fiesta del Trabajo'],
  ['08-15', 'Asunción'],
  ['10-12', 'Fiesta Nacional'],
  ['11-01', 'Todos los Santos'],
  ['12-06', 'Día de la Constitución'],
  ['12-08', 'Inmaculada'],
  ['12-25', 'Navidad'],
] as const

const daysOf = (now: Date) => {
  const year = now.getUTCFullYear()
  return [year - 1, year, year + 1].flatMap((of) => holidays.map(([day, name]) => ({ day: `${of}-${day}`, name })))
}

/** Cities differ by a few cents per kilometre. */
const ratesOf = (index: number): Rates => ({
  flagFall: cents(2.5 + ((index * 7) % 11) / 10),
  perKm: cents(1.1 + ((index * 5) % 7) / 20),
  perMinute: cents(0.08 + (index % 4) / 50),
  minimum: cents(4 + (index % 5) / 2),
  percent: 0,
})

const night = { concept: 'night', fromMinute: 22 * 60, toMinute: 6 * 60, weekdays: [], onHolidays: false } as const
const holiday = { concept: 'holiday', fromMinute: null, toMinute: null, weekdays: [0, 6], onHolidays: true } as const

/** Some fleets have special rates for nights, weekends and holidays; the others add a percentage. */
const specialRatesOf = (rates: Rates, hasOwn: boolean): SpecialRates[] => {
  const dearer = (percent: number): Rates => {
    if (!hasOwn) return { ...rates, percent }
    const share = 1 + percent / 100
    return { ...rates, flagFall: cents(rates.flagFall * share), perKm: cents(rates.perKm * share) }
  }
  return [
    { ...night, ...dearer(20) },
    { ...holiday, ...dearer(12) },
  ]
}

type DemoTariff = Tariff & { name: string }

const tariffsOfFleet = (fleet: DemoFleet, index: number, now: Date): DemoTariff[] => {
  const [city] = fleet.cities
  const centre = around(`Centro de ${city}`, fleet, centreKm[fleet.id] ?? 2.5)
  const airports = placesServed(fleet)
    .filter(({ kind }) => kind === 'airport')
    .map((place) => around(place.name, place, 1.2))
  const between = (name: string, price: number) =>
    airports.map((airport) => ({ name, from: centre, to: airport, bothWays: true, price }))
  const [run, toll, minimum] = [airportRuns[fleet.id], airportTolls[fleet.id], airportMinimums[fleet.id]]
  const tariffWith = (name: string, area: Area | null, rates: Rates): DemoTariff => ({
    name,
    area,
    // The history goes back a year.
    validFrom: `${now.getUTCFullYear() - 2}-01-01`,
    validTo: null,
    currency: 'EUR',
    rates,
    specialRates: specialRatesOf(rates, index % 2 === 0),
    holidays: daysOf(now).map(({ day }) => day),
    airportSupplement: airports.length > 0 ? cents(3 + (index % 6) / 2) : 0,
    airports,
    fixedRoutes: run ? between('Tarifa fija de aeropuerto', run) : [],
    tolls: toll ? between(toll.name, toll.price) : [],
  })
  const rates = ratesOf(index)
  return [
    tariffWith(`Tarifa de ${city}`, null, rates),
    ...(minimum ? airports : []).map((airport) =>
      tariffWith(`Salidas de ${airport.name}`, airport, { ...rates, minimum: minimum ?? 0 }),
    ),
  ]
}

/** Plausible prices for every fleet of a tenant, by fleet id; none of them is a real tariff. */
export const tariffsOf = ({ subdomain }: DemoTenant, now: Date) =>
  new Map(fleetsByTenant[subdomain].map((fleet, index) => [fleet.id, tariffsOfFleet(fleet, index, now)]))

export const tariffRows = (tenant: DemoTenant, now: Date) =>
  [...tariffsOf(tenant, now)].flatMap(([idFleet, tariffs]) =>
    tariffs.map(({ rates, ...tariff }, position) => ({
      tenant_id: tenant.id,
      id: idFleet * 10 + position,
      id_fleet: idFleet,
      name: tariff.name,
      area: tariff.area,
      valid_from: tariff.validFrom,
      flag_fall: rates.flagFall,
      per_km: rates.perKm,
      per_minute: rates.perMinute,
      minimum: rates.minimum,
      percent: rates.percent,
      special_rates: tariff.specialRates,
      airport_supplement: tariff.airportSupplement,
      airports: tariff.airports,
      fixed_routes: tariff.fixedRoutes,
      tolls: tariff.tolls,
    })),
  )

export const holidayRows = ({ id: tenantId, subdomain }: DemoTenant, now: Date) =>
  fleetsByTenant[subdomain].flatMap(({ id }) =>
    daysOf(now).map(({ day, name }) => ({ tenant_id: tenantId, id_fleet: id, day, name })),
  )
