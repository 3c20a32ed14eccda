import type { Conflict } from '@parada/contract/kit'
import { isOverQuota, type OverQuota, quotaProblem } from '@parada/domain/message-quota'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { problemText } from '@parada/domain/problem/texts'

type Values = Record<string, string | number>
type More = {
  field?: string
  problem?: ProblemKey
  values?: Values
  retryAfterSeconds?: number
  conflict?: Conflict
  allowCancelAndCreate?: boolean
}

/**
 * A refusal that a person or program caused and can understand. Thrown, it rolls back the transaction of the request;
 * returned, the handler's writes are kept (such as a counted sign-in failure).
 */
export class Problem extends Error {
  readonly status: number
  readonly more: More

  constructor(status: number, message: string, more: More = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

export const refuse = {
  field: (field: string, message: string) => new Problem(400, message, { field }),
  /** A domain rule is broken: its key is for the interface, its text for everybody else. */
  rule: (problem: ProblemKey, field: string, values?: Values) =>
    new Problem(400, problemText(problem, values), { field, problem, ...(values && { values }) }),
  unauthenticated: (message = 'Not authenticated') => new Problem(401, message),
  forbidden: () => new Problem(403, 'Not authorized'),
  notFound: (message = 'Not found') => new Problem(404, message),
  conflict: (message: string) => new Problem(409, message),
  /**
   * The state of the record no longer allows it: a domain rule again, with what others changed if that is the reason.
   */
  state: (problem: ProblemKey, conflict?: Conflict) =>
    new Problem(409, problemText(problem), { problem, ...(conflict && { conflict }) }),
  /** An edit of dispatch info that came too late (document 2, section 8). */
  notPossible: (problem: ProblemKey, allowCancelAndCreate: boolean) =>
    new Problem(416, problemText(problem), { problem, allowCancelAndCreate }),
  /** What cannot be decided now, but can be in a moment. */
  later: (message: string, retryAfterSeconds: number) => new Problem(503, message, { retryAfterSeconds }),
  busyWithExports: () => {
    const problem = 'problems.exportsBusy'
    return new Problem(503, problemText(problem), { problem, retryAfterSeconds: 10 })
  },
  busyWithFiles: () => {
    const problem = 'problems.filesBusy'
    return new Problem(503, problemText(problem), { problem, retryAfterSeconds: 10 })
  },
  noSpace: () =>
    new Problem(507, 'The server’s disk is full, so nothing was saved. Try again later.', { retryAfterSeconds: 10 }),
  tooMany: (retryAfterSeconds: number) => {
    const values = { seconds: retryAfterSeconds }
    const problem = 'problems.tooManyAttempts'
    return new Problem(429, problemText(problem, values), { problem, values, retryAfterSeconds })
  },
}

/** What was sent. A message over its quota is refused with the time when the quota resets. */
export const unlessOverQuota = <Sent>(sent: Sent, now: Date): Exclude<Sent, OverQuota> => {
  if (!isOverQuota(sent)) return sent as Exclude<Sent, OverQuota>
  const values = { limit: sent.limit, time: sent.time }
  const problem = quotaProblem(sent)
  const retryAfterSeconds = Math.ceil((sent.freeAt - now.getTime()) / 1_000)
  throw new Problem(429, problemText(problem, values), { problem, values, retryAfterSeconds })
}
