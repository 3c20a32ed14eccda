import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { newKey } from '@parada/db/keys'
import { demoUsersOf } from '@parada/db/queries/demo-users'
import { frontConfig, tenantOfSubdomain } from '@parada/db/queries/tenants'
import { tenantOfHost } from '@parada/domain/session'
import type { FastifyInstance } from 'fastify'
import { mapSettings } from '../maps/serve-maps.ts'
import type { Dependencies } from './context.ts'
import type { ServePage } from './errors.ts'

const marker = /<script type="application\/json" id="parada-settings">.*?<\/script>/s

const originsOf = (urls: (string | undefined)[]) =>
  urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin.replace(/^null$/, url)] : []))

type Origins = { calls: string[]; map: string[]; sounds: string[] }

/** Allows blob: because the map reads its built-in outlines from a blob made by a worker of the page. */
const securityPolicy = (nonce: string, { calls, map, sounds }: Origins) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${["'self'", 'data:', 'blob:', ...map].join(' ')}`,
    "font-src 'self'",
    `media-src ${["'self'", ...sounds].join(' ')}`,
    `connect-src ${["'self'", ...calls, ...map, 'blob:'].join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

/**
 * Adds preload links for the signed-in frame and everything it imports; without them the browser would discover the
 * frame only when the first script runs. A folder that was built by other means may have no manifest, and gets no
 * links.
 */
const withFrameLinks = async (template: string, folder: string) => {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const manifest: Record<string, Chunk> = JSON.parse(text)
  const linksOf = ({ file, imports = [], css = [] }: Chunk): string[] => {
    if (template.includes(file)) return []
    return [
      `<link rel="modulepreload" crossorigin href="/${file}">`,
      ...css.map((sheet) => `<link rel="preload" as="style" crossorigin href="/${sheet}">`),
      ...imports.flatMap((key) => (manifest[key] ? linksOf(manifest[key]) : [])),
    ]
  }
  const links = Object.values(manifest)
    .filter(({ name }) => name === 'frame')
    .flatMap(linksOf)
  return template.replace('</head>', `${links.join('')}</head>`)
}

/** JSON that cannot close the script element around it. */
const asScriptText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Serves the built web application; its page carries the settings and branding of the requested tenant. */
export const servePages = async (
  app: FastifyInstance,
  folder: string,
  { config, database }: Dependencies,
): Promise<ServePage | undefined> => {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) return undefined
  const framed = await withFrameLinks(template, folder)
  const calls = originsOf([...Object.values(config.apiBases), config.broker.stompUrl])

  const settingsOf = async (host: string) => {
    const tenant = tenantOfHost(host, config.defaultTenant)
    const id = await tenantOfSubdomain(database.db, tenant)
    const map = await mapSettings(config)
    if (id === undefined) return { tenant, apiBases: config.apiBases, map }
    const { name, color, logo, sounds } = await database.inTenant(id, frontConfig)
    const demoUsers = (await demoUsersOf(database))?.filter(({ subdomain }) => subdomain === tenant)
    return { tenant, apiBases: config.apiBases, brand: { name, color, logo }, sounds, demoUsers, map }
  }

  const headers = (nonce: string, sounds: string[]) => ({
    'Content-Security-Policy': securityPolicy(nonce, { calls, map: config.map.origins, sounds }),
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), payment=()',
  })

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // The page itself is served below, with its settings and its policy.
    allowedPath: (path) => !path.endsWith('.html'),
    setHeaders: (reply, path) => {
      const isNamedByContent = path.includes('/assets/') || path.includes('\\assets\\')
      reply.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  return async (request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|$)|\.\w+$/.test(request.url.split('?')[0] ?? '')
    if (!isPage) return false
    const nonce = newKey(16)
    const settings = { sounds: undefined, ...(await settingsOf(request.host)), styleNonce: nonce }
    const page = (request.url.startsWith('/pages/') ? template : framed).replace(
      marker,
      () => `<script type="application/json" id="parada-settings">${asScriptText(settings)}</script>`,
    )
    reply
      .status(200)
      .headers(headers(nonce, originsOf(Object.values(settings.sounds ?? {}))))
      .type('text/html; charset=utf-8')
      .send(page)
    return true
  }
}
