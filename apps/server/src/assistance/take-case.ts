import type { InsurerCase } from '@parada/contract/calls/assistance'
import { clockSkewSeconds } from '@parada/contract/calls/suppliers'
import { type CaseChange, cases, type Insurer, lockCaseNamed } from '@parada/db/queries/assistance'
import { lockBooking } from '@parada/db/queries/booking-changes'
import {
  type CaseDetails,
  type CaseProblem,
  type CaseRecord,
  detailsOf,
  takenFrom,
} from '@parada/domain/assistance/case'
import { isAlive } from '@parada/domain/codes'
import { type ActingUser, workOf } from '../booking/access.ts'
import { cancelFor } from '../booking/actions/cancel.ts'
import { refuse } from '../http/problem.ts'
import { bookCase } from './book-case.ts'

/** The permissions of an insurer on bookings: what a case needs, and nothing that only a person may decide. */
const grants = new Map([
  ['dispatchServiceByFleet', 'all'],
  ['dispatchServiceToAnyFleet', 'true'],
  ['editServiceByFleet', 'all'],
])

type Call = Pick<ActingUser, 'tx' | 'tenant' | 'now' | 'log'>

const actingAs = (call: Call, { id: idInsurer, name }: Insurer): ActingUser => ({
  ...{ tx: call.tx, tenant: call.tenant, now: call.now, log: call.log },
  user: { id: null, idInsurer, name, surname: '', grants },
})

const statusOf = async ({ tx, tenant }: Call, { idService, isCancelled }: CaseRecord) => {
  const booking = idService === null ? undefined : await lockBooking(tx, tenant.id, idService)
  return { booking, isOver: isCancelled || (booking !== undefined && !isAlive(booking.status)) }
}

const answerOf = async (call: Call, found: CaseRecord, repeated: boolean) => {
  const { booking } = await statusOf(call, found)
  const { id, idService, errorMessage } = found
  return { id, idService, status: booking?.status ?? null, errorMessage, repeated }
}

const wrongWith = (problems: CaseProblem[]): CaseChange => ({
  problems,
  errorMessage: problems.map(({ message }) => message).join(' · '),
})

/** Messages older than the last one are ignored, so one dated in the future would block all that follow. */
const checkTime = ({ now }: Call, at: number) => {
  if (at > now.getTime() + clockSkewSeconds * 1_000) throw refuse.field('at', 'at: must not be in the future')
}

/** An as-soon-as-possible case keeps the time of its first arrival as its start. */
const detailsFrom = (sent: InsurerCase, before: CaseRecord | undefined, now: number): CaseDetails => ({
  ...detailsOf({ ...sent, fechaServicio: 0, features: sent.features.join(',') }),
  fechaServicio: sent.fechaServicio ?? (before?.sent.asap ? (before.sent.fechaServicio ?? now) : now),
})

const isSame = (details: CaseDetails, before: CaseRecord) =>
  Object.entries(details).every(([name, value]) => {
    const known: Readonly<Record<string, unknown>> = before.sent
    return JSON.stringify(known[name]) === JSON.stringify(value)
  })

/**
 * Takes a case that an insurer posts. Posting the same content again changes nothing; new content changes the case and
 * its booking, except for fields that a person has edited.
 */
export const takeCase = async (call: Call, insurer: Insurer, body: InsurerCase) => {
  const acting = actingAs(call, insurer)
  const work = workOf(acting)
  const { codExpediente, numServicio, at } = body
  checkTime(call, at)
  const before = await lockCaseNamed(call.tx, call.tenant.id, insurer.id, body)
  const details = detailsFrom(body, before, call.now.getTime())
  if (before && (at < before.sentAt || isSame(details, before))) return answerOf(call, before, true)
  if (before?.isCancelled) throw refuse.state('problems.caseCancelled')
  if (before && (await statusOf(call, before)).isOver) throw refuse.state('problems.bookingEnded')

  const said = { sent: details, sentAt: at }
  const found = before
    ? await cases.change(work, 'post', before, { ...takenFrom(details, before.editedFields), ...said })
    : await cases.insert(work, 'post', {
        ...{ idInsurer: insurer.id, codExpediente, numServicio, dateRequested: call.now.getTime() },
        ...details,
        ...said,
      })
  const outcome = await bookCase(acting, found, insurer.idPaymentAccount)
  const change = 'done' in outcome ? outcome.done : wrongWith(outcome.problems)
  return answerOf(call, await cases.change(work, 'done' in outcome ? 'book' : 'fail', found, change), false)
}

/** Cancels a case, and its booking by the same rules as any other. Cancelling it again changes nothing. */
export const cancelCase = async (
  call: Call,
  insurer: Insurer,
  { at, reason, ...named }: { codExpediente: string; numServicio: string; at: number; reason: string },
) => {
  checkTime(call, at)
  const before = await lockCaseNamed(call.tx, call.tenant.id, insurer.id, named)
  if (!before) throw refuse.notFound()
  if (before.isCancelled || at < before.sentAt) return answerOf(call, before, true)
  const work = workOf(actingAs(call, insurer))
  const { booking } = await statusOf(call, before)
  if (booking) await cancelFor(work, booking, 'other', reason.trim() || undefined)
  const change = { isCancelled: true, cancellationReason: reason.trim(), errorMessage: '', problems: [] }
  return answerOf(call, await cases.change(work, 'cancel', before, change), false)
}
