import { tenantOfHost } from '@parada/domain/session'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whether a host name always means this machine. */
const isLocalName = (hostname: string, subdomain?: string) =>
  ['localhost', '[::1]', ...(subdomain ? [`${subdomain}.localhost`] : [])].includes(hostname) ||
  /^127(\.\d+){3}$/.test(hostname)

/**
 * Where the tenant's pages are. The sender chooses the Host header, so without PUBLIC_URL it is trusted only if it
 * names this machine; any other host must not end up in a mail to somebody else.
 */
export const tenantAddress = (publicUrl: string | undefined, subdomain: string, origin: string) => {
  if (publicUrl) return publicUrl.replace('{sd}', subdomain).replace(/\/$/, '')
  const asked = URL.canParse(origin) ? new URL(origin) : undefined
  return asked && isLocalName(asked.hostname, subdomain) ? asked.origin : undefined
}

/**
 * Whether a request comes from a page of the tenant that it addresses. Programs send no Origin; a browser always does
 * when it opens a socket. Without PUBLIC_URL the page must have the host name of the request.
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
 * Whether a request comes from a program on this machine. A local proxy only forwards the requests of others, and shows
 * it in a header or in the requested host.
 */
export const isFromThisMachine = ({ socket, headers, hostname }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  isLocalName(hostname) &&
  !Object.keys(headers).some((name) => forwarding.test(name))
