import { type AuthorizationRecord, authorizationFields } from '@parada/domain/authorization/fields'
import { keysOf } from '@parada/domain/objects'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { rowsOf } from '../database.ts'
import { columnOf, selectOf, sqlOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Author } from './booking-changes.ts'

type WrittenField = Exclude<
  keyof AuthorizationRecord,
  'id' | 'version' | 'status' | 'dateCreated' | 'lastChange' | 'countServices'
>
type WrittenValues = Pick<AuthorizationRecord, WrittenField>

const ownFields: readonly string[] = ['id', 'version', 'status', 'dateCreated', 'lastChange', 'countServices']
const writtenFields = keysOf(authorizationFields).filter((field): field is WrittenField => !ownFields.includes(field))

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
  problems: { field: string; problem: ProblemKey; values?: Record<string, string | number> }[]
  /** All values of a new person, or only the changed ones; `before` holds what they replace. */
  kept: Partial<WrittenValues>
  before: Partial<WrittenValues>
  idAuthorization: number | null
  version: number | null
  idPaymentAccount: number | null
  formMark: string | null
}

/** Sheets kept for each user: a further one replaces the oldest. */
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
    text: `insert into authorization_sheet_row (tenant_id, id_sheet, number, kind, cells, problems, kept, before,
             id_authorization, version, id_payment_account, form_mark)
           select $1, $2, number, kind, cells, problems, kept, before, "idAuthorization", version, "idPaymentAccount",
             "formMark"
           from jsonb_to_recordset($3) as r (number int, kind text, cells jsonb, problems jsonb, kept jsonb, before jsonb,
             "idAuthorization" bigint, version int, "idPaymentAccount" bigint, "formMark" text)`,
    values: [tenantId, idSheet, JSON.stringify(rows)],
  })

/** Marks rows as refused, with their problems. */
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

/** A sheet of this user; with `lock`, others who write it wait. */
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

type ShownRow = Pick<StoredRow, 'number' | 'kind' | 'cells' | 'problems' | 'before'> & { isWritten: boolean }

export const sheetRows = (
  tx: Tx,
  tenantId: number,
  idSheet: number,
  { kind, offset, limit }: { kind: StoredRow['kind'] | undefined; offset: number; limit: number },
) =>
  rowsOf<ShownRow>(tx, {
    text: `select number, kind, cells, problems, before, written_at is not null as "isWritten" from authorization_sheet_row
           where tenant_id = $1 and id_sheet = $2 ${kind ? 'and kind = $5' : ''} order by number offset $3 limit $4`,
    values: [tenantId, idSheet, offset, limit, ...(kind ? [kind] : [])],
  })

type WaitingRow = Pick<StoredRow, 'number' | 'kind' | 'idPaymentAccount' | 'formMark'>

/** The next rows to be written, in their order. */
export const waitingRows = (tx: Tx, tenantId: number, idSheet: number, most: number) =>
  rowsOf<WaitingRow>(tx, {
    name: 'sheet_waiting',
    text: `select number, kind, id_payment_account as "idPaymentAccount", form_mark as "formMark"
           from authorization_sheet_row
           where tenant_id = $1 and id_sheet = $2 and written_at is null and kind in ('new', 'changed')
           order by number limit $3`,
    values: [tenantId, idSheet, most],
  })

const selectAuthorization = selectOf(authorizationFields, sqlOf(authorizationFields, {}, 'a.'))

type PersonCode = { subscriberCode: string; userNumber: string }

/** The authorizations that have one of these codes and numbers. */
export const peopleOfCodes = (tx: Tx, tenantId: number, codes: readonly PersonCode[]) =>
  rowsOf<AuthorizationRecord>(tx, {
    name: 'people_of_codes',
    text: `select ${selectAuthorization} from unnest($2::text[], $3::text[]) as c (subscriber_code, user_number)
           join customer_authorization a on a.tenant_id = $1 and a.subscriber_code = c.subscriber_code
             and a.user_number = c.user_number`,
    values: [tenantId, codes.map(({ subscriberCode }) => subscriberCode), codes.map(({ userNumber }) => userNumber)],
  })

/** Locks in the order of ids, so that transactions cannot deadlock. */
export const lockAuthorizations = (tx: Tx, tenantId: number, ids: readonly number[]) =>
  rowsOf<AuthorizationRecord>(tx, {
    text: `select ${selectAuthorization} from customer_authorization a
           where a.tenant_id = $1 and a.id = any($2::bigint[]) order by a.id for update`,
    values: [tenantId, ids],
  })

/** SQL that converts a field from a sheet row's JSON to the type of its column. */
const storedSql = (field: WrittenField, json: string) => {
  const { kind } = authorizationFields[field]
  const text = `${json}->>'${field}'`
  if (kind === 'time') return `timestamptz 'epoch' + (${text})::bigint * interval '1 millisecond'`
  return kind === 'number' ? `(${text})::bigint` : text
}

type SheetWork = { tenantId: number; by: Author; now: Date; idSheet: number }

const batch = `select * from authorization_sheet_row where tenant_id = $1 and id_sheet = $2 and number = any($3::int[])`
const journalColumns = '(tenant_id, id_authorization, version, at, id_user, who, before, after)'
const markSql = (from: string) => `
  update authorization_sheet_row r set written_at = $4 from ${from} done
  where r.tenant_id = $1 and r.id_sheet = $2 and r.number = done.number returning r.number`

const valuesOf = ({ tenantId, by, now, idSheet }: SheetWork, numbers: readonly number[]) => [
  tenantId,
  idSheet,
  numbers,
  now,
  by.idUser ?? null,
  by.who,
]

/**
 * Inserts new people with their journal lines, and returns the numbers of the rows written. For the rest, somebody has
 * taken the code and number in the meantime.
 */
export const writeNewRows = async (tx: Tx, work: SheetWork, numbers: readonly number[], status: 0 | 1) => {
  const made = await rowsOf<{ number: number }>(tx, {
    name: 'sheet_write_new',
    text: `with b as (${batch}),
           made as (
             insert into customer_authorization (tenant_id, date_created, last_change, status,
               ${writtenFields.map(columnOf).join(', ')})
             select $1, $4, $4, $7::int, ${writtenFields.map((field) => storedSql(field, 'b.kept')).join(', ')}
             from b order by b.number
             on conflict (tenant_id, subscriber_code, user_number) do nothing
             returning id, subscriber_code, user_number),
           done as (
             select m.id, b.number, b.kept from made m
             join b on b.kept->>'subscriberCode' = m.subscriber_code and b.kept->>'userNumber' = m.user_number),
           told as (
             insert into authorization_journal ${journalColumns}
             select $1, id, 1, $4, $5, $6, '{}', kept || jsonb_build_object('status', $7::int) from done)
           ${markSql('done')}`,
    values: [...valuesOf(work, numbers), status],
  })
  return made.map(({ number }) => number)
}

/**
 * Changes people who are still as the preview saw them, with their journal lines, and returns the numbers of the rows
 * written.
 */
export const writeChangedRows = async (
  tx: Tx,
  work: SheetWork,
  numbers: readonly number[],
  edits: 'all' | ReadonlySet<number>,
) => {
  const set = writtenFields.map(
    (field) =>
      `${columnOf(field)} = case when b.kept ? '${field}' then ${storedSql(field, 'b.kept')} else a.${columnOf(field)} end`,
  )
  const changed = await rowsOf<{ number: number }>(tx, {
    name: 'sheet_write_changed',
    text: `with b as (${batch}),
           done as (
             update customer_authorization a set version = a.version + 1, last_change = $4, ${set.join(', ')}
             from b where a.tenant_id = $1 and a.id = b.id_authorization and a.version = b.version
               and ($7::bigint[] is null or a.id_payment_account = any($7::bigint[]))
             returning a.id, a.version, b.number, b.before, b.kept),
           told as (
             insert into authorization_journal ${journalColumns}
             select $1, id, version, $4, $5, $6, before, kept from done)
           ${markSql('done')}`,
    values: [...valuesOf(work, numbers), edits === 'all' ? null : [...edits]],
  })
  return changed.map(({ number }) => number)
}

export type AccountOfSheet = {
  id: number
  name: string
  config: string
  travelGroups: { id: number; name: string }[]
  /** Changes whenever the form or a group does. */
  mark: string
}

/** The payment accounts with these ids, and their forms and travel groups. */
export const accountsOfSheets = (tx: Tx, tenantId: number, ids: 'all' | ReadonlySet<number>) =>
  rowsOf<AccountOfSheet>(tx, {
    text: `select a.id, a.name, f.config, f.groups as "travelGroups", md5(f.config || f.groups::text) as mark
           from payment_account a, lateral (
             select coalesce((select config from authorization_form
                 where tenant_id = $1 and id_payment_account = a.id), '{}') as config,
               coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
                 from travel_group g where g.tenant_id = $1 and g.id_payment_account = a.id), '[]') as groups) f
           where a.tenant_id = $1 ${ids === 'all' ? '' : 'and a.id = any($2::bigint[])'} order by a.name, a.id`,
    values: [tenantId, ...(ids === 'all' ? [] : [[...ids]])],
  })
