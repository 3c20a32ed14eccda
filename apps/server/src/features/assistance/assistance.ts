import { assistance, assistanceViews } from '@parada/contract/calls/assistance'
import { caseJournal, cases, insurerOf, lockCase } from '@parada/db/queries/assistance'
import { readBooking } from '@parada/db/queries/booking-changes'
import { type CaseRecord, detailsOf, editedNames, mayMendCases } from '@parada/domain/assistance/case'
import { bookingStatus } from '@parada/domain/codes'
import { recordOf, required } from '@parada/domain/objects'
import { bookCase, refusalOf } from '../../assistance/book-case.ts'
import { workOf } from '../../booking/access.ts'
import { breaksWith } from '../../booking/record/breaks.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'

const { cancelledByCallCentre } = bookingStatus
const isWrong = `not t.is_cancelled and t.error_message <> '' and (t.id_service is null or b.status in (10, 20, -30))`

const list = listReader(assistance.list, {
  table: 'assistance_case',
  join: `left join booking b on b.tenant_id = t.tenant_id and b.id = t.id_service
    left join insurer i on i.tenant_id = t.tenant_id and i.id = t.id_insurer`,
  orderBy: 'codExpediente ASC',
  columns: {
    // A case cancelled before it became a booking is shown as cancelled too.
    status: `coalesce(b.status, case when t.is_cancelled then ${cancelledByCallCentre} end)`,
    cancellationReason: `coalesce(nullif(t.cancellation_reason, ''), b.cancellation_reason_description, '')`,
    insurer: 'i.name',
  },
  exportAs: { problems: 't.error_message' },
  views: {
    all: '',
    toMend: isWrong,
    underWay: `b.status in (10, 20, -30)`,
    over: `t.is_cancelled or b.status not in (5, 10, 20, -30)`,
  },
})

type Context = Pick<SignedInContext<typeof assistance.get>, 'tx' | 'tenant'>

const wireOf = async ({ tx, tenant }: Context, found: CaseRecord) => {
  const insurer = required(await insurerOf(tx, tenant.id, found.idInsurer))
  const booking = found.idService === null ? undefined : await readBooking(tx, tenant.id, found.idService)
  const status = booking?.status ?? (found.isCancelled ? cancelledByCallCentre : null)
  return { ...found, status, insurer: insurer.name, idPaymentAccount: insurer.idPaymentAccount }
}

const get = async (context: SignedInContext<typeof assistance.get>) => {
  const { tx, tenant, params } = context
  const found = await cases.read(tx, tenant.id, params.id)
  if (!found) throw refuse.notFound()
  const lines = await caseJournal(tx, tenant.id, found.id)
  const wire = await wireOf(context, found)
  return {
    case: wire,
    bookingBreaks: await breaksWith(context, wire.idPaymentAccount, found.breaks),
    journal: lines.toReversed().map(({ idUser: _, ...line }) => line),
  }
}

const checkVersion = async ({ tx, tenant }: Context, { id, version }: CaseRecord, seen: number) => {
  if (seen === version) return
  const lines = await caseJournal(tx, tenant.id, id, seen)
  const changes = lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )
  throw refuse.state('problems.caseChanged', { version, changes })
}

/** Correcting a case creates its booking, so the user needs the permissions that creating the booking needs. */
const mend = async (context: SignedInContext<typeof assistance.mend>) => {
  const { tx, tenant, params } = context
  const { version, ...details } = context.body
  if (!mayMendCases(context.user.grants)) throw refuse.forbidden()
  const before = await lockCase(tx, tenant.id, params.id)
  if (!before) throw refuse.notFound()
  await checkVersion(context, before, version)
  if (before.isCancelled) throw refuse.state('problems.caseCancelled')
  const edited = editedNames(detailsOf(before), detailsOf(details))
  const work = workOf(context)
  const mended = await cases.change(work, 'mend', before, {
    ...details,
    manuallyEdited: before.manuallyEdited || edited.length > 0,
    editedFields: [...new Set([...before.editedFields, ...edited])],
  })
  const insurer = required(await insurerOf(tx, tenant.id, before.idInsurer))
  const outcome = await bookCase(context, mended, insurer.idPaymentAccount)
  if ('problems' in outcome) throw refusalOf(required(outcome.problems[0]))
  return { case: await wireOf(context, await cases.change(work, 'book', mended, outcome.done)) }
}

export const assistanceHandlers: Handlers<typeof assistance> = {
  list,
  counts: async (context) => {
    const counted = await list.counts(context)
    return recordOf(assistanceViews, (view) => counted[view] ?? 0)
  },
  excel: listExport(assistance.excel, list),
  get,
  mend,
}
