import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** For HTML without a policy of its own: nothing in it may run, load or be framed. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * For browsers that connect over TLS, for a year. Other hosts of the operator's domain may not have TLS, so they are
 * not included.
 */
const secureOnly = 'max-age=31536000'

export const safeHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/**
 * The headers of every response, unless it sets its own. Errors before a route is found run no hook and have to call
 * this themselves.
 */
export const giveHeaders = ({ protocol }: FastifyRequest, reply: FastifyReply) => {
  reply.headers({
    ...safeHeaders,
    ...(protocol === 'https' && { 'Strict-Transport-Security': secureOnly }),
  })
}

export const protectAnswers = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => giveHeaders(request, reply))
  app.addHook('onSend', async (_, reply) => {
    const isHtml = String(reply.getHeader('Content-Type') ?? '').startsWith('text/html')
    if (isHtml && !reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', closedPolicy)
  })
}
