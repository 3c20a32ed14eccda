import { describe, expect, it } from 'vitest'
import { rideDistanceMetres } from '../places/geo.ts'
import { distanceOf, measured, minutesOf, type Ride } from './ride.ts'

const ride: Ride = {
  origin: { lat: 36.5292, lon: -6.2951 },
  destination: { lat: 36.5068, lon: -6.2745 },
  start: Date.UTC(2026, 5, 10, 10),
  timeZone: 'Europe/Madrid',
}
const night = Date.UTC(2026, 5, 10, 22)
const way = { metres: 4_100, seconds: 600 }

describe('the distance and duration of a ride', () => {
  it('are based on the straight line times 1.6 while the street route is unknown', () =>
    expect(distanceOf(ride)).toBe(rideDistanceMetres(ride.origin, ride.destination ?? ride.origin)))

  it.each<[string, Partial<Ride>, number, number]>([
    ['follow the street route, in daytime traffic', {}, 4_100, 14],
    ['are shorter in time at night', { start: night }, 4_100, 11],
    ['are those driven, once known', { distanceMetres: 4_500, minutes: 17 }, 4_500, 17],
  ])('%s', (_, change, metres, minutes) => {
    const known = measured({ ...ride, way, ...change })
    expect([known.distanceMetres, known.minutes]).toEqual([metres, minutes])
    expect([distanceOf(known), minutesOf(known)]).toEqual([metres, minutes])
  })
})
