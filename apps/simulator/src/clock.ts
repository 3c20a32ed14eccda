import { setTimeout as wait } from 'node:timers/promises'

/** Upper limit of a single pause, so that a wait for a distant moment notices when that moment has moved. */
const longestPause = 20_000

/** Measures time in taxis' seconds: at speed 10, a minute's drive takes six real seconds. */
export const makeClock = (speed: number) => ({
  speed,
  now: () => Date.now(),
  /** Rejects early if the signal is aborted. */
  pause: (seconds: number, signal?: AbortSignal) =>
    wait<void>(Math.max(0, (seconds * 1_000) / speed), undefined, signal && { signal }),
  /** Waits for a moment in real time that may move in the meantime. */
  until: async (moment: () => number, signal?: AbortSignal) => {
    for (let rest = moment() - Date.now(); rest > 0; rest = moment() - Date.now())
      await wait(Math.min(rest, longestPause), undefined, signal && { signal })
  },
})
export type Clock = ReturnType<typeof makeClock>
