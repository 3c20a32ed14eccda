import { type Call, type Envelope, Meta } from '@parada/contract/kit'
import { responseProblem } from '@parada/contract/testing'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const problemOf = (call: Call, status: number, { meta, response }: Partial<Envelope>) => {
  const read = Meta.strict().safeParse(meta)
  if (!read.success) return `meta: ${z.prettifyError(read.error)}`
  return status >= 400 ? undefined : responseProblem(call, response)
}

/** Checks every response in a test against the contract. */
export const checkAnswers = (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config as { call?: Call }
    if (!call || typeof payload !== 'string') return payload
    const problem = problemOf(call, reply.statusCode, JSON.parse(payload))
    if (!problem) return payload
    reply.code(599)
    const errorMessage = `${call.method} ${call.path} broke the contract: ${problem}`
    return JSON.stringify({ meta: { code: 599, errorMessage } })
  })
}
