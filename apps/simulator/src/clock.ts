import { setTimeout as wait } from 'node:timers/promises'

/** So long at the most, so that whoever waits for a far-off moment sees in between whether it has moved. */
const longestPause = 20_000

/** Seconds as taxis live them: at speed 10 a minute's drive takes six seconds of the clock on the wall. */
export const makeClock = (speed: number) => ({
  speed,
  now: () => Date.now(),
  /** Ends early, by throwing, when the signal says so. */
  pause: (seconds: number, signal?: AbortSignal) =>
    wait<void>(Math.max(0, (seconds * 1_000) / speed), undefined, signal && { signal }),
  /** Until a moment on the wall that may be moved while one waits. */
  until: async (moment: () => number, signal?: AbortSignal) => {
    for (let rest = moment() - Date.now(); rest > 0; rest = moment() - Date.now())
      await wait(Math.min(rest, longestPause), undefined, signal && { signal })
  },
})
export type Clock = ReturnType<typeof makeClock>
