import { tenantOfHost } from '@parada/domain/session'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** A name of this machine that leads nowhere else. */
export const isLocalName = (hostname: string, subdomain?: string) =>
  ['localhost', '[::1]', ...(subdomain ? [`${subdomain}.localhost`] : [])].includes(hostname) ||
  /^127(\.\d+){3}$/.test(hostname)

/**
 * Where the tenant's pages are. A Host header is whatever its sender wrote: believed where it names this machine, and otherwise
 * nothing that may stand in a mail to somebody else.
 */
export const tenantAddress = (publicUrl: string | undefined, subdomain: string, origin: string) => {
  if (publicUrl) return publicUrl.replace('{sd}', subdomain).replace(/\/$/, '')
  const asked = URL.canParse(origin) ? new URL(origin) : undefined
  return asked && isLocalName(asked.hostname, subdomain) ? asked.origin : undefined
}

/**
 * Whether a request comes from a page of the tenant that it asks for. Programs send no Origin; a browser always does when it opens
 * a socket. Without PUBLIC_URL the page has to be of the host that is asked.
 */
export const isFromOwnPage = (
  { publicUrl, defaultTenant }: Pick<Config, 'publicUrl' | 'defaultTenant'>,
  { headers: { origin }, host, hostname }: Pick<FastifyRequest, 'headers' | 'host' | 'hostname'>,
) => {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const tenant = tenantOfHost(host, defaultTenant)
  if (isLocalName(page.hostname, tenant)) return true
  const address = tenantAddress(publicUrl, tenant, origin)
  return address && URL.canParse(address) ? new URL(address).origin === page.origin : page.hostname === hostname
}

const forwarding = /^(x-)?forwarded\b|^via$|^x-real-ip$/

/**
 * From a program on this machine. A proxy on it only passes others' requests on, and shows it in a header or in the host that
 * they asked for.
 */
export const isFromThisMachine = ({ socket, headers, hostname }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  isLocalName(hostname) &&
  !Object.keys(headers).some((name) => forwarding.test(name))
