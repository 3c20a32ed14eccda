import { membersOf } from '@parada/domain/objects'
import type { FastifyRequest } from 'fastify'

/**
 * Query parameters that name no person and may be logged. A value in any other form may be something typed by mistake.
 */
const harmlessQuery = new Map([
  ['pageNumber', /^\d{1,7}$/],
  ['resultsPerPage', /^\d{1,3}$/],
  ['orderBy', /^[a-z]\w{0,60} (ASC|DESC)$/i],
  // A timestamp in milliseconds has more digits than a phone number.
  ['from', /^\d{13}$/],
  ['to', /^\d{13}$/],
])

const isTenant = (value: string) => /^(?=.*[a-z])[a-z\d-]{1,63}$/i.test(value)
const isRecord = (name: string, value: string) => /^id([A-Z]|$)/.test(name) && /^\d{1,15}$/.test(value)

const isHarmless = (name: string, value: unknown): value is string =>
  typeof value === 'string' &&
  (name === 'sd' ? isTenant(value) : name === 'format' ? /^[a-z]{1,10}$/.test(value) : isRecord(name, value))

/** The address of a page may contain a phone number and that of a file any text, so only the first word is logged. */
const firstWord = (url: string) => {
  const [first = '', ...rest] = url
    .replace(/[?#].*$/s, '')
    .slice(1)
    .split('/')
  if (first === '') return '/'
  const word = /^[a-z][a-z-]{0,30}$/i.test(first) ? first : undefined
  if (word === undefined) return '/…'
  return rest.length > 0 ? `/${word}/…` : `/${word}`
}

const addressOf = ({ url, params, query, routeOptions }: FastifyRequest) => {
  const route = routeOptions?.url
  if (route === undefined || route.includes('*')) return firstWord(url)
  const given = membersOf(params)
  const path = route.replaceAll(/:(\w+)/g, (whole, name) => (isHarmless(name, given[name]) ? given[name] : whole))
  const kept = Object.entries(membersOf(query)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && harmlessQuery.get(name)?.test(value) ? [[name, value]] : [],
  )
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

/** A request as it is logged: its route, and only those parameters that reveal nothing about anybody. */
export const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: addressOf(request),
  host: request.host,
  remoteAddress: request.ip,
  remotePort: request.socket?.remotePort,
})
