import type { Suggestion } from '@parada/domain/places/suggestions'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { combined } from './combined.ts'
import type { Geocoder } from './geocoder.ts'
import { guarded } from './guarded.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'
import { nominatimPlace, type ProviderAnswer, testProvider } from './testing-providers.ts'

const sol = { lat: 40.4169, lon: -3.7035 }
const open = new AbortController().signal
const known: Suggestion = { addressField: 'Puerta del Sol', name: '', ...sol, isPoi: true, source: 'poi' }

const own: Geocoder = {
  search: async () => [known],
  reverse: async () => ({ source: 'place', name: '', displayName: 'Sol', address: {}, ...sol, distanceMeters: 400 }),
}

let provider: Awaited<ReturnType<typeof testProvider>>
const clock = { now: 0 }
const warned: object[] = []
let guard: Geocoder
beforeAll(async () => {
  provider = await testProvider('silence')
})
afterAll(() => provider.stop())
beforeEach(() => {
  clock.now = 1_000_000
  warned.length = 0
  provider.state.asked.length = 0
  const warn = (details: object) => void warned.push(details)
  guard = guarded(nominatim(provider.url), { name: 'Nominatim', warn, now: () => clock.now })
})

const search = (query: string) => combined(own, [guard]).search(query, sol, open)
const sources = async (query: string) => (await search(query)).map(({ source }) => source)

it('appends the provider’s results to our own', async () => {
  provider.state.answer = { body: [nominatimPlace, { ...nominatimPlace, display_name: 'Puerta del Sol' }] }
  expect(await sources('sol')).toEqual(['poi', 'nominatim'])
})

describe('our own results remain if a provider', () => {
  it.each<[string, ProviderAnswer]>([
    ['answers 500', { status: 500, body: '' }],
    ['answers 429', { status: 429, body: '' }],
    ['answers with broken JSON', { body: '[{' }],
    ['answers with coordinates off the globe', { body: [{ ...nominatimPlace, lat: '140' }] }],
  ])('%s', async (_, answer) => {
    provider.state.answer = answer
    expect(await search('sol')).toEqual([known])
    expect(await combined(own, [guard]).reverse(sol, open)).toMatchObject({ displayName: 'Sol' })
  })

  it('is Photon, slow or broken', async () => {
    const passedOver = guarded(photon(provider.url), { name: 'Photon', warn: () => {} })
    for (const answer of ['silence', { status: 500, body: '' }, { body: '{' }] as const) {
      provider.state.answer = answer
      expect(await combined(own, [passedOver]).search(`sol ${String(answer)}`, sol, open)).toEqual([known])
    }
  })

  it('does not respond within 800 ms', async () => {
    provider.state.answer = 'silence'
    const patience = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => patience.mockRestore())
    expect(await search('sol')).toEqual([known])
    expect(Math.max(...patience.mock.calls.flat())).toBeLessThan(800)
  })

  it('cannot be reached', async () => {
    const gone = guarded(nominatim('http://127.0.0.1:1'), { name: 'gone', warn: () => {} })
    expect(await combined(own, [gone]).search('sol', sol, open)).toEqual([known])
  })
})

describe('the guard', () => {
  it('leaves a provider alone after three failures in a row, and retries it later', async () => {
    provider.state.answer = { status: 500, body: '' }
    for (const query of ['a', 'b', 'c', 'd', 'e']) await search(query)
    expect(provider.state.asked).toHaveLength(3)
    expect(warned).toEqual([{ provider: 'Nominatim', reason: 'answered 500', rest: 30_000 }])
    clock.now += 30_001
    provider.state.answer = { body: [nominatimPlace] }
    expect(await sources('f')).toEqual(['poi', 'nominatim'])
    expect(provider.state.asked).toHaveLength(4)
  })

  it('retries a provider that keeps failing only once after the pause, not three times', async () => {
    provider.state.answer = { status: 500, body: '' }
    for (const query of ['a', 'b', 'c']) await search(query)
    clock.now += 30_001
    for (const query of ['d', 'e', 'f']) await search(query)
    expect(provider.state.asked).toHaveLength(4)
  })

  it('respects Retry-After, up to ten minutes', async () => {
    provider.state.answer = { status: 429, body: '', headers: { 'retry-after': '86400' } }
    await search('a')
    expect(warned).toMatchObject([{ rest: 600_000 }])
    clock.now += 599_999
    await search('b')
    expect(provider.state.asked).toHaveLength(1)
    clock.now += 2
    await search('c')
    expect(provider.state.asked).toHaveLength(2)
  })

  it('caches a query for ten minutes, whatever its case, spaces and accents', async () => {
    provider.state.answer = { body: [nominatimPlace] }
    for (const query of ['Calle Inventada', 'calle  inventada', 'CALLE INVENTÁDA'])
      expect(await sources(query)).toEqual(['poi', 'nominatim'])
    expect(provider.state.asked).toHaveLength(1)
    clock.now += 600_001
    await search('calle inventada')
    expect(provider.state.asked).toHaveLength(2)
  })

  it('lets only a few requests wait for a slow provider, and answers the others without it', async () => {
    provider.state.answer = 'silence'
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => search(`query ${index}`)))
    expect(answers.every(([first]) => first === known)).toBe(true)
    expect(provider.state.asked.length).toBeLessThanOrEqual(6)
  })

  it('does not count an aborted query as a failure of the provider', async () => {
    provider.state.answer = 'silence'
    for (const query of ['a', 'b', 'c', 'd']) {
      const asker = new AbortController()
      const asked = guard.search(query, sol, asker.signal)
      asker.abort()
      expect(await asked).toEqual([])
    }
    provider.state.answer = { body: [nominatimPlace] }
    expect(await sources('e')).toEqual(['poi', 'nominatim'])
  })
})

it('prefers a provider’s address to a place that is only nearby', async () => {
  provider.state.answer = { body: nominatimPlace }
  expect(await combined(own, [guard]).reverse(sol, open)).toMatchObject({ source: 'nominatim' })
})

it('asks the providers if only the street is known, not the house', async () => {
  provider.state.answer = { body: nominatimPlace }
  const inTheStreet: Geocoder = {
    ...own,
    reverse: async () => ({ ...(await own.reverse(sol, open)), distanceMeters: 5, isApproximate: true }) as never,
  }
  expect(await combined(inTheStreet, [guard]).reverse(sol, open)).toMatchObject({ source: 'nominatim' })
})

it('asks no provider about a point whose address is known', async () => {
  const atTheDoor: Geocoder = {
    ...own,
    reverse: async () => ({ ...(await own.reverse(sol, open)), distanceMeters: 5 }) as never,
  }
  expect(await combined(atTheDoor, [guard]).reverse(sol, open)).toMatchObject({ source: 'place' })
  expect(provider.state.asked).toEqual([])
})
