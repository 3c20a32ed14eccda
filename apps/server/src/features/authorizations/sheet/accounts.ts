import { authorizations } from '@parada/contract/calls/authorizations'
import type { Tx } from '@parada/db/open'
import { type AccountOfSheet, accountsOfSheets } from '@parada/db/queries/authorization-sheets'
import { frontConfig } from '@parada/db/queries/tenants'
import type { Ids } from '@parada/domain/access/values'
import { isAmong } from '@parada/domain/authorization/access'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import { parseFormConfig } from '@parada/domain/authorization/form'
import {
  type CellProblem,
  planRow,
  type RowPlan,
  type SheetAccounts,
  type SheetValues,
} from '@parada/domain/authorization/sheet/plan'
import { authorizationStatus } from '@parada/domain/authorization/status'

/** Whose people a user may add and change. */
export type SheetRights = { creates: Ids; edits: Ids }

const formOf = ({ config, travelGroups }: AccountOfSheet) => ({ config: parseFormConfig(config), travelGroups })

/** What rows are checked against: the accounts of the user, with their forms. */
export const sheetAccounts = async (
  tx: Tx,
  tenantId: number,
  { creates, edits }: SheetRights,
  chosen: number | null | undefined,
): Promise<SheetAccounts> => {
  const [accounts, { timeZone }] = await Promise.all([accountsOfSheets(tx, tenantId, creates), frontConfig(tx)])
  return {
    accounts: accounts.map(({ id, name }) => ({ id, name })),
    chosen: chosen ?? undefined,
    forms: new Map(accounts.map((account) => [account.id, formOf(account)])),
    mayCreate: (id) => isAmong(creates, id),
    mayEdit: (id) => isAmong(edits, id),
    timeZone,
  }
}

/** What the form on the screen would be refused for, a row is refused for too. */
const wireProblems = (values: object, fields?: readonly string[]): CellProblem[] => {
  const read = authorizations.create.body.safeParse({ ...values, status: authorizationStatus.pending })
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
        ? wireProblems({ ...plan.change, ...codesOf(stored) }, plan.fields)
        : []
  return problems.length > 0 ? { kind: 'refused', problems } : plan
}

const codesOf = ({ subscriberCode, userNumber, idPaymentAccount }: AuthorizationRecord) => ({
  subscriberCode,
  userNumber,
  idPaymentAccount,
})

/** People by their code and number, as the rows of a sheet name them. */
export const codeKey = ({ subscriberCode, userNumber }: { subscriberCode: string; userNumber: string }) =>
  JSON.stringify([subscriberCode, userNumber])
