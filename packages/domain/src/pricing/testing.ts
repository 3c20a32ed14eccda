import type { Vertex } from '../places/area.ts'
import type { Ride } from './ride.ts'
import type { Area, Rates, SpecialRates, Tariff } from './tariff.ts'

const square = (name: string, lon: number, lat: number, half: number): Area => {
  const ring: Vertex[] = [
    [lon - half, lat - half],
    [lon + half, lat - half],
    [lon + half, lat + half],
    [lon - half, lat + half],
  ]
  return { name, ring }
}

export const centre = square('Centre', -3.7, 40.42, 0.03)
export const airport = square('Airport', -3.57, 40.47, 0.02)
export const suburb = square('Suburb', -3.83, 40.35, 0.02)

export const inCentre = { lat: 40.42, lon: -3.7 }
export const atAirport = { lat: 40.47, lon: -3.57 }
export const inSuburb = { lat: 40.35, lon: -3.83 }

export const rates = (change: Partial<Rates> = {}): Rates => ({
  flagFall: 2.5,
  perKm: 1.2,
  perMinute: 0.1,
  minimum: 5,
  percent: 0,
  ...change,
})

export const night = (change: Partial<SpecialRates> = {}): SpecialRates => ({
  ...rates({ flagFall: 3, perKm: 1.4 }),
  concept: 'night',
  fromMinute: 22 * 60,
  toMinute: 6 * 60,
  weekdays: [],
  onHolidays: false,
  ...change,
})

export const holiday = (change: Partial<SpecialRates> = {}): SpecialRates => ({
  ...rates({ percent: 25 }),
  concept: 'holiday',
  fromMinute: null,
  toMinute: null,
  weekdays: [0, 6],
  onHolidays: true,
  ...change,
})

export const tariffWith = (change: Partial<Tariff> = {}): Tariff => ({
  area: null,
  validFrom: '2026-01-01',
  validTo: null,
  currency: 'EUR',
  rates: rates(),
  specialRates: [],
  holidays: [],
  airportSupplement: 0,
  airports: [airport],
  fixedRoutes: [],
  tolls: [],
  ...change,
})

/** A Wednesday noon in Madrid; ten kilometres in twenty minutes. */
export const rideWith = (change: Partial<Ride> = {}): Ride => ({
  origin: inCentre,
  destination: inSuburb,
  start: Date.UTC(2026, 2, 4, 11),
  timeZone: 'Europe/Madrid',
  distanceMetres: 10_000,
  minutes: 20,
  ...change,
})
