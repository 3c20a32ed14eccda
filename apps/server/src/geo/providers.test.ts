import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Geocoder } from './geocoder.ts'
import { google } from './google.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'
import { googleAnswer, nominatimPlace, type ProviderAnswer, photonAnswer, testProvider } from './testing-providers.ts'

const sol = { lat: 40.4169, lon: -3.7035 }
const open = new AbortController().signal

let provider: Awaited<ReturnType<typeof testProvider>>
beforeAll(async () => {
  provider = await testProvider('silence')
})
afterAll(() => provider.stop())
beforeEach(() => {
  provider.state.asked.length = 0
})

const answering = (answer: ProviderAnswer) => {
  provider.state.answer = answer
}

describe('Nominatim', () => {
  const geocoder = () => nominatim(`${provider.url}/osm`)

  it('is queried for jsonv2, preferring but not limited to 100 km around the point', async () => {
    answering({ body: [nominatimPlace] })
    const found = await geocoder().search('calle inventada', sol, open)
    expect(found).toEqual([
      {
        addressField: 'Calle Inventada, Centro, Madrid, 28013, España',
        name: 'Calle Inventada',
        lat: 40.42,
        lon: -3.701,
        isPoi: false,
        source: 'nominatim',
        distanceMeters: 404,
      },
    ])
    const [asked] = provider.state.asked
    expect(asked?.path).toBe('/osm/search')
    expect(asked?.query).toMatchObject({ q: 'calle inventada', format: 'jsonv2', bounded: '0' })
    const [west, north, east, south] = (asked?.query.viewbox ?? '').split(',').map(Number) as [
      number,
      number,
      number,
      number,
    ]
    expect([north - sol.lat, sol.lat - south].every((degrees) => Math.abs(degrees * 111.195 - 100) < 0.1)).toBe(true)
    expect(west).toBeLessThan(sol.lon - 1)
    expect(east).toBeGreaterThan(sol.lon + 1)
    expect(asked?.headers['user-agent']).toBe('Parada')
  })

  it('finds the address at a point, or none', async () => {
    answering({ body: nominatimPlace })
    expect(await geocoder().reverse(sol, open)).toMatchObject({
      displayName: nominatimPlace.display_name,
      address: nominatimPlace.address,
      lat: 40.42,
      lon: -3.701,
      source: 'nominatim',
    })
    expect(provider.state.asked[0]).toMatchObject({
      path: '/osm/reverse',
      query: { format: 'jsonv2', lat: '40.4169', lon: '-3.7035' },
    })
    answering({ body: { error: 'Unable to geocode' } })
    expect(await geocoder().reverse(sol, open)).toBeUndefined()
  })
})

describe('Photon', () => {
  const geocoder = () => photon(`${provider.url}/photon`)

  it('is queried around the point, and gives addresses that end with the town', async () => {
    answering({ body: photonAnswer })
    expect(await geocoder().search('calle inventada 7', sol, open)).toEqual([
      {
        addressField: 'Calle Inventada, 7, Madrid',
        name: '',
        lat: 40.42,
        lon: -3.701,
        isPoi: false,
        source: 'photon',
        distanceMeters: 404,
      },
      expect.objectContaining({ addressField: 'Calle Inventada, Madrid', name: 'Calle Inventada' }),
    ])
    expect(provider.state.asked).toMatchObject([
      { path: '/photon/api', query: { q: 'calle inventada 7', lat: '40.4169', lon: '-3.7035', limit: '8' } },
    ])
  })

  it('finds the address at a point, or none', async () => {
    answering({ body: photonAnswer })
    expect(await geocoder().reverse(sol, open)).toMatchObject({
      displayName: 'Calle Inventada, 7, Madrid',
      address: { road: 'Calle Inventada', house_number: '7', city: 'Madrid', postcode: '28013', country: 'España' },
      source: 'photon',
    })
    expect(provider.state.asked[0]).toMatchObject({
      path: '/photon/reverse',
      query: { lat: '40.4169', lon: '-3.7035' },
    })
    answering({ body: { type: 'FeatureCollection', features: [] } })
    expect(await geocoder().reverse(sol, open)).toBeUndefined()
    expect(await geocoder().search('nowhere', sol, open)).toEqual([])
  })
})

describe('Google', () => {
  const geocoder = () => google(`${provider.url}/maps/api/geocode/json`, 'the key')

  it('is queried with address, sensor, region es and the key, and without an authorization header (B-196)', async () => {
    answering({ body: googleAnswer })
    const found = await geocoder().search('calle inventada 7', sol, open)
    expect(found).toEqual([
      {
        addressField: 'C. Inventada, 7, 28013 Madrid, España',
        name: '',
        lat: 40.4201,
        lon: -3.7011,
        isPoi: false,
        source: 'google',
        distanceMeters: 410,
      },
    ])
    const [asked] = provider.state.asked
    expect(asked?.path).toBe('/maps/api/geocode/json')
    expect(asked?.query).toEqual({ address: 'calle inventada 7', sensor: 'false', region: 'es', key: 'the key' })
    expect(asked?.headers).not.toHaveProperty('authorization')
    expect(asked?.headers).not.toHaveProperty('token')
  })

  it('names the parts of the address at a point as Nominatim does', async () => {
    answering({ body: googleAnswer })
    expect(await geocoder().reverse(sol, open)).toMatchObject({
      displayName: 'C. Inventada, 7, 28013 Madrid, España',
      address: { house_number: '7', road: 'Calle Inventada', city: 'Madrid', country: 'España', postcode: '28013' },
    })
    expect(provider.state.asked[0]?.query).toMatchObject({ latlng: '40.4169,-3.7035', key: 'the key' })
  })

  it('returns nothing for ZERO_RESULTS', async () => {
    answering({ body: { results: [], status: 'ZERO_RESULTS' } })
    expect(await geocoder().search('nowhere', sol, open)).toEqual([])
    expect(await geocoder().reverse(sol, open)).toBeUndefined()
  })

  it.each([
    ['OVER_QUERY_LIMIT', 60_000],
    ['REQUEST_DENIED', 600_000],
    ['UNKNOWN_ERROR', undefined],
  ])('sets how long to leave Google alone after %s', async (status, retryAfterMs) => {
    answering({ body: { results: [], status, error_message: 'No.' } })
    await expect(geocoder().search('x', sol, open)).rejects.toMatchObject({
      message: `answered ${status}: No.`,
      retryAfterMs,
    })
  })
})

describe.each<[string, () => Geocoder]>([
  ['Nominatim', () => nominatim(provider.url)],
  ['Photon', () => photon(provider.url)],
  ['Google', () => google(provider.url, 'key')],
])('%s fails with the reason if it', (_, geocoder) => {
  it.each<[string, ProviderAnswer, object]>([
    ['answers 500', { status: 500, body: 'oh' }, { message: 'answered 500' }],
    ['answers 429', { status: 429, body: '', headers: { 'retry-after': '7' } }, { retryAfterMs: 7_000 }],
    ['answers with broken JSON', { body: '{"results": [' }, { message: 'answered something that is not JSON' }],
    ['answers with an HTML page', { body: '<html>' }, { message: 'answered something that is not JSON' }],
    ['answers in another shape', { body: { hello: 1 } }, { message: expect.stringContaining('another shape') }],
    [
      'answers with an oversized body',
      { body: `"${'x'.repeat(1_100_000)}"` },
      { message: expect.stringContaining('more than') },
    ],
    ['redirects elsewhere', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, {}],
  ])('%s', async (_, answer, problem) => {
    answering(answer)
    await expect(geocoder().search('x', sol, open)).rejects.toMatchObject(problem)
    await expect(geocoder().reverse(sol, open)).rejects.toMatchObject(problem)
  })
})
