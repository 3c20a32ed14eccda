import type { services } from '@parada/contract/calls/services'
import type { BodyOf } from '@parada/contract/kit'
import type { Tx } from '@parada/db/open'
import { changeBooking, lockBooking, type Work } from '@parada/db/queries/booking-changes'
import { liveOfSeries } from '@parada/db/queries/booking-references'
import { noteBefore } from '@parada/db/queries/holds'
import { tenantSettings } from '@parada/db/queries/tenants'
import { mayUseBooking } from '@parada/domain/access/bookings'
import { cancelDescription, cancellationMessage, cancelProblem, commentMinLength } from '@parada/domain/booking/cancel'
import { mayCancelDispatch, statusDispatchAfterCancel } from '@parada/domain/booking/dispatch'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { required } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { forgetPath, withdrawOrder, withoutTaxi } from '../../suppliers/orders.ts'
import { tenantLocale } from '../../words/tenant-locale.ts'
import { type Locale, words } from '../../words/words.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { giveBackOne } from '../record/authorization.ts'
import { keepMessage } from '../record/messages.ts'
import { moveTo } from '../record/move.ts'
import { settlePrice } from '../record/prices.ts'
import { checkVersion } from '../record/version.ts'

/**
 * The reasons that every tenant starts with (O2-28), in its language. Passengers and fleets have reasons of their own.
 */
export const cancelReasonsOf = async (tx: Tx) =>
  Object.entries(words[await tenantLocale(tx)].cancelReasons).map(([code, label]) => ({ code, label }))

type CancelInput = Pick<BodyOf<typeof services.cancel>, 'cancellationReasonCode' | 'comment' | 'message'>
type Reason = { code: string; label: string }
type CancelReason = keyof (typeof words)[Locale]['cancelReasons']
/** The reason for a cancellation, its comment, and the text of the message about it. */
type Why = { reason: Reason; comment?: string | null | undefined; text: string }

/** The reason, once checked that the tenant has it and that the comment is what it requires (document 2, section 5). */
const whyOf = async ({ tx }: ActingUser, { cancellationReasonCode, comment, message }: CancelInput): Promise<Why> => {
  const { cancelReasonMinLength } = await tenantSettings(tx)
  const reason = (await cancelReasonsOf(tx)).find(({ code }) => code === cancellationReasonCode)
  if (!reason) throw refuse.rule('problems.reasonRequired', 'cancellationReasonCode')
  const problem = cancelProblem({
    cancellationReasonCode,
    comment: comment ?? null,
    cancelReasonMinLength: cancelReasonMinLength ?? null,
  })
  const limits = { minLength: commentMinLength(cancelReasonMinLength), maxLength: constants.messageMaxLength }
  if (problem) throw refuse.rule(problem, 'comment', limits)
  const text = message?.message.trim() || [reason.label, comment?.trim()].filter(Boolean).join(': ')
  return { reason, comment, text: text.slice(0, constants.messageMaxLength) }
}

const cancelOne = async (work: Work, before: BookingRecord, { reason, comment, text }: Why) => {
  const move = moveTo(before, 'cancelByCallCentre')
  noteBefore(work.tx, work.tenant.id, work.hold, before)
  const withdrawn = await withdrawOrder(work, before, reason.label)
  if (isAlive(before.status)) await giveBackOne(work, before)
  const after = await changeBooking(work, 'cancel', before, {
    ...withdrawn,
    ...move,
    ...(isAlive(before.status) && (await settlePrice(work, { ...before, ...move }))),
    cancellationReasonCode: reason.code,
    cancellationReasonDescription: cancelDescription(reason, comment),
    timeServiceCancelled: work.now.getTime(),
  })
  await keepMessage(work, after, cancellationMessage({ message: text }))
  return after
}

/**
 * Cancels for a reason that was not entered at the desk and needs no check; the comment, if any, becomes the message.
 */
export const cancelFor = async (work: Work, before: BookingRecord, code: CancelReason, comment?: string) => {
  const label = words[await tenantLocale(work.tx)].cancelReasons[code]
  return cancelOne(work, before, { reason: { code, label }, comment, text: comment || label })
}

/** Withdraws the order and keeps the booking alive, on hold until somebody dispatches it again (O2-44). */
const cancelDispatch = async (work: Work, before: BookingRecord, { reason, text }: Why) => {
  if (!mayCancelDispatch(before.statusDispatch)) throw refuse.state('problems.hasTaxi')
  const move = moveTo(before, 'cancelDispatch')
  noteBefore(work.tx, work.tenant.id, work.hold, before)
  const withdrawn = await withdrawOrder(work, before, reason.label)
  await forgetPath(work, before)
  const after = await changeBooking(work, 'cancelDispatch', before, {
    ...withoutTaxi,
    ...withdrawn,
    ...move,
    statusDispatch: statusDispatchAfterCancel,
    cancellationDispatch: true,
  })
  await keepMessage(work, after, cancellationMessage({ message: text }))
  return after
}

export const cancelBooking = async (acting: ActingUser, id: number, input: BodyOf<typeof services.cancel>) => {
  const before = await bookingFor(acting, id, { lock: true })
  await checkVersion(acting, before, input.version)
  const why = await whyOf(acting, input)
  const cancel = input.cancellationDispatch ? cancelDispatch : cancelOne
  return cancel(workOf(acting), before, why)
}

/** Cancels every booking of a series that is still alive, each as it would be on its own; all of them or none. */
export const cancelSeries = async (acting: ActingUser, id: number, input: CancelInput) => {
  const named = await bookingFor(acting, id)
  const why = await whyOf(acting, input)
  const work = workOf(acting)
  const live = await liveOfSeries(work.tx, work.tenant.id, named.idCopyFrom ?? named.id)
  if (live.length === 0) throw refuse.state('problems.seriesEnded')
  for (const one of live) {
    const before = required(await lockBooking(work.tx, work.tenant.id, one.id))
    if (!mayUseBooking(acting.user, 'work', before)) throw refuse.forbidden()
    await cancelOne(work, before, why)
  }
  return live.map((one) => one.id)
}
