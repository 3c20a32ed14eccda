import { type AuthorizationRecord, authorizationFields } from '@parada/domain/authorization/fields'
import { keysOf } from '@parada/domain/objects'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { rowsOf } from '../database.ts'
import { columnOf, selectOf, sqlOf, storedAs } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Author } from './booking-changes.ts'

export type StoredSheet = {
  id: number
  fileName: string
  idPaymentAccount: number | null
  newStatus: 0 | 1
  columns: { field: string | null; heading: string }[]
}

export type StoredRow = {
  number: number
  kind: 'new' | 'changed' | 'unchanged' | 'refused'
  cells: string[]
  sent: Record<string, string | number | null>
  problems: { field: string; problem: ProblemKey; values?: Record<string, string | number> }[]
  before: Record<string, string | number | null>
  version: number | null
}

/** A user has so many sheets at a time: further ones take the place of the oldest. */
const sheetsKept = 5

export const insertSheet = async (
  tx: Tx,
  tenantId: number,
  { idUser, fileName, idPaymentAccount, newStatus, columns }: Omit<StoredSheet, 'id'> & { idUser: number },
) => {
  const [made] = await rowsOf<{ id: number }>(tx, {
    text: `insert into authorization_sheet (tenant_id, id_user, file_name, id_payment_account, new_status, columns)
           values ($1, $2, $3, $4, $5, $6) returning id`,
    values: [tenantId, idUser, fileName, idPaymentAccount, newStatus, JSON.stringify(columns)],
  })
  if (!made) throw new Error('The sheet was not kept')
  await rowsOf(tx, {
    text: `delete from authorization_sheet where tenant_id = $1 and id in
             (select id from authorization_sheet where tenant_id = $1 and id_user = $2 order by id desc offset $3)`,
    values: [tenantId, idUser, sheetsKept],
  })
  return made.id
}

export const insertSheetRows = (tx: Tx, tenantId: number, idSheet: number, rows: readonly StoredRow[]) =>
  rowsOf(tx, {
    name: 'sheet_rows_insert',
    text: `insert into authorization_sheet_row
             (tenant_id, id_sheet, number, kind, cells, sent, problems, before, version)
           select $1, $2, number, kind, cells, sent, problems, before, version
           from jsonb_to_recordset($3) as r (number int, kind text, cells jsonb, sent jsonb, problems jsonb,
             before jsonb, version int)`,
    values: [tenantId, idSheet, JSON.stringify(rows)],
  })

/** Rows that turned out to be refused. */
export const refuseSheetRows = (
  tx: Tx,
  tenantId: number,
  idSheet: number,
  rows: readonly Pick<StoredRow, 'number' | 'problems'>[],
) =>
  rowsOf(tx, {
    text: `update authorization_sheet_row s set kind = 'refused', problems = r.problems
           from jsonb_to_recordset($3) as r (number int, problems jsonb)
           where s.tenant_id = $1 and s.id_sheet = $2 and s.number = r.number`,
    values: [tenantId, idSheet, JSON.stringify(rows)],
  })

export const markWritten = (tx: Tx, tenantId: number, idSheet: number, numbers: readonly number[], now: Date) =>
  rowsOf(tx, {
    text: `update authorization_sheet_row set written_at = $4
           where tenant_id = $1 and id_sheet = $2 and number = any($3::int[])`,
    values: [tenantId, idSheet, numbers, now],
  })

/** A sheet of this user; locked, others who write it wait. */
export const readSheet = async (
  tx: Tx,
  tenantId: number,
  { id, idUser }: { id: number; idUser: number },
  { lock = false } = {},
) => {
  const [found] = await rowsOf<StoredSheet>(tx, {
    name: `sheet_${lock ? 'lock' : 'read'}`,
    text: `select id, file_name as "fileName", id_payment_account as "idPaymentAccount", new_status as "newStatus", columns
           from authorization_sheet where tenant_id = $1 and id = $2 and id_user = $3 ${lock ? 'for update' : ''}`,
    values: [tenantId, id, idUser],
  })
  return found
}

export const sheetCounts = (tx: Tx, tenantId: number, idSheet: number) =>
  rowsOf<{ kind: StoredRow['kind']; n: number; written: number }>(tx, {
    name: 'sheet_counts',
    text: `select kind, count(*)::int as n, count(written_at)::int as written from authorization_sheet_row
           where tenant_id = $1 and id_sheet = $2 group by kind`,
    values: [tenantId, idSheet],
  })

type ShownRow = StoredRow & { isWritten: boolean }

const selectRow = `number, kind, cells, sent, problems, before, version, written_at is not null as "isWritten"`

export const sheetRows = (
  tx: Tx,
  tenantId: number,
  idSheet: number,
  { kind, offset, limit }: { kind: StoredRow['kind'] | undefined; offset: number; limit: number },
) =>
  rowsOf<ShownRow>(tx, {
    text: `select ${selectRow} from authorization_sheet_row
           where tenant_id = $1 and id_sheet = $2 ${kind ? 'and kind = $5' : ''} order by number offset $3 limit $4`,
    values: [tenantId, idSheet, offset, limit, ...(kind ? [kind] : [])],
  })

/** The next rows that are to be written, in their order. */
export const waitingRows = (tx: Tx, tenantId: number, idSheet: number, most: number) =>
  rowsOf<ShownRow>(tx, {
    name: 'sheet_waiting',
    text: `select ${selectRow} from authorization_sheet_row
           where tenant_id = $1 and id_sheet = $2 and written_at is null and kind in ('new', 'changed')
           order by number limit $3`,
    values: [tenantId, idSheet, most],
  })

const selectAuthorization = selectOf(authorizationFields, sqlOf(authorizationFields, {}, 'a.'))

export type PersonCode = { subscriberCode: string; userNumber: string }

/** Whoever has one of these codes and numbers; locked in the order of their ids, so that nobody waits in a circle. */
export const peopleOfCodes = (tx: Tx, tenantId: number, codes: readonly PersonCode[], { lock = false } = {}) =>
  rowsOf<AuthorizationRecord>(tx, {
    name: `people_of_codes${lock ? '_lock' : ''}`,
    text: `select ${selectAuthorization} from unnest($2::text[], $3::text[]) as c (subscriber_code, user_number)
           join customer_authorization a on a.tenant_id = $1 and a.subscriber_code = c.subscriber_code
             and a.user_number = c.user_number
           order by a.id ${lock ? 'for update of a' : ''}`,
    values: [tenantId, codes.map(({ subscriberCode }) => subscriberCode), codes.map(({ userNumber }) => userNumber)],
  })

export const lockAuthorizations = (tx: Tx, tenantId: number, ids: readonly number[]) =>
  rowsOf<AuthorizationRecord>(tx, {
    text: `select ${selectAuthorization} from customer_authorization a
           where a.tenant_id = $1 and a.id = any($2::bigint[]) order by a.id for update`,
    values: [tenantId, ids],
  })

type NewAuthorization = Omit<AuthorizationRecord, 'id' | 'version' | 'dateCreated' | 'lastChange' | 'countServices'>

/** New authorizations with their journal; those whose code and number somebody has meanwhile are not among the answer. */
export const insertAuthorizations = async (
  tx: Tx,
  { tenantId, by, now }: { tenantId: number; by: Author; now: Date },
  people: readonly NewAuthorization[],
): Promise<PersonCode[]> => {
  const [first] = people
  if (!first) return []
  const fields = keysOf(first)
  const columns = fields.map(columnOf).join(', ')
  const rows = people.map((person) =>
    Object.fromEntries(fields.map((field) => [columnOf(field), storedAs(authorizationFields[field], person[field])])),
  )
  const made = await rowsOf<PersonCode & { id: number }>(tx, {
    text: `insert into customer_authorization (tenant_id, date_created, last_change, ${columns})
           select $1, $2::timestamptz, $2::timestamptz, ${columns}
           from jsonb_populate_recordset(null::customer_authorization, $3)
           on conflict (tenant_id, subscriber_code, user_number) do nothing
           returning id, subscriber_code as "subscriberCode", user_number as "userNumber"`,
    values: [tenantId, now, JSON.stringify(rows)],
  })
  const byCode = new Map(people.map((person) => [JSON.stringify([person.subscriberCode, person.userNumber]), person]))
  const lines = made.map(({ id, subscriberCode, userNumber }) => ({
    id,
    after: byCode.get(JSON.stringify([subscriberCode, userNumber])),
  }))
  await rowsOf(tx, {
    text: `insert into authorization_journal (tenant_id, id_authorization, version, at, id_user, who, before, after)
           select $1, id, 1, $2, $3, $4, '{}', after from jsonb_to_recordset($5) as l (id bigint, after jsonb)`,
    values: [tenantId, now, by.idUser ?? null, by.who, JSON.stringify(lines)],
  })
  return made
}

export type AccountOfSheet = {
  id: number
  name: string
  config: string
  travelGroups: { id: number; name: string }[]
}

/** The payment accounts of these ids with their forms and groups. */
export const accountsOfSheets = (tx: Tx, tenantId: number, ids: 'all' | ReadonlySet<number>) =>
  rowsOf<AccountOfSheet>(tx, {
    text: `select a.id, a.name, coalesce(f.config, '{}') as config,
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
               from travel_group g where g.tenant_id = $1 and g.id_payment_account = a.id), '[]') as "travelGroups"
           from payment_account a left join authorization_form f
             on f.tenant_id = a.tenant_id and f.id_payment_account = a.id
           where a.tenant_id = $1 ${ids === 'all' ? '' : 'and a.id = any($2::bigint[])'} order by a.name, a.id`,
    values: [tenantId, ...(ids === 'all' ? [] : [[...ids]])],
  })
