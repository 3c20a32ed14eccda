import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** For HTML that brings no policy of its own: nothing in it runs, loads or is framed. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** For browsers that came over TLS, for a year. Other names of the operator's domain may not have it. */
const secureOnly = 'max-age=31536000'

export const safeHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** What every answer carries unless it says otherwise. A refusal before any route was found passes no hook: it asks for them itself. */
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
