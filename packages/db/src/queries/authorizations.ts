import type { Ids } from '@parada/domain/access/values'
import { type AuthorizationRecord, authorizationFields } from '@parada/domain/authorization/fields'
import { keysOf, recordOf } from '@parada/domain/objects'
import { rowsOf } from '../database.ts'
import { columnOf, millisOf, selectOf, sqlOf, storedAs } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Author } from './booking-changes.ts'
import { breakConfigs } from './booking-references.ts'

type AuthorizationField = keyof AuthorizationRecord

const selectAuthorization = selectOf(authorizationFields, sqlOf(authorizationFields))

const storedValue = (field: AuthorizationField, value: unknown) => storedAs(authorizationFields[field], value)

const found = async (tx: Tx, name: string, where: string, values: readonly unknown[]) => {
  const [row] = await rowsOf<AuthorizationRecord>(tx, {
    name: `authorization_${name}`,
    text: `select ${selectAuthorization} from customer_authorization where tenant_id = $1 and ${where}`,
    values,
  })
  return row
}

export const readAuthorization = (tx: Tx, tenantId: number, id: number) => found(tx, 'read', 'id = $2', [tenantId, id])

export const lockAuthorization = (tx: Tx, tenantId: number, id: number) =>
  found(tx, 'lock', 'id = $2 for update', [tenantId, id])

export const findAuthorization = (tx: Tx, tenantId: number, subscriberCode: string, userNumber: string) =>
  found(tx, 'find', 'subscriber_code = $2 and user_number = $3', [tenantId, subscriberCode, userNumber])

/** Authorizations with this mobile or landline number, by id. */
export const authorizationsOfPhone = (tx: Tx, tenantId: number, spellings: readonly string[]) =>
  rowsOf<AuthorizationRecord>(tx, {
    text: `select ${selectAuthorization} from customer_authorization
           where tenant_id = $1 and (mobile_number = any($2::text[]) or phone_number = any($2::text[]))
           order by id limit 50`,
    values: [tenantId, spellings],
  })

/** The user linked to an authorization, who signs in for it. */
export const linkedUser = async (tx: Tx, tenantId: number, idUser: number | null) => {
  if (idUser === null) return null
  const [user] = await rowsOf<{ id: number; firstName: string; lastName: string; userEmail: string | null }>(tx, {
    text: `select id, first_name as "firstName", last_name as "lastName", user_email as "userEmail"
           from app_user where tenant_id = $1 and id = $2`,
    values: [tenantId, idUser],
  })
  return user ?? null
}

/** Whether the user is linked to an authorization of one of these accounts. */
export const isLinkedIn = async (tx: Tx, tenantId: number, idUser: number, accounts: ReadonlySet<number>) => {
  const [found] = await rowsOf<{ isLinked: boolean }>(tx, {
    text: `select exists (select from customer_authorization
             where tenant_id = $1 and id_user = $2 and id_payment_account = any($3::bigint[])) as "isLinked"`,
    values: [tenantId, idUser, [...accounts]],
  })
  return found?.isLinked ?? false
}

/** What taking a booking under an authorization needs to know of it. */
export const bookableAuthorization = async (tx: Tx, tenantId: number, id: number) => {
  const record = await readAuthorization(tx, tenantId, id)
  if (!record) return undefined
  const { subscriberCode, userNumber, status, idPaymentAccount, idTravelGroup, availableTimesLeft } = record
  const { validFromDate, expirationDate, firstName, lastName, userEmail, commentsForDriver } = record
  return {
    id,
    subscriberCode,
    userNumber,
    status,
    idPaymentAccount,
    idTravelGroup,
    authorizationGroupId: record.authorizationGroupId,
    validFromDate,
    expirationDate,
    availableTimesLeft,
    firstName,
    lastName,
    phone: record.mobileNumber || record.phoneNumber,
    email: userEmail,
    commentsForDriver,
    bookingBreakConfigs: await breakConfigs(tx, tenantId, idPaymentAccount),
  }
}

/** Spends one of the uses left; false if another booking has just taken the last one. */
export const spendAuthorization = async (tx: Tx, tenantId: number, id: number) => {
  const [spent] = await rowsOf(tx, {
    name: 'authorization_spend',
    text: `update customer_authorization
           set count_services = count_services + 1, available_times_left = available_times_left - 1
           where tenant_id = $1 and id = $2 and (available_times_left is null or available_times_left > 0) returning id`,
    values: [tenantId, id],
  })
  return spent !== undefined
}

/** Gives back a use that a booking had spent without needing it. */
export const giveBackAuthorization = (tx: Tx, tenantId: number, id: number) =>
  rowsOf(tx, {
    name: 'authorization_give_back',
    text: `update customer_authorization
           set count_services = greatest(count_services - 1, 0), available_times_left = available_times_left + 1
           where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })

type AuthorizationWork = { tenantId: number; by: Author; now: Date }
type AuthorizationChange = Partial<
  Omit<AuthorizationRecord, 'id' | 'version' | 'dateCreated' | 'lastChange' | 'countServices'>
>

const tell = (tx: Tx, { tenantId, by, now }: AuthorizationWork, { id, version }: AuthorizationRecord, line: Line) =>
  rowsOf(tx, {
    text: `insert into authorization_journal (tenant_id, id_authorization, version, at, id_user, who, before, after)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      tenantId,
      id,
      version,
      now,
      by.idUser ?? null,
      by.who,
      JSON.stringify(line.before),
      JSON.stringify(line.after),
    ],
  })

type Line = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Inserts an authorization; undefined if its code and number belong to another one. */
export const insertAuthorization = async (tx: Tx, work: AuthorizationWork, change: AuthorizationChange) => {
  const fields = keysOf(change)
  const [made] = await rowsOf<AuthorizationRecord>(tx, {
    text: `insert into customer_authorization (tenant_id, date_created, last_change,
             ${fields.map(columnOf).join(', ')})
           values ($1, $2, $2, ${fields.map((_, index) => `$${index + 3}`).join(', ')})
           on conflict (tenant_id, subscriber_code, user_number) do nothing returning ${selectAuthorization}`,
    values: [work.tenantId, work.now, ...fields.map((field) => storedValue(field, change[field]))],
  })
  if (made) await tell(tx, work, made, { before: {}, after: { ...change } })
  return made
}

/** `before` must come from lockAuthorization. Nothing is written if nothing changes. */
export const changeAuthorization = async (
  tx: Tx,
  work: AuthorizationWork,
  before: AuthorizationRecord,
  change: AuthorizationChange,
) => {
  const fields = keysOf(change).filter((field) => change[field] !== undefined && change[field] !== before[field])
  if (fields.length === 0) return before
  const [after] = await rowsOf<AuthorizationRecord>(tx, {
    text: `update customer_authorization set version = version + 1, last_change = $3,
             ${fields.map((field, index) => `${columnOf(field)} = $${index + 4}`).join(', ')}
           where tenant_id = $1 and id = $2 returning ${selectAuthorization}`,
    values: [work.tenantId, before.id, work.now, ...fields.map((field) => storedValue(field, change[field]))],
  })
  if (!after) throw new Error(`Authorization ${before.id} was not changed`)
  const part = (record: AuthorizationChange) => recordOf(fields, (field) => record[field])
  await tell(tx, work, after, { before: part(before), after: part(change) })
  return after
}

/** Changes since a version, oldest first. */
export const authorizationChanges = (tx: Tx, tenantId: number, id: number, sinceVersion: number) =>
  rowsOf<{ at: number; who: string } & Line>(tx, {
    text: `select ${millisOf('at')} as at, who, before, after
           from authorization_journal where tenant_id = $1 and id_authorization = $2 and version > $3 order by id limit 200`,
    values: [tenantId, id, sinceVersion],
  })

/** The latest changes, newest first; with `before`, the latest before that version. */
export const authorizationJournal = (tx: Tx, tenantId: number, id: number, most: number, before?: number) =>
  rowsOf<{ version: number; at: number; who: string } & Line>(tx, {
    name: 'authorization_journal',
    text: `select version, ${millisOf('at')} as at, who, before, after from authorization_journal
           where tenant_id = $1 and id_authorization = $2 and ($4::int is null or version < $4)
           order by version desc, id desc limit $3`,
    values: [tenantId, id, most, before ?? null],
  })

/** Payment accounts, sorted by name. */
export const paymentAccounts = (tx: Tx, tenantId: number, ids: Ids) =>
  rowsOf<{ id: number; name: string }>(tx, {
    text: `select id, name from payment_account
           where tenant_id = $1 and ($2::bigint[] is null or id = any($2)) order by name, id`,
    values: [tenantId, ids === 'all' ? null : [...ids]],
  })

/** Whether another authorization has this code and number. */
export const isCodeTaken = async (
  tx: Tx,
  tenantId: number,
  { id, subscriberCode, userNumber }: AuthorizationRecord,
) => {
  const other = await findAuthorization(tx, tenantId, subscriberCode, userNumber)
  return other !== undefined && other.id !== id
}

export type AuthorizationForm = {
  config: string
  idDefaultTravelGroup: number | null
  cancelMessage: string
  travelGroupList: { id: number; name: string }[]
}

/** The form of a payment account, empty if none was set; undefined if there is no such account. */
export const authorizationForm = async (tx: Tx, tenantId: number, idPaymentAccount: number) => {
  const [form] = await rowsOf<AuthorizationForm>(tx, {
    name: 'authorization_form',
    text: `select coalesce(f.config, '{}') as config, f.id_default_travel_group as "idDefaultTravelGroup",
             coalesce(f.cancel_message, '') as "cancelMessage",
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
               from travel_group g where g.tenant_id = $1 and g.id_payment_account = $2), '[]') as "travelGroupList"
           from payment_account a left join authorization_form f
             on f.tenant_id = a.tenant_id and f.id_payment_account = a.id
           where a.tenant_id = $1 and a.id = $2`,
    values: [tenantId, idPaymentAccount],
  })
  return form
}

export const saveFormConfig = (tx: Tx, tenantId: number, idPaymentAccount: number, config: string) =>
  rowsOf(tx, {
    text: `insert into authorization_form (tenant_id, id_payment_account, config) values ($1, $2, $3)
           on conflict (tenant_id, id_payment_account) do update set config = excluded.config`,
    values: [tenantId, idPaymentAccount, config],
  })
