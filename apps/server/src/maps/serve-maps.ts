import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { MapSettings } from '@parada/contract/map-settings'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { mapFiles } from './map-files.ts'
import { publicStyles, type Scheme } from './public-style.ts'

const prefix = '/maps'
const isScheme = (text: string): text is Scheme => text === 'light' || text === 'dark'

/** The maps that the page can draw. */
export const mapSettings = async ({ home, map }: Pick<Config, 'home' | 'map'>): Promise<MapSettings> => ({
  files: (await mapFiles(home)).map(({ served, bounds, minZoom, maxZoom }) => ({
    url: `${prefix}/${served}`,
    bounds,
    minZoom,
    maxZoom,
  })),
  ...(map.styles && { styleUrl: `${prefix}/style/{scheme}` }),
})

/** Serves map files by ranges, and the style of the public base map while it is available. */
export const serveMaps = async (app: FastifyInstance, { home, map }: Pick<Config, 'home' | 'map'>) => {
  const { styles, origins } = map
  const styleOf = styles && publicStyles({ urls: styles, origins, log: app.log })
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: home, serve: false, cacheControl: false })
    scope.get<{ Params: { file: string } }>(`${prefix}/:file`, async ({ params }, reply) => {
      const found = (await mapFiles(home)).find(({ served }) => served === params.file)
      if (!found) return reply.callNotFound()
      reply.header('Cache-Control', 'public, max-age=31536000, immutable')
      return reply.type('application/vnd.pmtiles').sendFile(basename(found.path), dirname(found.path))
    })
    scope.get<{ Params: { scheme: string } }>(`${prefix}/style/:scheme`, async ({ params: { scheme } }, reply) => {
      if (!styleOf || !isScheme(scheme)) return reply.callNotFound()
      return reply.type('application/json').send(JSON.stringify(await styleOf(scheme)))
    })
  })
}
