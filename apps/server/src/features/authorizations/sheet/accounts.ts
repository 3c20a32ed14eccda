import type { Tx } from '@parada/db/open'
import { type AccountOfSheet, accountsOfSheets } from '@parada/db/queries/authorization-sheets'
import { frontConfig } from '@parada/db/queries/tenants'
import type { Ids } from '@parada/domain/access/values'
import { isAmong } from '@parada/domain/authorization/access'
import { parseFormConfig } from '@parada/domain/authorization/form'
import type { SheetAccounts } from '@parada/domain/authorization/sheet/plan'

/** Payment accounts whose people the user may add and change. */
export type SheetRights = { creates: Ids; edits: Ids }

const formOf = ({ config, travelGroups }: AccountOfSheet) => ({ config: parseFormConfig(config), travelGroups })

/** The accounts with a hash of each form, which shows whether the form changed after the preview. */
export type MarkedAccounts = SheetAccounts & { marks: ReadonlyMap<number, string> }

/** The accounts of the user and their forms, which rows are checked against. */
export const sheetAccounts = async (
  tx: Tx,
  tenantId: number,
  { creates, edits }: SheetRights,
  chosen: number | null | undefined,
): Promise<MarkedAccounts> => {
  const [accounts, { timeZone }] = await Promise.all([accountsOfSheets(tx, tenantId, creates), frontConfig(tx)])
  return {
    accounts: accounts.map(({ id, name }) => ({ id, name })),
    chosen: chosen ?? undefined,
    forms: new Map(accounts.map((account) => [account.id, formOf(account)])),
    mayCreate: (id) => isAmong(creates, id),
    mayEdit: (id) => isAmong(edits, id),
    timeZone,
    marks: new Map(accounts.map(({ id, mark }) => [id, mark])),
  }
}

/** Key of a person by subscriber code and user number, which is how sheets identify people. */
export const codeKey = ({ subscriberCode, userNumber }: { subscriberCode: string; userNumber: string }) =>
  JSON.stringify([subscriberCode, userNumber])
