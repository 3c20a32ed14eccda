import { createHash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { signatureHeaders } from '@parada/contract/calls/suppliers'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { Problem, refuse } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the body as it came, for messages that are signed; empty for all others. */
    bodySha256: string
  }
  interface FastifyContextConfig {
    takesForm?: boolean
    takesFile?: boolean
  }
}

/** A signature is over the bytes that were sent: what JSON.parse made of them could not be hashed again. */
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

/** Deeper and longer than anything that a call takes. */
const deepest = 64
const mostValues = 50_000

/** What is too much of JSON, by its brackets and commas alone; those in its texts don't count. */
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

/** JSON is looked over before anything is made of it: what nests or goes on without end would cost every step after. */
export const readJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const excess = excessOf(text)
    if (excess) done(refuse.field('body', `body: ${excess}`), undefined)
    else parse(request, text, done)
  })
}

const formLimit = 16_384

/** Forms reach only the calls that ask for them: every other one keeps to JSON. */
export const readForms = (app: FastifyInstance) =>
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (request: FastifyRequest, text: string) => {
      if (!request.routeOptions.config.takesForm) throw new Problem(415, 'Send JSON')
      return Object.fromEntries(new URLSearchParams(text))
    },
  )

/** A file reaches its call as a stream: who may not make the call need not be listened to. */
export const readFiles = (app: FastifyInstance) =>
  app.addContentTypeParser('application/octet-stream', async (request: FastifyRequest, file: RequestPayload) => {
    if (!request.routeOptions.config.takesFile) throw new Problem(415, 'Send JSON')
    return file
  })
