import { Worker } from 'node:worker_threads'
import type { Point } from '@parada/domain/places/geo'
import { rideDistanceMetres } from '@parada/domain/places/geo'
import { encodePath } from '@parada/domain/places/polyline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ProviderAnswer, testProvider } from '../geo/testing-providers.ts'
import { setRouting, wayBetween } from './way-between.ts'

const [sol, atocha]: [Point, Point] = [
  { lat: 40.4169, lon: -3.7035 },
  { lat: 40.4065, lon: -3.6895 },
]
const [cathedral, castle]: [Point, Point] = [
  { lat: 36.5292, lon: -6.2951 },
  { lat: 36.5068, lon: -6.2745 },
]
const sea = { lat: 36.5297, lon: -6.33 }

const path = [sol, { lat: 40.41, lon: -3.7 }, atocha]
const osrmAnswer = {
  code: 'Ok',
  routes: [{ distance: 2_345.6, duration: 345.6, geometry: encodePath(path), legs: [] }],
  waypoints: [
    { distance: 3.1, location: [-3.7035, 40.4169], name: 'Puerta del Sol' },
    { distance: 12.5, location: [-3.6895, 40.4065], name: '' },
  ],
}

let provider: Awaited<ReturnType<typeof testProvider>>
let now = 0
const warned: object[] = []
beforeAll(async () => {
  provider = await testProvider('silence')
})
afterAll(() => provider.stop())
beforeEach(() => {
  provider.state.asked.length = 0
  warned.length = 0
  setRouting(`${provider.url}/osrm`, { warn: (details) => void warned.push(details), now: () => now })
})
afterEach(() => setRouting(undefined, { warn: () => {} }))

const answering = (answer: ProviderAnswer) => {
  provider.state.answer = answer
}
const lineOf = (from: Point, to: Point) => ({ metres: rideDistanceMetres(from, to), path: [from, to], source: 'line' })

describe('a route in a shipped city', () => {
  it('follows the streets without asking the routing server', async () => {
    const way = await wayBetween([cathedral, castle])
    expect(way.source).toBe('streets')
    expect(way.path.length).toBeGreaterThan(20)
    expect(way.metres).toBeGreaterThan(2_900)
    expect(way.metres).toBeLessThan(6_000)
    expect(provider.state.asked).toEqual([])
  })

  it('passes through its stops', async () => {
    const [there, back] = [await wayBetween([cathedral, castle]), await wayBetween([castle, cathedral])]
    const both = await wayBetween([cathedral, castle, cathedral])
    expect(Math.abs(both.metres - there.metres - back.metres)).toBeLessThanOrEqual(1)
    expect(both.seconds).toBeCloseTo(there.seconds + back.seconds)
  })

  it('is not mixed up with others requested at the same time', async () => {
    const ends = Array.from({ length: 60 }, (_, step) => ({ lat: castle.lat + step * 0.0003, lon: castle.lon }))
    const together = await Promise.all(ends.map((end) => wayBetween([cathedral, end])))
    for (const [at, end] of ends.entries()) expect(together[at]).toEqual(await wayBetween([cathedral, end]))
    expect(new Set(together.map(({ metres }) => metres)).size).toBeGreaterThan(30)
  })

  it('falls back to a straight line with a warning when its thread ends, and then follows the streets again', async () => {
    answering({ body: { code: 'NoRoute' } })
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
      void this.terminate()
    })
    expect(await wayBetween([cathedral, castle])).toMatchObject(lineOf(cathedral, castle))
    expect(warned).toEqual([{ err: new Error('The thread that knows the streets ended') }])
    expect((await wayBetween([cathedral, castle])).source).toBe('streets')
  })

  it('has no length from a point to itself', async () =>
    expect(await wayBetween([castle, castle])).toMatchObject({ metres: 0, seconds: 0, source: 'streets' }))
})

describe('a route elsewhere', () => {
  it('is requested from the routing server once, then cached', async () => {
    answering({ body: osrmAnswer })
    const way = await wayBetween([sol, atocha])
    expect(way).toMatchObject({ metres: 2_346, seconds: 345.6, source: 'osrm' })
    expect(way.path).toEqual(path)
    expect(await wayBetween([sol, atocha])).toEqual(way)
    expect(provider.state.asked).toMatchObject([
      {
        path: '/osrm/route/v1/driving/-3.703500,40.416900;-3.689500,40.406500',
        query: { overview: 'full', geometries: 'polyline' },
      },
    ])
  })

  it('is the straight line times 1.6 without a routing server', async () => {
    setRouting(undefined, { warn: () => {} })
    expect(await wayBetween([sol, atocha])).toMatchObject(lineOf(sol, atocha))
    expect((await wayBetween([sol])).metres).toBe(0)
  })

  it.each<[string, ProviderAnswer]>([
    ['hangs', 'silence'],
    ['is broken', { status: 500, body: 'Internal error' }],
    ['answers no JSON', { body: '<html>' }],
    ['answers another shape', { body: { code: 'Ok', routes: [] } }],
    ['lies about the distance', { body: { ...osrmAnswer, routes: [{ ...osrmAnswer.routes[0], distance: -5 }] } }],
    ['answers no path', { body: { ...osrmAnswer, routes: [{ ...osrmAnswer.routes[0], geometry: '' }] } }],
    [
      'answers a path beyond the poles',
      { body: { ...osrmAnswer, routes: [{ ...osrmAnswer.routes[0], geometry: encodePath([{ lat: 95, lon: 0 }]) }] } },
    ],
  ])('is a straight line when the routing server %s, which then gets no requests for a while', async (_, answer) => {
    answering(answer)
    for (const north of [0, 0.01, 0.02])
      expect(await wayBetween([sol, { ...atocha, lat: atocha.lat + north }])).toMatchObject({ source: 'line' })
    expect(warned).toMatchObject([{ provider: 'OSRM' }])
    expect(await wayBetween([sol, { lat: 40.5, lon: -3.7 }])).toMatchObject({ source: 'line' })
    expect(provider.state.asked).toHaveLength(3)
    now += 60_000
    answering({ body: osrmAnswer })
    expect(await wayBetween([sol, atocha])).toMatchObject({ source: 'osrm' })
  })

  it.each<[string, ProviderAnswer]>([
    ['without a street', { status: 400, body: { code: 'NoSegment', message: 'Could not find a matching segment' } }],
    ['that no street leads to', { status: 400, body: { code: 'NoRoute', message: 'Impossible route between points' } }],
    ['far from every street', { body: { ...osrmAnswer, waypoints: [{ distance: 4 }, { distance: 31_000 }] } }],
  ])('is a straight line to a point %s, without blaming the routing server', async (_, answer) => {
    answering(answer)
    for (const north of [0, 0.01, 0.02, 0.03])
      expect(await wayBetween([cathedral, { ...sea, lat: sea.lat + north }])).toMatchObject({ source: 'line' })
    expect(warned).toEqual([])
    expect(provider.state.asked).toHaveLength(4)
  })
})
