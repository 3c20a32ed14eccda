import type { Ids } from '@parada/domain/access/values'
import { type SearchTerms, searchLimits } from '@parada/domain/booking/search'
import { bookingStatus } from '@parada/domain/codes'
import { codeOf } from '@parada/domain/errors'
import { keysOf, membersOf, recordOf } from '@parada/domain/objects'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { type UserRecord, type UserRow, userFields } from '@parada/domain/user/fields'
import { rowsOf } from '../database.ts'
import { columnOf, millisOf, selectOf, sqlOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Author } from './booking-changes.ts'

/** Where users are listed from: the view contains no staff. */
export const userSource = {
  table: 'customer',
  columns: { whiteLabel: 'w.name' },
  join: 'left join white_label w on w.tenant_id = t.tenant_id and w.id = t.id_white_label',
  isCounted: true,
} as const

const selected = `${selectOf(userFields, sqlOf(userFields, userSource.columns, 't.'))},
  t.version, ${millisOf('t.erased_at')} as "erasedAt"`

/** One user; with `lock`, locked until the transaction ends. */
export const readUser = async (tx: Tx, tenantId: number, id: number, { lock = false } = {}) => {
  const [found] = await rowsOf<UserRecord>(tx, {
    name: lock ? 'user_lock' : 'user_read',
    text: `select ${selected} from customer t ${userSource.join}
           where t.tenant_id = $1 and t.id = $2${lock ? ' for update of t' : ''}`,
    values: [tenantId, id],
  })
  return found
}

type Change = Partial<Omit<UserRecord, 'id' | 'version' | 'dateCreated' | 'idWhiteLabel' | 'whiteLabel' | 'erasedAt'>>
export type UserWork = { tenantId: number; by: Author; now: Date }

type JournalEntry = { id: number; version: number; action: string; before?: object; after?: object }

/** Writes one line of a user's journal. */
export const tellOfUser = (tx: Tx, { tenantId, by, now }: UserWork, entry: JournalEntry) =>
  rowsOf(tx, {
    name: 'user_journal_put',
    text: `insert into user_journal (tenant_id, id_customer, version, at, action, id_user, who, before, after)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      tenantId,
      entry.id,
      entry.version,
      now,
      entry.action,
      by.idUser ?? null,
      by.who,
      JSON.stringify(entry.before ?? {}),
      JSON.stringify(entry.after ?? {}),
    ],
  })

const takenKeys: Readonly<Record<string, ProblemKey>> = {
  customer_by_email: 'problems.userEmailTaken',
  customer_by_mobile: 'problems.userMobileTaken',
}

/** Names the value that another user already has; any other error is rethrown. */
const takenBy = (error: unknown): { problem: ProblemKey } => {
  const problem = takenKeys[String(membersOf(error).constraint)]
  if (codeOf(error) !== '23505' || !problem) throw error
  return { problem }
}

/**
 * `before` must be locked. Nothing is written if nothing changes. A value that another user has is returned as a
 * problem, and the transaction has then failed.
 */
export const changeUser = async (tx: Tx, work: UserWork, before: UserRecord, action: string, change: Change) => {
  const fields = keysOf(change).filter((field) => change[field] !== undefined && change[field] !== before[field])
  if (fields.length === 0) return { user: before }
  const sets = fields.map((field, index) => `${columnOf(field)} = $${index + 3}`)
  const failure = await rowsOf(tx, {
    text: `update customer set version = version + 1, ${sets.join(', ')} where tenant_id = $1 and id = $2`,
    values: [work.tenantId, before.id, ...fields.map((field) => change[field])],
  }).then(() => undefined, takenBy)
  if (failure) return failure
  const user: UserRecord = { ...before, ...change, version: before.version + 1 }
  const part = (record: Change) => recordOf(fields, (field) => record[field])
  await tellOfUser(tx, work, {
    id: user.id,
    version: user.version,
    action,
    before: part(before),
    after: part(change),
  })
  return { user }
}

type UserJournalLine = {
  id: number
  version: number
  at: number
  action: string
  who: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const journalSelected = `id, version, ${millisOf('at')} as at, action, who, before, after`

/** Changes since a version, oldest first. */
export const userChanges = (tx: Tx, tenantId: number, id: number, sinceVersion: number) =>
  rowsOf<UserJournalLine>(tx, {
    text: `select ${journalSelected} from user_journal
           where tenant_id = $1 and id_customer = $2 and version > $3 order by id limit 200`,
    values: [tenantId, id, sinceVersion],
  })

/** The latest changes, newest first. */
export const userJournal = (tx: Tx, tenantId: number, id: number, most: number) =>
  rowsOf<UserJournalLine>(tx, {
    text: `select ${journalSelected} from user_journal
           where tenant_id = $1 and id_customer = $2 order by version desc, id desc limit $3`,
    values: [tenantId, id, most],
  })

export const vehiclesOfUser = (tx: Tx, tenantId: number, id: number) =>
  rowsOf<{ id: number; numberPlate: string; brand: string; model: string }>(tx, {
    text: `select id, number_plate as "numberPlate", brand, model from user_vehicle
           where tenant_id = $1 and id_user = $2 order by id`,
    values: [tenantId, id],
  })

export const cardsOfUser = (tx: Tx, tenantId: number, id: number) =>
  rowsOf<{ id: number; cardAlias: string; paymentMethod: number }>(tx, {
    text: `select id, card_alias as "cardAlias", payment_method as "paymentMethod" from card
           where tenant_id = $1 and id_user = $2 order by id`,
    values: [tenantId, id],
  })

type FoundUser = Pick<
  UserRow,
  'id' | 'firstName' | 'lastName' | 'userEmail' | 'prefixMobileNumber' | 'mobileNumber' | 'status'
>

/** The user with the typed id, and the newest ones that match the words, of these white labels. */
export const searchUsers = async (tx: Tx, tenantId: number, whiteLabels: Ids, { id, words, compact }: SearchTerms) => {
  const values: unknown[] = [tenantId, id ?? null, whiteLabels === 'all' ? null : [...whiteLabels]]
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions = [
    ...(words.length > 0 ? [words.map((word) => `u.search_text like ${value(`% ${word}%`)}`).join(' and ')] : []),
    ...(compact === undefined ? [] : [`u.search_text like ${value(`%${compact}%`)}`]),
  ]
  const isSeen = 'u.is_customer and ($3::int[] is null or u.id_white_label = any($3))'
  const byWords = conditions.map((one) => `(${one})`).join(' or ')
  return rowsOf<FoundUser>(tx, {
    text: `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.user_email as "userEmail",
             u.prefix_mobile_number as "prefixMobileNumber", u.mobile_number as "mobileNumber", u.status
           from app_user u
           where u.tenant_id = $1 and u.is_customer and u.id in (
             select u.id from app_user u where u.tenant_id = $1 and u.id = $2::bigint and ${isSeen}
             ${byWords && `union (select u.id from app_user u where u.tenant_id = $1 and (${byWords}) and ${isSeen} order by u.id desc limit ${searchLimits.found})`})
           order by (u.id = $2::bigint) is true desc, u.id desc limit ${searchLimits.found}`,
    values,
  })
}

type Counts = { total: number; active: number; finished: number; cancelled: number }
type Paid = Counts & { totalAmount: number }

const countColumns = (active: string, finished: string, cancelled: string) => `count(*) as total,
  count(*) filter (where ${active}) as active, count(*) filter (where ${finished}) as finished,
  count(*) filter (where ${cancelled}) as cancelled`

const oneRow = async <Row>(tx: Tx, text: string, values: readonly unknown[]) => {
  const [row] = await rowsOf<Row>(tx, { text, values })
  if (!row) throw new Error('A summary has one row')
  return row
}

const { created, handedOver, replaced, finished } = bookingStatus

/** Counts and totals of a user's taxi bookings, without drafts and those that another booking took over. */
export const taxiSummary = async (tx: Tx, tenantId: number, id: number) => {
  const ofUser = `from booking where tenant_id = $1 and id_user = $2 and status not in (${created}, ${handedOver}, ${replaced})`
  const [counts, totals] = await Promise.all([
    oneRow<Counts>(
      tx,
      `select ${countColumns('status in (10, 20, -30)', `status = ${finished}`, 'status in (-20, -40)')} ${ofUser}`,
      [tenantId, id],
    ),
    rowsOf<{ currency: string; amount: number }>(tx, {
      text: `select price_customer_currency as currency, sum(price_customer_total) as amount ${ofUser}
               and price_customer_total > 0 group by 1 order by amount desc, 1`,
      values: [tenantId, id],
    }),
  ])
  return { ...counts, totals }
}

export const parkingSummary = (tx: Tx, tenantId: number, id: number) =>
  oneRow<Paid>(
    tx,
    `select ${countColumns('status = 1', 'status in (30, -1)', 'status < -1')},
       coalesce(sum(price_customer) filter (where status >= -1), 0) as "totalAmount"
     from parking_booking where tenant_id = $1 and id_user = $2`,
    [tenantId, id],
  )

export const ticketSummary = (tx: Tx, tenantId: number, id: number) =>
  oneRow<Paid>(
    tx,
    `select ${countColumns('status = 1', 'status > 1', 'status < 1')},
       coalesce(sum(price_customer) filter (where status >= 1), 0) as "totalAmount"
     from ticket where tenant_id = $1 and id_user = $2`,
    [tenantId, id],
  )

/**
 * Routes being recorded or waiting for their distance count as active, valid ones as finished, discarded or failed ones
 * as cancelled.
 */
export const routeSummary = (tx: Tx, tenantId: number, id: number) =>
  oneRow<Counts & { distanceMeters: number }>(
    tx,
    `select ${countColumns('status between 0 and 199', 'status >= 200', 'status < 0')},
       coalesce(sum(distance_meters) filter (where status >= 200), 0) as "distanceMeters"
     from route_tracking where tenant_id = $1 and id_user = $2`,
    [tenantId, id],
  )
