import type { ProblemKey } from '../problem/keys.ts'
import { endOfDay, startOfDay, type Zone } from './calendar.ts'
import { minutes } from './duration.ts'

/** The first and last moment allowed; historic services and services to invoice have no first one (O2-14). */
type StartWindow = { from?: number; to: number }

const days = {
  'new-booking': { first: -1, last: 365 },
  'to-invoice': { last: 0 },
  historic: { last: 0 },
  'dispatch-info': { first: -1, last: 30 },
  'cancel-and-create': { first: -1, last: 30 },
} as const satisfies Record<string, { first?: number; last: number }>

export type StartKind = keyof typeof days

/** What a start picker offers: whole calendar days in the booking's zone. */
export const startWindow = (kind: StartKind, now: number, timeZone?: Zone): StartWindow => {
  const { first, last }: { first?: number; last: number } = days[kind]
  const to = endOfDay(now, timeZone, last)
  return first === undefined ? { to } : { from: startOfDay(now, timeZone, first), to }
}

const longestPastStart = minutes(60)
const shortestLead = minutes(15)
const editLock = minutes(30)

export type StartQuestion = { kind: StartKind; start: number; asap?: boolean | null; now: number; timeZone?: Zone }

const isTooLate = (kind: StartKind, start: number, now: number, timeZone: Zone) =>
  !(start <= startWindow(kind, now, timeZone).to)

const newBookingProblem = ({ kind, start, asap, now, timeZone }: StartQuestion): ProblemKey | undefined => {
  if (!asap && start < now - longestPastStart) return 'problems.startInPast'
  const { from = start } = startWindow(kind, now, timeZone)
  return start < from || isTooLate(kind, start, now, timeZone) ? 'problems.startOutOfRange' : undefined
}

/** Exactly 15 minutes ahead is still too early (O3-64). */
const dispatchInfoProblem = ({ kind, start, asap, now, timeZone }: StartQuestion): ProblemKey | undefined => {
  if (asap) return undefined
  if (start <= now + shortestLead) return 'problems.dateTooEarly'
  return isTooLate(kind, start, now, timeZone) ? 'problems.startOutOfRange' : undefined
}

const drivenProblem = ({ kind, start, now, timeZone }: StartQuestion): ProblemKey | undefined =>
  isTooLate(kind, start, now, timeZone) ? 'problems.startAfterToday' : undefined

const problemOf: Record<StartKind, (question: StartQuestion) => ProblemKey | undefined> = {
  'new-booking': newBookingProblem,
  'to-invoice': drivenProblem,
  historic: drivenProblem,
  'dispatch-info': dispatchInfoProblem,
  /** A past start becomes now, so only the far end can be out of range. */
  'cancel-and-create': ({ kind, start, now, timeZone }) =>
    isTooLate(kind, start, now, timeZone) ? 'problems.startOutOfRange' : undefined,
}

export const startProblem = (question: StartQuestion) => problemOf[question.kind](question)

/** The start that cancel-and-create sends. */
export const startNotPast = (start: number, now: number) => Math.max(start, now)

/** The start that an update of the dispatch info stores. */
export const dispatchInfoStart = ({ start, asap, now }: { start: number; asap?: boolean | null; now: number }) =>
  asap ? now : start

export const isDispatchEditLocked = (start: number, now: number) => now - start > editLock

/** Whether a start counts as soon as possible, for tenants with asapFromStartTime (O2-12). */
export const asapFromStart = (start: number, now: number) => start - now <= shortestLead
