import type { AnswerOf, ApiBase, BodyOf, Call, Envelope, Meta, Page, ParamsOf, QueryOf } from '@parada/contract/kit'
import { isPage, rowsHeader } from '@parada/contract/kit'
import { withoutEmpty } from '@parada/domain/list/list'
import { createContext, useContext } from 'react'
import type { Download, Progress } from './download.ts'

/** Why an API call failed. The message is ready to be shown. */
export class CallFailed extends Error {
  readonly status: number
  /** The field that a 400 refers to. */
  readonly field: string | undefined
  /** The HTTP status line, if a response arrived at all. */
  readonly http: { status: number; statusText: string } | undefined
  /** Further details of the refusal: the broken rule, or what others have changed in the meantime. */
  readonly meta: Partial<Meta>

  constructor(
    message: string,
    status: number,
    meta: Partial<Meta> = {},
    http?: Pick<Response, 'status' | 'statusText'>,
  ) {
    super(message)
    this.status = status
    this.meta = meta
    this.field = meta.field
    this.http = http && { status: http.status, statusText: http.statusText }
  }
}

/**
 * Whether the HTTP status was fine but the response was no success. That is shown as a warning, a failed call as an
 * error (document 3).
 */
export const isOddAnswer = ({ http }: CallFailed) => http !== undefined && http.status < 300

/** Turns anything thrown into a CallFailed. Status -1 marks a cause other than an API call. */
export const toFailure = (cause: unknown): CallFailed => {
  if (cause instanceof CallFailed) return cause
  return Object.assign(new CallFailed(cause instanceof Error ? cause.message : String(cause), -1), { cause })
}

type CallInput<C extends Call> = {
  params?: Omit<ParamsOf<C>, 'sd'>
  query?: Partial<QueryOf<C>>
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Keeps the request alive even if the page is closed. */
  keepalive?: boolean
  /** A stricter test for success, for calls that need one. */
  accept?: (status: number, answer: unknown) => boolean
} & (undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> })

export type Client = <C extends Call>(call: C, given?: CallInput<C>) => Promise<AnswerOf<C>>

export type ClientOptions = {
  tenant: string
  bases: Record<ApiBase, string>
  token: () => string | undefined
  /**
   * Called for every response, so that the session can renew its hour and handle 401 and 403 (document 1, section 8).
   */
  onAnswer: (answer: { base: ApiBase; status: number; call: Call; token: string | undefined; sentAt: number }) => void
  /** The text for the rule that the server refused the call by, in the reader's language. */
  say?: (problem: string, values: Meta['values']) => string
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const wrongParameters = () => Promise.reject(new CallFailed('Wrong parameters', 0))

const isSegment = (value: unknown) => (typeof value === 'string' && value !== '') || Number.isFinite(value)

/** The path with its parameters filled in; undefined if one is missing or cannot be a path segment. */
const fillPath = (path: string, params: Record<string, unknown>) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (!names.every((name) => isSegment(params[name]))) return undefined
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

const queryText = (query: object) => {
  const entries = Object.entries(withoutEmpty(query as Record<string, unknown>)).filter(([, value]) => value != null)
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

const isBody = (call: Call, body: unknown) =>
  call.takesBody ? typeof body === 'object' && body !== null : body === undefined

const unknown = 'Error desconocido'

/** Undefined if the body is not JSON, such as a proxy's error page. */
const readEnvelope = (text: string): Partial<Envelope> | undefined => {
  try {
    return (JSON.parse(text) as Partial<Envelope> | null) ?? undefined
  } catch {
    return undefined
  }
}

type Say = ClientOptions['say']

const messageOf = (meta: Meta | undefined, say: Say) =>
  (meta?.problem && say?.(meta.problem, meta.values)) || meta?.errorMessage

/** The plain-text message of a failed response (O2-59). HTML and JSON bodies are not meant for people. */
const wordsIn = (text: string) => (/^\s*[<{[]/.test(text) ? '' : text.trim().slice(0, 200))

const reasonOf = (text: string, response: Response, say: Say) => {
  const meta = readEnvelope(text)?.meta
  const message = messageOf(meta, say) || wordsIn(text) || response.statusText || text.slice(0, 200) || unknown
  return new CallFailed(message, response.status, meta, response)
}

const isEmpty = (answer: unknown) => answer === undefined || answer === null

/** Aborts on the given signal or on the call's own timeout, whichever comes first. */
const patience = ({ timeoutMs }: Call, signal: AbortSignal | undefined) => {
  if (timeoutMs === undefined) return signal
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

/** An AbortError is passed on. Any other error means that the response is missing or incomplete. */
const brokenOff = (cause: Error): never => {
  throw cause.name === 'AbortError' ? cause : new CallFailed(cause.message, 0)
}

type RawInput = Partial<Pick<CallInput<Call>, 'query' | 'signal' | 'headers' | 'keepalive'>> & {
  params?: object
  body?: unknown
}

/** Sends a call with tenant and token, and reports every response. */
const createSender = ({ tenant, bases, token, onAnswer, ...options }: ClientOptions) => {
  const send = options.fetch ?? ((...request) => fetch(...request))

  return async (call: Call, given: RawInput = {}) => {
    const path = fillPath(call.path, { ...given.params, sd: tenant })
    if (path === undefined || !isBody(call, given.body)) return wrongParameters()

    const headers = new Headers(given.headers)
    const signedIn = token()
    if (signedIn) headers.set('Token', signedIn)
    if (call.takesBody) headers.set('Content-Type', call.takesFile ? 'application/octet-stream' : 'application/json')

    const sentAt = Date.now()
    const response = await send(bases[call.base] + path + queryText(given.query ?? {}), {
      method: call.method,
      headers,
      body: call.takesFile ? (given.body as Blob) : call.takesBody ? JSON.stringify(given.body) : undefined,
      signal: patience(call, given.signal),
      ...(given.keepalive && { keepalive: true }),
    }).catch(brokenOff)
    onAnswer({ base: call.base, status: response.status, call, token: signedIn, sentAt })
    return response
  }
}

/** Reads the body in chunks and reports progress after each. */
const readBlob = async ({ body, headers }: Response, onProgress: (progress: Progress) => void) => {
  const rows = Number(headers.get(rowsHeader) ?? Number.NaN)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const tell = () => onProgress({ bytes, rows: Number.isNaN(rows) ? undefined : rows })
  tell()
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    bytes += value.length
    tell()
  }
  return new Blob(parts)
}

/** For calls that return a file instead of the envelope. */
export const createDownload = (options: ClientOptions): Download => {
  const send = createSender(options)
  return async (call, { onProgress = () => {}, ...given }) => {
    const response = await send(call, given)
    if (!response.ok) throw reasonOf(await response.text().catch(brokenOff), response, options.say)
    const data = await readBlob(response, onProgress).catch(brokenOff)
    return { data, disposition: response.headers.get('Content-Disposition') }
  }
}

/** The typed client: it knows paths, envelope and error texts, but no entities. */
export const createClient = (options: ClientOptions): Client => {
  const send = createSender(options)

  return async <C extends Call>(call: C, given?: CallInput<C>) => {
    // The server validates its responses against the contract, so they are not parsed again.
    const checked = (answer: unknown) => answer as AnswerOf<C>
    const response = await send(call, given)
    const text = await response.text().catch(brokenOff)
    if (!response.ok) throw reasonOf(text, response, options.say)
    if (response.status === 204 && call.code === 204) return checked(undefined)
    if (text === '') throw new CallFailed('Empty reponse', response.status, undefined, response)
    const envelope = readEnvelope(text)
    if (!envelope) throw reasonOf(text, response, options.say)
    if (!envelope.meta) throw new CallFailed('Empty reponse', response.status, undefined, response)
    const { meta, response: answer } = envelope
    if (call.mayBeEmpty && meta.code === 204) return checked(undefined)
    if (meta.code !== call.code)
      throw new CallFailed(messageOf(meta, options.say) ?? unknown, meta.code, meta, response)
    if (given?.accept && !given.accept(response.status, answer)) throw reasonOf(text, response, options.say)
    if (call.code !== 204 && isEmpty(answer)) throw new CallFailed('Empty reponse', meta.code, undefined, response)
    if (!isPage(call.response)) return checked(answer)
    const { [call.response.listKey]: rows = [], ...beside } = answer as Record<string, unknown[]>
    const page: Page<unknown> = { rows, totalQueryCount: meta.totalQueryCount ?? rows.length }
    if (call.response.beside) page.beside = beside
    if (meta.totalAmount !== undefined) page.totalAmount = meta.totalAmount
    if (meta.totals !== undefined) page.totals = meta.totals
    return checked(page)
  }
}

const ClientContext = createContext<Client | undefined>(undefined)
export const ClientProvider = ClientContext.Provider

export const useClient = () => {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useClient needs a ClientProvider')
  return client
}
