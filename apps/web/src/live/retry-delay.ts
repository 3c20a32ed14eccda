const firstMs = 5_000
const mostMs = 60_000
/** What is started again is back within half a minute, and desks with it; only what stays away is asked less and less. */
const soonTries = 4
/** Desks that lost the same broker must not come back in the same instant: a thousand are let in over seconds. */
const spread = 0.5

/** 5 s, doubling to 60 s (O1-34), each up to a half shorter or longer at random. */
export const retryDelay = (failures: number, random: () => number) =>
  Math.round(
    Math.min(firstMs * 2 ** Math.max(0, failures + 1 - soonTries), mostMs) * (1 - spread + 2 * spread * random()),
  )

const mostReloadMs = 8_000

/** The first failure is tried again at once; then after 1 s, doubling to 8 s, so that a list is right soon after. */
export const reloadDelay = (failures: number, random: () => number) =>
  failures === 0 ? 0 : Math.round(Math.min(1_000 * 2 ** (failures - 1), mostReloadMs) * (1 - spread * random()))

/** Ends early when the signal does. */
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
