import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parada-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {}')
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><script src="/assets/app-1a2b.js"></script></head><script type="application/json" id="parada-settings">{}</script></html>',
  )
  await mkdir(join(folder, '.vite'))
  await writeFile(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      app: { file: 'assets/app-1a2b.js', name: 'app' },
      frame: { file: 'assets/frame-3c.js', name: 'frame', imports: ['app', 'calls'], css: ['assets/frame-4d.css'] },
      calls: { file: 'assets/calls-5e.js', name: 'calls', imports: ['app'] },
      map: { file: 'assets/map-6f.js', name: 'map' },
    }),
  )
  server = await testServer(
    {
      API_PARKING: 'https://parking.example/api',
      MAP_STYLE_URL: 'https://maps.example/{scheme}.json',
      MAP_ORIGINS: 'https://tiles.example, https://fonts.example',
    },
    folder,
  )
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const page = async (path: string, host = 'demo.localhost:4300') => {
  const answered = await server.app.inject({ url: path, headers: { host } })
  const settings = /id="parada-settings">(.*?)<\/script>/s.exec(answered.body)?.[1] ?? '{}'
  return { ...answered, policy: String(answered.headers['content-security-policy']), settings: JSON.parse(settings) }
}

it.each([
  ['demo.localhost:4300', 'demo', 'Radio Taxi Demo'],
  ['costa.localhost', 'costa', undefined],
  ['localhost:4300', 'demo', 'Radio Taxi Demo'],
  ['127.0.0.1:4300', 'demo', 'Radio Taxi Demo'],
])('serves %s as the tenant %s, with its branding (P-001)', async (host, tenant, name) => {
  const { settings } = await page('/pages/signin', host)
  expect(settings.tenant).toBe(tenant)
  expect(settings.brand.color).toMatch(/^#[0-9a-f]{6}$/i)
  if (name) expect(settings.brand.name).toBe(name)
  expect(settings.demoUsers.length).toBe(7)
})

it('serves a host of no tenant without branding or demo users', async () => {
  const { statusCode, settings } = await page('/pages/signin', 'nowhere.localhost')
  expect([statusCode, settings.brand, settings.demoUsers]).toEqual([200, undefined, undefined])
})

it('logs a page request once', async () => {
  const before = server.logged.length
  expect((await page('/services/6363')).statusCode).toBe(200)
  const lines = server.logged.slice(before).map((line) => JSON.parse(line))
  expect(lines.map(({ level, res }) => [level, res?.statusCode])).toEqual([[30, 200]])
})

it('sends a strict security policy, with a new nonce for styles each time', async () => {
  const [one, two] = [await page('/dashboard'), await page('/dashboard')]
  expect(one.policy).toContain("default-src 'none'")
  expect(one.policy).toContain("script-src 'self';")
  expect(one.policy).not.toContain('unsafe')
  expect(one.policy).toContain(`style-src 'self' 'nonce-${one.settings.styleNonce}'`)
  expect(one.policy).toContain("connect-src 'self' https://parking.example")
  expect(one.settings.styleNonce).not.toBe(two.settings.styleNonce)
})

it('gives the page its map settings, and allows the base map only from its configured hosts', async () => {
  const { policy, settings } = await page('/address')
  const map = 'https://maps.example https://tiles.example https://fonts.example'
  expect(settings.map.styleUrl).toBe('/maps/style/{scheme}')
  expect(settings.map.files).toEqual([
    {
      url: expect.stringMatching(/^\/maps\/streets\.[0-9a-f]{16}\.pmtiles$/),
      bounds: expect.any(Array),
      minZoom: 10,
      maxZoom: 14,
    },
  ])
  expect(policy).toContain(`img-src 'self' data: blob: ${map};`)
  expect(policy).toContain(`connect-src 'self' https://parking.example ${map} blob:;`)
})

it.each([
  ['OpenFreeMap', {}, ['https://tiles.openfreemap.org']],
  ['nobody', { MAP_STYLE_URL: 'off', MAP_ORIGINS: 'https://tiles.example' }, []],
])('loads the base map from %s with the settings %j', (_, settings, origins) => {
  const { map } = readConfig(settings)
  expect([map.styles !== undefined, map.origins]).toEqual([origins.length > 0, origins])
})

it('escapes HTML in the name of a tenant', async () => {
  const evil = '</script><script>alert(1)</script>'
  await server.database.inTenant(3, (tx) =>
    tx
      .updateTable('tenant')
      .set({ front_config: JSON.stringify({ name: evil }) })
      .execute(),
  )
  const { body, settings } = await page('/pages/signin', 'norte.localhost')
  expect(body).not.toContain(evil)
  expect(settings.brand.name).toBe(evil)
})

it('gives the page the sounds of the tenant’s fleets, and allows it to load them', async () => {
  const config = JSON.stringify({ name: 'Norte', sounds: { 615: 'https://sounds.example/615.mp3' } })
  await server.database.inTenant(3, (tx) => tx.updateTable('tenant').set({ front_config: config }).execute())
  const { policy, settings } = await page('/dashboard', 'norte.localhost')
  expect(settings.sounds).toEqual({ 615: 'https://sounds.example/615.mp3' })
  expect(policy).toContain("media-src 'self' https://sounds.example")
})

it('links the files of the signed-in frame in its pages, but not in the sign-in page', async () => {
  const linked = (html: string) => [...html.matchAll(/<link rel="(.+?)".*? href="(.+?)">/g)].map(([, ...link]) => link)
  expect(linked((await page('/dashboard')).body)).toEqual([
    ['modulepreload', '/assets/frame-3c.js'],
    ['preload', '/assets/frame-4d.css'],
    ['modulepreload', '/assets/calls-5e.js'],
  ])
  expect(linked((await page('/pages/signin')).body)).toEqual([])
})

it('lets browsers cache files named by their content, but not the page', async () => {
  const asset = await server.app.inject('/assets/app-1a2b.js')
  expect(asset.headers['cache-control']).toContain('immutable')
  expect((await page('/dashboard')).headers['cache-control']).toBe('no-store')
})

it.each(['/index.html', '/assets/gone-1.js', '/api/gone', '/favicon.ico'])(
  'answers %s with 404, not with the page',
  async (path) => {
    expect((await server.app.inject(path)).statusCode).toBe(404)
  },
)
