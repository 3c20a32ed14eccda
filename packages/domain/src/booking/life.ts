import { bookingStatus } from '../codes.ts'
import { isKeyOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'

export type BookingStatus = (typeof bookingStatus)[keyof typeof bookingStatus]

/** The status before an action; 'none' is a booking that does not exist yet. */
type From = BookingStatus | 'none'
type Moves = Readonly<Partial<Record<From, readonly [BookingStatus, ...BookingStatus[]]>>>

const { created, requested, confirmed, unconfirmed, finished } = bookingStatus
const { handedOver, cancelledByUser, cancelledByCallCentre, replaced } = bookingStatus

const from = (statuses: readonly From[], ...to: [BookingStatus, ...BookingStatus[]]): Moves =>
  Object.fromEntries(statuses.map((status) => [status, to]))

const alive = [requested, confirmed, unconfirmed] as const
const open = [created, ...alive] as const
const anyEnd = [finished, cancelledByUser, cancelledByCallCentre, replaced] as const

/**
 * The actions on a booking, with the statuses they may start from and those they may lead to (document 2, section 4).
 * Anything not listed is refused.
 */
export const bookingActions = {
  create: from(['none'], created),
  /** Historic services and services to invoice are recorded after the ride. */
  register: from(['none'], finished),
  confirm: from([created], requested),
  /** By the supplier, or by a person in the confirm-service modal (O2-09). */
  accept: from([requested, unconfirmed], confirmed),
  /** The supplier releases the booking, or nobody answers. */
  unconfirm: from([requested, confirmed], unconfirmed),
  dispatch: from([requested, unconfirmed], requested),
  /** Ends the old booking as handed over; its successor is created for the next fleet. */
  redispatch: from(alive, handedOver),
  /** Withdraws the order but keeps the booking (O2-44); a confirmation ends with the order it answered. */
  cancelDispatch: { ...from([requested], requested), ...from([confirmed, unconfirmed], unconfirmed) },
  cancelByUser: from(open, cancelledByUser),
  cancelByCallCentre: from(open, cancelledByCallCentre),
  finish: from(alive, finished),
  replace: from(alive, replaced),
  edit: {
    ...from([...open, handedOver, replaced], ...anyEnd),
    ...from([finished, cancelledByCallCentre], finished, cancelledByCallCentre),
    ...from([cancelledByUser], finished, cancelledByUser),
  },
} satisfies Record<string, Moves>

export type BookingAction = keyof typeof bookingActions

/** The possible statuses after an action; empty if it is not allowed. */
export const targetsOf = (action: BookingAction, status: number | null | undefined): readonly BookingStatus[] => {
  const moves: Moves = bookingActions[action]
  const start = status ?? 'none'
  return (isKeyOf(moves, start) && moves[start]) || []
}

type StatusOutcome = { status: BookingStatus } | { problem: ProblemKey }

/** The status after an action. Only an edit has several targets, so it needs `chosen`. */
export const statusAfter = (
  action: BookingAction,
  status: number | null | undefined,
  chosen?: number | null,
): StatusOutcome => {
  const targets = targetsOf(action, status)
  const wanted = chosen ?? (targets.length === 1 ? targets[0] : undefined)
  const target = targets.find((one) => one === wanted)
  return target === undefined ? { problem: 'problems.actionNotAllowed' } : { status: target }
}

export const mayDo = (action: BookingAction, status: number | null | undefined) => targetsOf(action, status).length > 0
