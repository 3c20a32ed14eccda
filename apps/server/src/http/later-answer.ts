import type { Database } from '@parada/db/open'
import type { FastifyReply } from 'fastify'

/** What is available after the transaction of a request. */
export type AfterCall = {
  database: Database
  /** Aborted when nobody waits for the response any more. */
  signal: AbortSignal
}

export const untilGone = (reply: FastifyReply) => {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/**
 * What a handler returns if its work takes longer than a database connection should be held: the work begins after
 * every check and after the request's transaction.
 */
export class LaterAnswer<Answer> {
  readonly run: (after: AfterCall) => Promise<Answer>

  constructor(run: LaterAnswer<Answer>['run']) {
    this.run = run
  }
}
