import { bookingStatus } from '../codes.ts'
import { isKeyOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'

export type BookingStatus = (typeof bookingStatus)[keyof typeof bookingStatus]

/** Where an action may start; a booking that is not there yet has no status. */
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
 * What may happen to a booking: action, the statuses it may start from, the statuses it may lead to (document 2, section
 * 4). What is not written here is refused.
 */
export const bookingActions = {
  create: from(['none'], created),
  /** A historic service or one to invoice was driven before it is written down. */
  register: from(['none'], finished),
  confirm: from([created], requested),
  /** By the supplier, or by a person in the confirm-service modal (O2-09). */
  accept: from([requested, unconfirmed], confirmed),
  /** The supplier lets go, or nobody answers. */
  unconfirm: from([requested, confirmed], unconfirmed),
  dispatch: from([requested, unconfirmed], requested),
  /** The old booking ends as handed over; its successor is created for the next fleet. */
  redispatch: from(alive, handedOver),
  /** The order is withdrawn and the booking lives on (O2-44); a confirmation dies with the order that it answered. */
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

/** The statuses that an action may lead to; none when it is not allowed. */
export const targetsOf = (action: BookingAction, status: number | null | undefined): readonly BookingStatus[] => {
  const moves: Moves = bookingActions[action]
  const start = status ?? 'none'
  return (isKeyOf(moves, start) && moves[start]) || []
}

export type StatusOutcome = { status: BookingStatus } | { problem: ProblemKey }

/** The status that an action leads to. Only an edit leaves a choice, which is then to be given. */
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
