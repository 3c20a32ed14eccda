import { type BookingBreak, breakProblems } from '../booking/breaks.ts'
import type { Zone } from '../booking/calendar.ts'
import { messageProblem } from '../booking/messages.ts'
import { destinationProblem, isPlaceComplete, originProblem } from '../booking/places.ts'
import { readRecurringDates } from '../booking/recurring.ts'
import { filterPolicyProblem } from '../booking/required.ts'
import { asapFromStart, startProblem } from '../booking/start.ts'
import { dateTimeServiceStart, hourTimeServiceStart } from '../booking/texts.ts'
import { constants } from '../constants.ts'
import { normalPhone } from '../phone.ts'
import type { ProblemKey } from '../problem/keys.ts'
import type { Draft } from './draft.ts'
import { reduceDraft } from './reduce-draft.ts'
import { readStart } from './time-phrase.ts'

/** The tenant's settings and the current time, for checking a draft. */
export type WizardRules = {
  now: number
  timeZone?: Zone
  mandatoryDestination?: boolean
  asapFromStartTime?: boolean
  /** The account fields that the draft's account asks for. */
  breaks?: readonly BookingBreak[]
}

/** What blocks a step, and the field where to correct it. */
export type FieldProblem = { field: string; problem: ProblemKey; values?: Record<string, string | number> }

const missing = (field: string): FieldProblem => ({
  field,
  problem: 'problems.missingProperty',
  values: { name: field },
})
const at = (field: string, problem: ProblemKey | undefined): FieldProblem | undefined => problem && { field, problem }

const isPhone = (text: string) => /^\+?\d{6,15}$/.test(normalPhone(text))
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

const customerProblem = (draft: Draft): FieldProblem | undefined => {
  if (draft.kind === 'caller') {
    if (!draft.phoneNumber.trim()) return missing('phoneNumber')
    return isPhone(draft.phoneNumber) ? undefined : { field: 'phoneNumber', problem: 'problems.numberInvalid' }
  }
  if (!draft.subscriberCode.trim()) return missing('subscriberCode')
  if (!draft.userNumber.trim()) return missing('userNumber')
  if (!draft.customer?.idAuthorization) return { field: 'userNumber', problem: 'problems.authorizationNotFound' }
  return at('userNumber', draft.customer.problem ?? undefined)
}

/** An empty time means now for a new booking; rides already driven need one. */
export const startOf = ({ variant, when }: Pick<Draft, 'variant' | 'when'>, { now, timeZone }: WizardRules) =>
  when.trim() === '' && variant === 'new-booking' ? { start: now, asap: true } : readStart(when, now, timeZone)

const whenProblem = (draft: Draft, rules: WizardRules): FieldProblem | undefined => {
  const { now, timeZone } = rules
  if (draft.when.trim() === '' && draft.variant !== 'new-booking') return missing('when')
  const read = startOf(draft, rules)
  if (!read) return { field: 'when', problem: 'problems.startNotUnderstood' }
  const problem = startProblem({ kind: draft.variant, ...read, now, timeZone: timeZone ?? null })
  const told = { timeBookingStartTimestamp: read.start, timeZone: timeZone ?? null }
  return (
    problem && {
      field: 'when',
      problem,
      values: { date: dateTimeServiceStart(told), time: hourTimeServiceStart(told) },
    }
  )
}

const notesProblem = ({ notes }: Draft): FieldProblem | undefined =>
  notes.trim() && messageProblem(notes)
    ? { field: 'notes', problem: 'problems.messageTooLong', values: { maxLength: constants.messageMaxLength } }
    : undefined

const routeProblem = (draft: Draft, rules: WizardRules): FieldProblem | undefined => {
  const ends = { ...draft, mandatoryDestination: rules.mandatoryDestination ?? false }
  const stop = draft.stops.findIndex((one) => !isPlaceComplete(one))
  return (
    at('origin', originProblem(ends)) ??
    at('destination', destinationProblem(ends)) ??
    (stop >= 0 ? { field: `stop${stop}`, problem: 'problems.stopNotComplete' as const } : undefined) ??
    whenProblem(draft, rules) ??
    notesProblem(draft)
  )
}

const breakProblem = (draft: Draft, { breaks = [] }: WizardRules): FieldProblem | undefined => {
  const [first] = breakProblems(breaks.map((one) => ({ ...one, value: draft.breaks[one.id] ?? '' })))
  return first && { field: `break${first.id}`, problem: first.problem }
}

const recurringProblem = ({ recurringDates, start }: Draft, { now, timeZone }: WizardRules) => {
  const { problems } = readRecurringDates(recurringDates, { start: start ?? now, now, timeZone: timeZone ?? null })
  return at('recurringDates', problems[0]?.problem)
}

const termsProblem = (draft: Draft, rules: WizardRules): FieldProblem | undefined => {
  if (!draft.phoneNumberPassenger.trim()) return missing('phoneNumberPassenger')
  if (!draft.idFleet) return missing('idFleet')
  const email = draft.emailPassenger.trim()
  const isNegative = (draft.priceCustomerTotal ?? 0) < 0
  return (
    at('fleetFilterPolicy', filterPolicyProblem(draft.hasFilterPolicy, draft.fleetFilterPolicy)) ??
    breakProblem(draft, rules) ??
    at('emailPassenger', email && !isEmail(email) ? 'problems.emailInvalid' : undefined) ??
    at('priceCustomerTotal', isNegative ? 'problems.priceNegative' : undefined) ??
    recurringProblem(draft, rules)
  )
}

/** The first problem that blocks the current step or, in step 3, the booking itself. */
export const stepProblem = (draft: Draft, rules: WizardRules): FieldProblem | undefined => {
  if (draft.step === 1) return customerProblem(draft)
  return draft.step === 2 ? routeProblem(draft, rules) : termsProblem(draft, rules)
}

/** The draft one step further, or the problem that keeps it where it is. */
export const advance = (draft: Draft, rules: WizardRules): { draft: Draft; problem?: FieldProblem } => {
  const problem = stepProblem(draft, rules)
  if (problem || draft.step === 3) return problem ? { draft, problem } : { draft }
  const read = draft.step === 2 ? startOf(draft, rules) : undefined
  if (!read) return { draft: reduceDraft(draft, { type: 'movedOn' }) }
  // The start has been checked as typed; only now may it count as soon as possible, which would allow a past one.
  const isSoon = draft.variant === 'new-booking' && !!rules.asapFromStartTime
  const asap = isSoon ? asapFromStart(read.start, rules.now) : read.asap
  const known = reduceDraft(draft, { type: 'startRead', start: read.start, asap })
  return { draft: reduceDraft(known, { type: 'movedOn' }) }
}

/** Advances through every step that is complete. */
export const advanceFar = (draft: Draft, rules: WizardRules): Draft => {
  const { draft: next } = advance(draft, rules)
  return next.step === draft.step ? next : advanceFar(next, rules)
}
