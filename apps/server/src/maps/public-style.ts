import { messageOf } from '@parada/domain/errors'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { askJson } from '../geo/ask-json.ts'

export type Scheme = 'light' | 'dark'

const TileSet = z.object({
  tiles: z.array(z.string()).min(1),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  bounds: z.array(z.number()).length(4).optional(),
  scheme: z.enum(['xyz', 'tms']).optional(),
  attribution: z.string().optional(),
})

const Style = z.looseObject({
  version: z.literal(8),
  sources: z.record(z.string(), z.looseObject({ type: z.string(), url: z.string().optional() })),
  layers: z.array(z.looseObject({ id: z.string(), type: z.string() })).min(1),
  sprite: z.unknown().optional(),
})
type Style = z.infer<typeof Style>

/** How long to wait for the service, and how long to cache the outcome. */
const patienceMs = 3_000
const rememberMs = 60_000

const isAllowed = (origins: readonly string[]) => (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) && origins.includes(new URL(url).origin)

const spritesOf = ({ sprite }: Style): unknown[] =>
  Array.isArray(sprite) ? sprite.map((one: { url?: unknown }) => one.url) : sprite === undefined ? [] : [sprite]

/** A source with its tile URLs inlined, so that the browser needs no further file before it can load tiles. */
const spelledOut = async ({ url, ...source }: Style['sources'][string], base: string, signal: AbortSignal) => {
  if (url === undefined) return source
  const address = new URL(url, base)
  return { ...source, ...(await askJson(address, TileSet, signal)) }
}

const load = async (url: string, origins: readonly string[], signal: AbortSignal) => {
  // Without glyphs, names are drawn with local fonts, as on the embedded map.
  const { glyphs: _, ...style } = await askJson(new URL(url), Style, signal)
  const named = Object.entries(style.sources)
  const sources = await Promise.all(
    named.map(async ([name, source]) => [name, await spelledOut(source, url, signal)] as const),
  )
  const tiles = sources.flatMap(([, source]) => ('tiles' in source && Array.isArray(source.tiles) ? source.tiles : []))
  const foreign = [...tiles, ...spritesOf(style)].find((one) => !isAllowed(origins)(one))
  if (foreign !== undefined) throw new Error(`loads from ${foreign}, which MAP_ORIGINS does not name`)
  return { ...style, sources: Object.fromEntries(sources) }
}

type Options = { urls: Record<Scheme, string>; origins: readonly string[]; log: Pick<FastifyBaseLogger, 'warn'> }

/** The style of the public base map, or null while its service fails or sends a style that cannot be drawn. */
export const publicStyles = ({ urls, origins, log }: Options, now: () => number = Date.now) => {
  const kept = new Map<Scheme, { until: number; style: Promise<object | null> }>()
  const ask = (scheme: Scheme) =>
    load(urls[scheme], origins, AbortSignal.timeout(patienceMs)).catch((error) => {
      log.warn({ map: urls[scheme] }, `The base map cannot be used, the embedded one is shown: ${messageOf(error)}`)
      return null
    })
  return (scheme: Scheme) => {
    const known = kept.get(scheme)
    if (known && known.until > now()) return known.style
    const style = ask(scheme)
    kept.set(scheme, { until: now() + rememberMs, style })
    return style
  }
}
