import type { Access } from '@parada/domain/access/permissions'
import { z } from 'zod'

/** The five API bases of document 1, section 7; each may have a host of its own. */
export const apiBases = ['main', 'processor', 'parking', 'mobility', 'transport'] as const
export type ApiBase = (typeof apiBases)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Fields = z.ZodType<object>

/** The rows of a list, under the key that the documents give them; the totals are in meta. */
export type PageSpec<Row extends z.ZodType = z.ZodType, Beside extends z.ZodType = z.ZodType> = {
  listKey: string
  row: Row
  /** What the response holds besides the list. */
  beside?: Beside
}

/** A file instead of the envelope; errors still come in the envelope. */
export type FileSpec = { file: readonly string[] }

/** Sums of a list's amounts in one of its currencies. */
export const Total = z.object({ currency: z.string(), amounts: z.record(z.string(), z.number()) })
export type Total = z.output<typeof Total>

export type Page<Row, Beside = unknown> = {
  rows: Row[]
  totalQueryCount: number
  totalAmount?: number
  totals?: Total[]
  beside?: Beside
}

export type Call<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType | PageSpec | FileSpec = z.ZodType | PageSpec | FileSpec,
  Who extends Access = Access,
> = {
  base: ApiBase
  method: Method
  path: string
  access: Who
  /** Meta code on success; 204 has no response. */
  code: 200 | 201 | 204
  params: Params
  query: Query
  body: Body
  takesBody: boolean
  /** Also accepts the body as a form, for callers that are not browsers. */
  takesForm: boolean
  /** The body is a file, streamed only after every check has passed; all other calls take JSON. */
  takesFile: boolean
  /** Repeated with the same Idempotency-Key, it creates nothing new and sends the same response. */
  isIdempotent: boolean
  /** With an Undo-Key, everything it sends out is delayed, and all of it can be undone (services.undo). */
  mayBeUndone: boolean
  /** How long it can be undone, for calls that send nothing out; otherwise the default applies. */
  undoMs: number | undefined
  /** With nothing to return, it answers meta code 204 instead of 200 (document 2, section 9). */
  mayBeEmpty: boolean
  /** Called so often that only its problems are logged. */
  isFrequent: boolean
  /** Maximum body size, where larger than any other call needs. */
  mostBytes: number | undefined
  /** How long the browser waits for the response; by default as long as the connection lasts. */
  timeoutMs: number | undefined
  response: Response
  /** Headers read besides Token, for OpenAPI. */
  headers: readonly string[]
  summary: string
}

const tenantOnly = z.object({ sd: z.string() })
const nothing = z.strictObject({})
const noBody = z.undefined()

type CallDeclaration<Params, Query, Body, Response, Who> = {
  method: Method
  path: string
  access: Who
  summary: string
  response: Response
  base?: ApiBase
  code?: 200 | 201 | 204
  params?: Params
  query?: Query
  body?: Body
  headers?: readonly string[]
  takesForm?: boolean
  takesFile?: boolean
  isIdempotent?: boolean
  mayBeUndone?: boolean
  undoMs?: number
  mayBeEmpty?: boolean
  isFrequent?: boolean
  mostBytes?: number
  timeoutMs?: number
}

/** Declares a call once: the server binds it, and the client's types and OpenAPI are derived from it. */
export function call<
  Response extends z.ZodType | PageSpec | FileSpec,
  const Who extends Access,
  Params extends Fields = typeof tenantOnly,
  Query extends Fields = typeof nothing,
  Body extends z.ZodType = typeof noBody,
>(declared: CallDeclaration<Params, Query, Body, Response, Who>): Call<Params, Query, Body, Response, Who>
export function call(declared: CallDeclaration<Fields, Fields, z.ZodType, Call['response'], Access>): Call {
  return {
    base: 'main',
    code: 200,
    params: tenantOnly,
    query: nothing,
    body: noBody,
    headers: [...(declared.isIdempotent ? ['idempotency-key'] : []), ...(declared.mayBeUndone ? ['undo-key'] : [])],
    takesForm: false,
    takesFile: false,
    isIdempotent: false,
    mayBeUndone: false,
    undoMs: undefined,
    mayBeEmpty: false,
    isFrequent: false,
    mostBytes: undefined,
    timeoutMs: undefined,
    takesBody: declared.body !== undefined,
    ...declared,
  }
}

export type ParamsOf<C extends Call> = z.output<C['params']>
export type QueryOf<C extends Call> = z.output<C['query']>
export type BodyOf<C extends Call> = z.output<C['body']>
/** What a handler returns and the client receives; never a file. */
export type AnswerOf<C extends Call> =
  C['response'] extends PageSpec<infer Row, infer Beside>
    ? Page<z.output<Row>, z.output<Beside>>
    : C['response'] extends z.ZodType
      ? z.output<C['response']>
      : never

/** A record's id as a path segment. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Path parameters in addition to the tenant. */
export const withParams = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ sd: z.string(), ...shape })

export const isPage = (response: Call['response']): response is PageSpec => 'listKey' in response

export const isFile = (response: Call['response']): response is FileSpec => 'file' in response

/** Number of rows in a file, sent before the first of them. */
export const rowsHeader = 'X-Total-Rows'

/** The current version, and every change since the version that was sent. */
export const Conflict = z.object({
  version: z.number().int(),
  changes: z.array(
    z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), who: z.string(), at: z.number().int() }),
  ),
})
export type Conflict = z.output<typeof Conflict>

/** The part of the envelope that comes with every response. */
export const Meta = z.object({
  code: z.number().int(),
  errorMessage: z.string().optional(),
  /** With 400: the field, the message key of the broken rule, and the values for its text. */
  field: z.string().optional(),
  problem: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** With 409: what others changed since the version that was sent. */
  conflict: Conflict.optional(),
  /** With 416: the edit is not possible, but the booking may be cancelled and replaced by a new one. */
  allowCancelAndCreate: z.boolean().optional(),
  requestId: z.string().optional(),
  totalQueryCount: z.number().int().optional(),
  totalAmount: z.number().optional(),
  totals: z.array(Total).optional(),
})
export type Meta = z.output<typeof Meta>
export type Envelope<Response = unknown> = { meta: Meta; response?: Response }
