import { keysOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { hours, minutes } from './duration.ts'

type FinishTimes = { start: number; arrival: number; finish: number; asap?: boolean | null }

/**
 * The rules that the typed times break (document 2, section 5; O2-41); an empty list means that the booking may be
 * finished. Exact limits pass (O3-64), and NaN fails every comparison it is in.
 */
export const finishProblems = ({ start, arrival, finish, asap }: FinishTimes) => {
  const kept = {
    'problems.arrivalBeforeStart': arrival >= start,
    'problems.arrivalTooLate': !!asap || arrival <= start + minutes(30),
    'problems.arrivalTooLateAsap': !asap || arrival <= start + hours(2),
    'problems.finishBeforeStart': finish >= start,
    'problems.finishBeforeArrival': finish >= arrival,
    'problems.finishTooLate': finish <= start + hours(24),
  } satisfies Partial<Record<ProblemKey, boolean>>
  return keysOf(kept).filter((rule) => !kept[rule])
}
