import { expect, it, vi } from 'vitest'

vi.mock('maplibre-gl', () => ({ addProtocol: () => {} }))
const { boundsOfTile, filesFor, rangesOf, streetSource } = await import('./street-tiles.ts')

const own = { url: '/maps/own', bounds: [-7, 36, -6, 37] as [number, number, number, number], minZoom: 0, maxZoom: 14 }
const embedded = { ...own, url: '/maps/streets', bounds: [-7, 36, -1, 43] as typeof own.bounds, minZoom: 10 }

it('computes the bounds of a tile', () => {
  expect(boundsOfTile(0, 0, 0).map(Math.round)).toEqual([-180, -85, 180, 85])
  expect(boundsOfTile(1, 1, 0).map(Math.round)).toEqual([0, 0, 180, 85])
})

it.each([
  ['both files, the own one first, where both are', [14, 7905, 6414], ['/maps/own', '/maps/streets']],
  ['the embedded file where the own one ends', [14, 8072, 6127], ['/maps/streets']],
  ['no file where there is none', [14, 0, 0], []],
  ['the own file from afar', [8, 123, 100], ['/maps/own']],
])('looks in %s', (_, [z = 0, x = 0, y = 0], urls) =>
  expect(filesFor([own, embedded], z, x, y).map(({ url }) => url)).toEqual(urls),
)

it('combines all files into one source', () =>
  expect(streetSource([own, embedded])).toMatchObject({ minzoom: 0, maxzoom: 14, bounds: [-7, 36, -1, 43] }))

it.each([
  ['the range', 206, [3, 4]],
  ['the whole file', 200, [1, 2, 3, 4, 5]],
])('reads a range from a response with %s, using a URL of its own', async (_, status, sent) => {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response(new Uint8Array(sent), { status }))
  vi.stubGlobal('fetch', asked)
  const { data } = await rangesOf('/maps/streets').getBytes(2, 2)
  expect([...new Uint8Array(data)]).toEqual([3, 4])
  expect(asked.mock.calls).toEqual([['/maps/streets?bytes=2-3', { headers: { range: 'bytes=2-3' } }]])
  vi.unstubAllGlobals()
})

it('rejects with URL and status if a file is not served', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  await expect(rangesOf('/maps/gone').getBytes(0, 1)).rejects.toThrow('/maps/gone answered 404')
  vi.unstubAllGlobals()
})
