import { createHash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { signatureHeaders } from '@parada/contract/calls/suppliers'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { Problem, refuse } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the raw body if the request is signed, otherwise empty. */
    bodySha256: string
  }
  interface FastifyContextConfig {
    takesForm?: boolean
    takesFile?: boolean
  }
}

/** Hashes the raw body of signed requests: a signature covers the bytes as sent, which parsed JSON no longer has. */
export const hashBodies = (app: FastifyInstance) => {
  app.decorateRequest('bodySha256', '')
  app.addHook('preParsing', (request, _, payload, done) => {
    if (request.headers[signatureHeaders.signature] === undefined) return done(null, payload)
    const hash = createHash('sha256')
    const passing: RequestPayload & Transform = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        hash.update(chunk)
        passing.receivedEncodedLength = (passing.receivedEncodedLength ?? 0) + chunk.length
        next(null, chunk)
      },
      flush: (next) => {
        request.bodySha256 = hash.digest('hex')
        next()
      },
    })
    done(
      null,
      pipeline(payload, passing, () => {}),
    )
  })
}

/** Deeper and longer than any body that a call accepts. */
const deepest = 64
const mostValues = 50_000

/** How a JSON text exceeds the limits, judged by its brackets and commas outside strings. */
const excessOf = (json: string) => {
  let depth = 0
  let values = 1
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') isInText = !isInText
    else if (isInText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    else if (sign === ',') values++
    if (depth > deepest) return `must not be nested deeper than ${deepest} levels`
    if (values > mostValues) return `must not hold more than ${mostValues} values`
  }
  return undefined
}

/** Checks JSON before it is parsed: deep nesting or endless lists would slow every later step. */
export const readJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const excess = excessOf(text)
    if (excess) done(refuse.field('body', `body: ${excess}`), undefined)
    else parse(request, text, done)
  })
}

const formLimit = 16_384

/** Accepts forms only for calls that declare them; all others accept only JSON. */
export const readForms = (app: FastifyInstance) =>
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (request: FastifyRequest, text: string) => {
      if (!request.routeOptions.config.takesForm) throw new Problem(415, 'Send JSON')
      return Object.fromEntries(new URLSearchParams(text))
    },
  )

/** Passes a file to its handler as a stream, so that it need not be read if the user may not make the call. */
export const readFiles = (app: FastifyInstance) =>
  app.addContentTypeParser('application/octet-stream', async (request: FastifyRequest, file: RequestPayload) => {
    if (!request.routeOptions.config.takesFile) throw new Problem(415, 'Send JSON')
    return file
  })
