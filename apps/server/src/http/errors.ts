import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { UnknownField } from '@parada/db/list/list'
import { DatabaseBusy, isDatabaseAway, isDiskFull, SecretsLocked } from '@parada/db/problems'
import { codeOf, messageOf } from '@parada/domain/errors'
import { membersOf } from '@parada/domain/objects'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { giveHeaders, safeHeaders } from './answer-headers.ts'
import { Problem, refuse } from './problem.ts'

const messages: Record<number, string> = {
  400: 'The request could not be read',
  404: 'Not found',
  414: 'Address too long',
  413: 'Request too large',
  415: 'Send JSON',
}

const faults = new WeakMap<FastifyRequest, unknown>()

/** The server-side error of a request, for its one line in the log. */
export const faultOf = (request: FastifyRequest) => faults.get(request)

const isAddress = (error: unknown) => codeOf(error) === 'FST_ERR_BAD_URL'

/** What the client may know of an error: everything about its own mistakes; about ours, only the request id. */
const problemOf = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error
  if (isDiskFull(error)) return refuse.noSpace()
  if (error instanceof DatabaseBusy) return refuse.later('The server is busy. Try again in a moment.', 2)
  // The reason names files on this machine, so only its administrators see it, in the log and at the start.
  if (error instanceof SecretsLocked)
    return refuse.later('The server can’t read its secrets. Its administrators have to give it its key.', 60)
  if (isDatabaseAway(error)) return refuse.later('The database can’t be reached. Try again in a moment.', 2)
  if (error instanceof UnknownField) return new Problem(400, error.message, { field: error.field })
  const { statusCode: status } = membersOf(error)
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  return new Problem(
    status,
    messages[status] ?? messageOf(error),
    status === 400 ? { field: isAddress(error) ? 'path' : 'body' } : {},
  )
}

/** Sends any error in the envelope, whether it occurred in a route or before one was found. */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = problemOf(error)
  giveHeaders(request, reply)
  if (!(error instanceof Problem) && (problem?.status ?? 500) >= 500) faults.set(request, error)
  if (!problem) {
    const meta = { code: 500, errorMessage: 'Internal error', requestId: request.id }
    return reply.status(500).send({ meta })
  }
  const { retryAfterSeconds, ...more } = problem.more
  if (retryAfterSeconds) reply.header('Retry-After', retryAfterSeconds)
  const { status: code, message: errorMessage } = problem
  return reply.status(code).send({ meta: { code, errorMessage, ...more, requestId: request.id } })
}

const beforeCalls: Readonly<Record<string, [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
}

/** Answers a connection that sent no valid HTTP request, or not in time. */
export const refuseConnection = (error: Error, socket: Socket) => {
  const [code, errorMessage] = beforeCalls[codeOf(error) ?? ''] ?? [400, 'The request could not be read']
  const body = JSON.stringify({ meta: { code, errorMessage } })
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...safeHeaders,
  }
  const head = [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  if (socket.writable && codeOf(error) !== 'ECONNRESET') socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}

/** Answers a path outside the API with a page of the web application; false if there is none for it. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** Sends every refusal and every error in the envelope. */
export const handleErrors = (app: FastifyInstance, servePage?: ServePage) => {
  app.setNotFoundHandler(async (request, reply) => {
    if (await servePage?.(request, reply)) return reply
    const meta = { code: 404, errorMessage: 'Not found', requestId: request.id }
    return reply.status(404).send({ meta })
  })
  app.setErrorHandler(sendProblem)
}
