export type Circuit = { failures: number; openUntil: number | null }

const failuresToOpen = 5
const firstPause = 15_000
const longestPause = 600_000
/** Long enough for the single attempt after a pause. */
const trial = 10_000

/** Whether a message may be sent now; `trial` is the one attempt that shows whether the fleet is back. */
export const askCircuit = ({ openUntil }: Circuit, now: number): 'closed' | 'open' | 'trial' => {
  if (openUntil === null) return 'closed'
  return openUntil > now ? 'open' : 'trial'
}

/** During a trial all other messages keep waiting. */
export const onTrial = ({ failures }: Circuit, now: number): Circuit => ({ failures, openUntil: now + trial })

/** Stops sending for a while after several failures in a row, and for longer the more there are. */
export const afterFailure = ({ failures: before, openUntil }: Circuit, now: number): Circuit => {
  const failures = before + 1
  if (failures < failuresToOpen && openUntil === null) return { failures, openUntil: null }
  const pause = firstPause * 2 ** Math.min(Math.max(failures - failuresToOpen, 0), 10)
  return { failures, openUntil: now + Math.min(pause, longestPause) }
}

/** Stops sending for as long as the fleet itself has announced. */
export const whileUnavailable = (minutes: number, now: number): Circuit => ({
  failures: 0,
  openUntil: minutes === 0 ? null : now + minutes * 60_000,
})
