export type Failures = { count: number; last: number }

const free = 3
const longest = 15 * 60_000
const forgotten = 60 * 60_000

/** How long sign-in is blocked after consecutive failures: three are free, then 1 s, doubling up to 15 minutes. */
export const delayAfter = (failures: number) =>
  failures <= free ? 0 : Math.min(longest, 1_000 * 2 ** Math.min(failures - free - 1, 30))

const isForgotten = ({ last }: Failures, now: number) => now - last >= forgotten

/** Adds a failure; after an hour without any, the count starts again. */
export const afterFailure = (failures: Failures | undefined, now: number): Failures => ({
  count: failures && !isForgotten(failures, now) ? failures.count + 1 : 1,
  last: now,
})

/** Milliseconds until the next attempt is allowed; a free failure recorded by a clock ahead of ours adds none. */
export const blockedFor = (failures: Failures | undefined, now: number) => {
  const delay = failures && !isForgotten(failures, now) ? delayAfter(failures.count) : 0
  return failures && delay > 0 ? Math.max(0, failures.last + delay - now) : 0
}
