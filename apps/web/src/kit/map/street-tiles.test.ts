import { expect, it, vi } from 'vitest'

vi.mock('maplibre-gl', () => ({ addProtocol: () => {} }))
const { boundsOfTile, filesFor, streetSource } = await import('./street-tiles.ts')

const own = { url: '/maps/own', bounds: [-7, 36, -6, 37] as [number, number, number, number], minZoom: 0, maxZoom: 14 }
const embedded = { ...own, url: '/maps/streets', bounds: [-7, 36, -1, 43] as typeof own.bounds, minZoom: 10 }

it('knows where a tile lies', () => {
  expect(boundsOfTile(0, 0, 0).map(Math.round)).toEqual([-180, -85, 180, 85])
  expect(boundsOfTile(1, 1, 0).map(Math.round)).toEqual([0, 0, 180, 85])
})

it.each([
  ['both files, the own one first, where both are', [14, 7905, 6414], ['/maps/own', '/maps/streets']],
  ['the embedded file where the own one ends', [14, 8072, 6127], ['/maps/streets']],
  ['no file where there is none', [14, 0, 0], []],
  ['the own file from afar', [8, 123, 100], ['/maps/own']],
])('asks %s', (_, [z = 0, x = 0, y = 0], urls) =>
  expect(filesFor([own, embedded], z, x, y).map(({ url }) => url)).toEqual(urls),
)

it('is one source for all files', () =>
  expect(streetSource([own, embedded])).toMatchObject({ minzoom: 0, maxzoom: 14, bounds: [-7, 36, -1, 43] }))
