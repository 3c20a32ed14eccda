import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { addMap } from './map-files.ts'
import { publicStyles } from './public-style.ts'
import { testMap } from './testing-ways.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** A local stand-in for the public base map. */
const standIn = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const started = async (settings: Record<string, string> = {}) => {
  const server = await testServer(settings)
  endings.push(server.stop)
  return server
}

const styleFrom = (origin: string, source: object = { type: 'vector', url: `${origin}/planet` }) => ({
  version: 8,
  glyphs: `${origin}/fonts/{fontstack}/{range}.pbf`,
  sprite: `${origin}/sprites/one`,
  sources: { planet: source },
  layers: [{ id: 'ground', type: 'background' }],
})

const answering =
  (answers: (origin: string) => Record<string, unknown>): RequestListener =>
  (request, response) => {
    const answer = answers(`http://${request.headers.host}`)[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

const whole = answering((origin) => ({
  '/styles/light': styleFrom(origin),
  '/planet': { tilejson: '3.0.0', tiles: [`${origin}/{z}/{x}/{y}.pbf`], maxzoom: 14, attribution: 'Planet' },
}))

const styleOf = async ({ app }: TestServer, scheme = 'light') => (await app.inject(`/maps/style/${scheme}`)).json()

describe('map files', () => {
  it('are served by ranges under a content hash, cacheable forever', async () => {
    const { app, home } = await started()
    const { served } = await addMap(home, testMap(home))
    const part = await app.inject({ url: `/maps/${served}`, headers: { range: 'bytes=0-6' } })
    expect([part.statusCode, part.body]).toEqual([206, 'PMTiles'])
    expect(part.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(part.headers['content-range']).toMatch(/^bytes 0-6\/\d+$/)
  })

  it.each([
    '/maps/gone.0123456789abcdef.pmtiles',
    '/maps/..%2Fsecret-key',
    '/maps/streets.pmtiles',
    '/maps/style/light',
  ])('are not found at %s', async (path) => {
    const { app } = await started()
    expect((await app.inject(path)).statusCode).toBe(404)
  })
})

describe('the public base map', () => {
  it('is served with its tile URLs inlined and without glyphs', async () => {
    const origin = await standIn(whole)
    const server = await started({ MAP_STYLE_URL: `${origin}/styles/{scheme}` })
    const style = await styleOf(server)
    expect(style.sources.planet).toEqual({
      type: 'vector',
      tiles: [`${origin}/{z}/{x}/{y}.pbf`],
      maxzoom: 14,
      attribution: 'Planet',
    })
    expect(style).not.toHaveProperty('glyphs')
    expect(await styleOf(server, 'dark')).toBe(null)
  })

  it.each<[string, RequestListener]>([
    ['hangs', () => {}],
    ['cuts its answer', (_, response) => void response.writeHead(200, { 'content-length': 99 }).write('{"ver')],
    ['answers HTML', answering(() => ({ '/styles/light': '<html>' }))],
    ['has no layers', answering((origin) => ({ '/styles/light': { ...styleFrom(origin), layers: [] } }))],
    ['has lost its tiles', answering((origin) => ({ '/styles/light': styleFrom(origin) }))],
    [
      'loads from elsewhere',
      answering((origin) => ({
        '/styles/light': styleFrom(origin, { type: 'vector', tiles: ['https://elsewhere.example/{z}'] }),
      })),
    ],
  ])('is null while its service %s, and the log has a warning', async (_, listener) => {
    const origin = await standIn(listener)
    const server = await started({ MAP_STYLE_URL: `${origin}/styles/{scheme}` })
    expect(await styleOf(server)).toBe(null)
    expect(server.logged.some((line) => line.includes('The base map cannot be used'))).toBe(true)
  })

  it('is requested once a minute at most', async () => {
    let asked = 0
    const origin = await standIn((request, response) => {
      asked += request.url === '/styles/light' ? 1 : 0
      whole(request, response)
    })
    let now = 0
    const urls = { light: `${origin}/styles/light`, dark: `${origin}/styles/dark` }
    const styleAt = publicStyles({ urls, origins: [origin], log: { warn: () => {} } }, () => now)
    await Promise.all([styleAt('light'), styleAt('light')])
    now = 59_000
    await styleAt('light')
    expect(asked).toBe(1)
    now = 61_000
    await styleAt('light')
    expect(asked).toBe(2)
  })
})
