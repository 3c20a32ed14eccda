import type { Database } from '@parada/db/open'
import type { FastifyReply } from 'fastify'

/** What there is when the transaction of a call is over. */
export type AfterCall = {
  database: Database
  /** Says that nobody waits for the answer any more. */
  signal: AbortSignal
}

export const untilGone = (reply: FastifyReply) => {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/**
 * What a handler answers when its work takes longer than a connection to the database should be held: the work begins
 * after every check and after the call's transaction.
 */
export class LaterAnswer<Answer> {
  readonly run: (after: AfterCall) => Promise<Answer>

  constructor(run: LaterAnswer<Answer>['run']) {
    this.run = run
  }
}
