const firstMs = 5_000
const mostMs = 60_000
/**
 * Number of attempts with the short delay, so that desks are back soon after a restart; only a longer outage is retried
 * less often.
 */
const soonTries = 4
/**
 * Share by which delays vary at random: a thousand desks that lost the same broker come back over seconds, not at once.
 */
const spread = 0.5

/** 5 s for the first attempts, then doubling to 60 s (O1-34); each delay is up to half shorter or longer at random. */
export const retryDelay = (failures: number, random: () => number) =>
  Math.round(
    Math.min(firstMs * 2 ** Math.max(0, failures + 1 - soonTries), mostMs) * (1 - spread + 2 * spread * random()),
  )

const mostReloadMs = 8_000

/** The first retry is immediate, the next after 1 s, doubling to 8 s, so that a list is soon correct again. */
export const reloadDelay = (failures: number, random: () => number) =>
  failures === 0 ? 0 : Math.round(Math.min(1_000 * 2 ** (failures - 1), mostReloadMs) * (1 - spread * random()))

/** Resolves early if the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (ms === 0 || signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
