import {
  accountsOfSheets,
  refuseSheetRows,
  type StoredSheet,
  waitingRows,
  writeChangedRows,
  writeNewRows,
} from '@parada/db/queries/authorization-sheets'
import { isAmong } from '@parada/domain/authorization/access'
import { writtenAtOnce } from '@parada/domain/authorization/sheet/limits'
import type { CellProblem } from '@parada/domain/authorization/sheet/plan'
import { authorOf } from '../../../booking/access.ts'
import type { Context } from '../access.ts'
import type { SheetRights } from './accounts.ts'

const reasons = {
  person: { field: 'userNumber', problem: 'problems.changedSincePreview' },
  account: { field: 'idPaymentAccount', problem: 'problems.cellAccountUnknown' },
  form: { field: 'idPaymentAccount', problem: 'problems.formChanged' },
} as const satisfies Record<string, CellProblem>

/**
 * Writes the next rows of a locked sheet as the preview showed them. A row is refused with the reason if the person was
 * changed since, or if the account is no longer the user's or has another form. The data itself does not leave the
 * database.
 */
export const writeRows = async (context: Context, sheet: StoredSheet, { creates, edits }: SheetRights) => {
  const { tx, tenant, user, now } = context
  const rows = await waitingRows(tx, tenant.id, sheet.id, writtenAtOnce)
  if (rows.length === 0) return
  const ids = new Set(rows.flatMap(({ idPaymentAccount }) => idPaymentAccount ?? []))
  const accounts = await accountsOfSheets(tx, tenant.id, ids)
  const marks = new Map(accounts.map(({ id, mark }) => [id, mark]))

  const refusals = new Map<number, CellProblem>()
  for (const { number, kind, idPaymentAccount, formMark } of rows) {
    if (!isAmong(kind === 'new' ? creates : edits, idPaymentAccount)) refusals.set(number, reasons.account)
    else if (marks.get(idPaymentAccount ?? 0) !== formMark) refusals.set(number, reasons.form)
  }
  const numbersOf = (kind: 'new' | 'changed') =>
    rows.filter((row) => row.kind === kind && !refusals.has(row.number)).map(({ number }) => number)
  const work = { tenantId: tenant.id, by: authorOf(user), now, idSheet: sheet.id }
  const written = new Set([
    ...(await writeNewRows(tx, work, numbersOf('new'), sheet.newStatus)),
    ...(await writeChangedRows(tx, work, numbersOf('changed'), edits)),
  ])
  for (const { number } of rows) if (!written.has(number) && !refusals.has(number)) refusals.set(number, reasons.person)
  if (refusals.size > 0)
    await refuseSheetRows(
      tx,
      tenant.id,
      sheet.id,
      [...refusals].map(([number, problem]) => ({ number, problems: [problem] })),
    )
}
