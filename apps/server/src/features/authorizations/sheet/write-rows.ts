import { authorizations } from '@parada/contract/calls/authorizations'
import {
  insertAuthorizations,
  markWritten,
  peopleOfCodes,
  refuseSheetRows,
  type StoredRow,
  type StoredSheet,
  waitingRows,
} from '@parada/db/queries/authorization-sheets'
import { changeAuthorization } from '@parada/db/queries/authorizations'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import { writtenAtOnce } from '@parada/domain/authorization/sheet/limits'
import {
  type CellProblem,
  planRow,
  type RowPlan,
  type SheetAccounts,
  type SheetValues,
} from '@parada/domain/authorization/sheet/plan'
import { authorOf } from '../../../booking/access.ts'
import type { Context } from '../access.ts'
import { codeKey, type SheetRights, sheetAccounts } from './accounts.ts'

type Refusal = { number: number; problems: CellProblem[] }

const changedSince: CellProblem = { field: 'userNumber', problem: 'problems.changedSincePreview' }

/** Whoever was looked at in the preview must still be as they were then. */
const isAsSeen = ({ kind, version }: StoredRow, stored: AuthorizationRecord | undefined) =>
  kind === 'new' ? stored === undefined : stored !== undefined && stored.version === version

const codesSent = ({ sent }: Pick<StoredRow, 'sent'>) => ({
  subscriberCode: String(sent.subscriberCode),
  userNumber: String(sent.userNumber),
})

/** What people fill in, whatever else a record has. */
const wireFields = authorizations.create.body.strip()

/** What the form on the screen would be refused for, a row is refused for too. */
const wireProblems = (values: object, fields?: readonly string[]): CellProblem[] => {
  const read = wireFields.safeParse(values)
  const refused = new Set((read.error?.issues ?? []).map(({ path }) => String(path[0])))
  return [...refused]
    .filter((field) => !fields || fields.includes(field))
    .map((field) => ({ field, problem: 'problems.cellInvalid' }))
}

/** What confirming would do with a row, checked as if it had been typed into the form. */
export const planChecked = (
  values: SheetValues,
  stored: AuthorizationRecord | undefined,
  accounts: SheetAccounts,
): RowPlan => {
  const plan = planRow(values, stored, accounts)
  const problems =
    plan.kind === 'new'
      ? wireProblems(plan.kept)
      : plan.kind === 'changed' && stored
        ? wireProblems({ ...stored, ...plan.change }, plan.fields)
        : []
  return problems.length > 0 ? { kind: 'refused', problems } : plan
}

/** Writes the next rows of a sheet that is locked, each checked again: what no longer fits is refused, and told. */
export const writeRows = async (context: Context, sheet: StoredSheet, rights: SheetRights) => {
  const { tx, tenant, user, now } = context
  const rows = await waitingRows(tx, tenant.id, sheet.id, writtenAtOnce)
  if (rows.length === 0) return
  const work = { tenantId: tenant.id, by: authorOf(user), now }
  const accounts = await sheetAccounts(tx, tenant.id, rights, sheet.idPaymentAccount)
  const people = await peopleOfCodes(tx, tenant.id, rows.map(codesSent), { lock: true })
  const stored = new Map(people.map((person) => [codeKey(person), person]))

  const refusals: Refusal[] = []
  const done: number[] = []
  const added: { number: number; plan: Extract<RowPlan, { kind: 'new' }> }[] = []
  for (const row of rows) {
    const person = stored.get(codeKey(codesSent(row)))
    const plan: RowPlan = isAsSeen(row, person)
      ? planChecked(row.sent as SheetValues, person, accounts)
      : { kind: 'refused', problems: [changedSince] }
    if (plan.kind === 'refused') refusals.push({ number: row.number, problems: plan.problems })
    else if (plan.kind === 'new') added.push({ number: row.number, plan })
    else {
      if (plan.kind === 'changed' && person) await changeAuthorization(tx, work, person, plan.change)
      done.push(row.number)
    }
  }
  const made = await insertAuthorizations(
    tx,
    work,
    added.map(({ plan }) => ({ ...plan.kept, status: sheet.newStatus })),
  )
  const codes = new Set(made.map(codeKey))
  for (const { number, plan } of added) {
    if (codes.has(codeKey(plan.kept))) done.push(number)
    else refusals.push({ number, problems: [changedSince] })
  }
  if (done.length > 0) await markWritten(tx, tenant.id, sheet.id, done, now)
  if (refusals.length > 0) await refuseSheetRows(tx, tenant.id, sheet.id, refusals)
}
