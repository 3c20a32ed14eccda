/**
 * A refusal that a person or program caused and can understand. Thrown, it undoes the transaction of the call;
 * returned, what the handler wrote is kept (a counted sign-in failure, say).
 */
export class Problem extends Error {
  readonly status: number
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, more: { field?: string; retryAfterSeconds?: number } = {}) {
    super(message)
    this.status = status
    this.field = more.field
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const refuse = {
  field: (field: string, message: string) => new Problem(400, message, { field }),
  unauthenticated: (message = 'Not authenticated') => new Problem(401, message),
  forbidden: () => new Problem(403, 'Not authorized'),
  notFound: (message = 'Not found') => new Problem(404, message),
  conflict: (message: string) => new Problem(409, message),
  tooMany: (retryAfterSeconds: number) =>
    new Problem(429, `Too many attempts, try again in ${retryAfterSeconds} s`, { retryAfterSeconds }),
}
