import { messageOf } from '@parada/domain/errors'
import { ProviderProblem } from './ask-json.ts'

export type GuardOptions = {
  name: string
  warn: (details: object, message: string) => void
  /** How long to wait for a response. */
  patienceMs: number
  now?: () => number
}

/** A request that waits holds a database connection, so only a few may wait at once. */
const mostWaiting = 6
const failuresToOpen = 3
const openMs = 30_000
const longestOpenMs = 600_000
const keptMs = 600_000
const mostKept = 500

/**
 * Queries a provider so that it can neither fail nor delay a request. The result is empty if the provider is slow,
 * broken or busy; it is left alone for a while after repeated failures, and the same query is not sent twice within
 * minutes.
 */
export const makeGuard = (options: GuardOptions) => {
  const { name, warn, patienceMs, now = Date.now } = options
  const kept = new Map<string, { answer: unknown; until: number }>()
  let waiting = 0
  let failures = 0
  let openUntil = 0

  const keep = (key: string, answer: unknown) => {
    kept.delete(key)
    kept.set(key, { answer, until: now() + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }

  const failed = (error: unknown) => {
    failures += 1
    const asked = error instanceof ProviderProblem ? error.retryAfterMs : undefined
    if (asked === undefined && failures < failuresToOpen) return
    const rest = Math.min(asked ?? openMs, longestOpenMs)
    openUntil = now() + rest
    warn({ provider: name, reason: messageOf(error), rest }, 'Provider left alone')
  }

  /** Ends at the timeout even if the provider ignores its signal. */
  const inTime = async <T>(ask: (signal: AbortSignal) => Promise<T>, outer: AbortSignal) => {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(patienceMs)])
    const over = Promise.withResolvers<never>()
    const giveUp = () => over.reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await Promise.race([ask(signal), over.promise])
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  return async <T>(key: string, nothing: T, outer: AbortSignal, ask: (signal: AbortSignal) => Promise<T>) => {
    const known = kept.get(key)
    if (known && known.until > now()) return known.answer as T
    if (outer.aborted || waiting >= mostWaiting || now() < openUntil) return nothing
    waiting += 1
    try {
      const found = await inTime(ask, outer)
      failures = 0
      keep(key, found)
      return found
    } catch (error) {
      // A query that the client aborted says nothing about the provider.
      if (!outer.aborted) failed(error)
      return nothing
    } finally {
      waiting -= 1
    }
  }
}
