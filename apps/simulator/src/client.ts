import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { session } from '@parada/contract/calls/session'
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  type Envelope,
  isPage,
  type ParamsOf,
  type QueryOf,
} from '@parada/contract/kit'
import { type Grants, grantsOf } from '@parada/domain/access/permissions'
import { membersOf } from '@parada/domain/objects'

export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type CallInput<C extends Call> = {
  params?: Omit<ParamsOf<C>, 'sd'>
  query?: Partial<QueryOf<C>>
  body?: BodyOf<C>
  headers?: Record<string, string>
}

const answerWithin = 15_000
const attempts = 3

const addressOf = (api: string, { path }: Call, params: Record<string, unknown>, query: object) => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return `${api}${filled}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}

export const envelopeOf = async (answer: Response): Promise<Envelope> => JSON.parse(await answer.text())

/** Unwraps a response. The rows of a page are under a name of their own, its totals beside them. */
const read = <C extends Call>(call: C, { meta, response }: Envelope): AnswerOf<C> => {
  if (!isPage(call.response)) return response as AnswerOf<C>
  const { [call.response.listKey]: rows, ...beside } = membersOf(response)
  return { rows, totalQueryCount: meta.totalQueryCount ?? 0, beside } as AnswerOf<C>
}

/** Makes an API call of the contract. Network and server errors are retried with the same idempotency key. */
export const askOnce = async <C extends Call>(
  api: string,
  subdomain: string,
  call: C,
  { params, query = {}, body, headers = {} }: CallInput<C> = {},
): Promise<AnswerOf<C>> => {
  const address = addressOf(api, call, { ...params, sd: subdomain }, query)
  const init = {
    method: call.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(call.isIdempotent && { 'idempotency-key': randomUUID() }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(answerWithin) })
      const envelope = await envelopeOf(answer)
      if (answer.ok) return read(call, envelope)
      throw new Refused(
        answer.status,
        `${call.method} ${call.path} answered ${answer.status}: ${envelope.meta.errorMessage}`,
      )
    } catch (error) {
      const isFinal = error instanceof Refused && error.status < 500
      if (isFinal || attempt === attempts) throw error
      await wait(1_000 * attempt)
    }
  }
}

/**
 * How long to wait after a refused sign-in: somebody who has changed the password must not be locked out by attempts
 * with the old one.
 */
const afterRefusal = 600_000

const wireHash = (password: string) => createHash('sha1').update(password).digest('base64')

type Account = { subdomain: string; identifier: string; password: string }

/** A user who signs in on demand, and again after the session has ended. */
export const userOf = (api: string, { subdomain, identifier, password }: Account) => {
  let signedIn: Promise<{ token: string; grants: Grants }> | undefined
  let notBefore = 0

  const signIn = async () => {
    const pair = Buffer.from(`${identifier}:${wireHash(password)}`).toString('base64')
    const headers = { authorization: `Basic ${pair}` }
    const { token, permissions } = await askOnce(api, subdomain, session.signIn, { headers })
    return { token, grants: grantsOf(permissions) }
  }
  const signed = () => {
    if (!signedIn && Date.now() < notBefore) throw new Error(`${identifier} cannot sign in`)
    signedIn ??= signIn().catch((error) => {
      signedIn = undefined
      if (error instanceof Refused && error.status < 500) notBefore = Date.now() + afterRefusal
      throw error
    })
    return signedIn
  }

  const ask = async <C extends Call>(call: C, asked: CallInput<C> = {}): Promise<AnswerOf<C>> => {
    const { token } = await signed()
    try {
      return await askOnce(api, subdomain, call, { ...asked, headers: { ...asked.headers, token } })
    } catch (error) {
      if (error instanceof Refused && error.status === 401) signedIn = undefined
      throw error
    }
  }
  return { subdomain, ask, grants: async () => (await signed()).grants }
}
export type User = ReturnType<typeof userOf>
