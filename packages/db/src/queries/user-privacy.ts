import type { ProblemKey } from '@parada/domain/problem/keys'
import type { UserRecord } from '@parada/domain/user/fields'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'
import { putInOutbox } from './outbox.ts'
import { tellOfUser, type UserWork } from './users.ts'

type Rows = Record<string, unknown>[]

const ofBookings = 'id_booking in (select id from booking where tenant_id = $1 and id_user = $2)'
/** Condition for messages about the user's rides and parkings. */
const sentToUser = `(${ofBookings} or id_parking in (
  select id from parking_booking where tenant_id = $1 and id_user = $2))`

/** Tables that refer to a user or to their bookings, read from the catalogue so that none is forgotten. */
const references = `
  select distinct on (c.conrelid) c.conrelid::regclass::text as "table", a.attname::text as "column",
    c.confrelid = 'app_user'::regclass as "isOfUser"
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.contype = 'f' and c.conrelid <> c.confrelid and c.confrelid in ('app_user'::regclass, 'booking'::regclass)
  order by c.conrelid, c.confrelid = 'app_user'::regclass desc, c.conname`

const numberValidations = `
  select v.* from number_validation v join customer c on c.tenant_id = v.tenant_id and c.mobile_number = v.mobile_number
    and ltrim(v.prefix_mobile_number, '+') = ltrim(c.prefix_mobile_number, '+')
  where v.tenant_id = $1 and c.id = $2 order by v.id`

const routePaths = `
  select p.* from route_path p join route_tracking r on r.tenant_id = p.tenant_id and r.id = p.id_route
  where p.tenant_id = $1 and r.id_user = $2 order by p.id_route`

/** Everything kept about a user besides their own row, by table; the tenant id is left out. */
export const personalDataOf = async (tx: Tx, tenantId: number, id: number): Promise<Record<string, Rows>> => {
  const referring = await rowsOf<{ table: string; column: string; isOfUser: boolean }>(tx, {
    text: references,
    values: [],
  })
  const statements = referring.map(({ table, column, isOfUser }): [string, string] => {
    const wanted = isOfUser ? '= $2' : 'in (select id from booking where tenant_id = $1 and id_user = $2)'
    return [table, `select * from ${table} where tenant_id = $1 and ${column} ${wanted} order by 2`]
  })
  const found: Record<string, Rows> = {}
  const others = [['number_validation', numberValidations] as const, ['route_path', routePaths] as const]
  for (const [table, text] of [...statements, ...others]) {
    const rows = await rowsOf<Record<string, unknown>>(tx, { text, values: [tenantId, id] })
    if (rows.length > 0) found[table] = rows.map(({ tenant_id: _, ...row }) => row)
  }
  return found
}

type DocumentImages = { id: number; imageFront: string | null; imageBack: string | null }

const images = 'id, image_front as "imageFront", image_back as "imageBack"'

/** The images of a user's identity documents, by document. */
export const documentImagesOf = (tx: Tx, tenantId: number, id: number) =>
  rowsOf<DocumentImages>(tx, {
    text: `select ${images} from identity_document where tenant_id = $1 and id_user = $2 order by id`,
    values: [tenantId, id],
  })

/**
 * Images are stored outside the database: they are removed once this is committed, even if the server dies in between.
 */
const eraseDocuments = async (tx: Tx, tenantId: number, id: number) => {
  const erased = await rowsOf<DocumentImages>(tx, {
    text: `delete from identity_document where tenant_id = $1 and id_user = $2 returning ${images}`,
    values: [tenantId, id],
  })
  const hashes = erased.flatMap(({ imageFront, imageBack }) => [imageFront, imageBack]).filter((hash) => hash !== null)
  if (hashes.length > 0) await putInOutbox(tx, tenantId, 'freedImages', { hashes })
}

/** In the order that foreign keys demand; each takes the tenant and the user. */
const erasures = [
  // Messages sent or waiting to be sent, with their text.
  `delete from outbox o using delivery d where d.tenant_id = $1 and o.tenant_id = $1 and o.id = d.id_outbox
     and ${sentToUser}`,
  `delete from outbox where tenant_id = $1 and kind = 'order' and (payload ->> 'idBooking')::bigint in (
     select id from booking where tenant_id = $1 and id_user = $2)`,
  // Answers kept for repeated requests that created a booking or a document of theirs.
  `delete from idempotent_answer where tenant_id = $1
     and jsonb_path_exists(answer::jsonb, '$.**.idUser ? (@ == $id)', jsonb_build_object('id', $2::bigint))`,
  `update delivery set recipient = '', last_error = null where tenant_id = $1 and ${sentToUser}`,
  `update booking_message set message = '—', user_name = '', lat = null, lon = null where tenant_id = $1 and ${ofBookings}`,
  `delete from trajectory where tenant_id = $1 and ${ofBookings}`,
  `delete from number_validation v using customer c
   where v.tenant_id = $1 and c.tenant_id = $1 and c.id = $2 and v.mobile_number = c.mobile_number
     and ltrim(v.prefix_mobile_number, '+') = ltrim(c.prefix_mobile_number, '+')`,
  'update customer_authorization set id_user = null where tenant_id = $1 and id_user = $2',
  'delete from user_vehicle where tenant_id = $1 and id_user = $2',
  `update card set card_alias = '' where tenant_id = $1 and id_user = $2`,
  `update parking_booking set customer_name = '', customer_phone = '', number_plate = '', cancel_reason = ''
   where tenant_id = $1 and id_user = $2`,
  `update mobility_booking set customer_name = '', customer_phone = '', cancel_reason = ''
   where tenant_id = $1 and id_user = $2`,
  `update ticket set cancel_reason = '' where tenant_id = $1 and id_user = $2`,
  `delete from route_path p using route_tracking r
   where p.tenant_id = $1 and r.tenant_id = $1 and r.id = p.id_route and r.id_user = $2`,
  `update route_tracking set customer_name = '', origin_address_string = '', destination_address_string = '',
     route_tracking_stop_list = '[]' where tenant_id = $1 and id_user = $2`,
]

/**
 * The places and prices of a ride belong to the books; the passenger's identity does not. A trigger updates the search
 * text.
 */
const eraseBookings = `
  with erased as (update booking set version = version + 1, time_updated = $3, passenger_name = '', phone_number_passenger = '',
    email_passenger = '', notes = '', flight_number = '', phone_number_dialed = '', cancellation_reason_description = '',
    additional_reason = '', id_caller = null, origin = origin - 'additionalAddressInfo',
    destination = destination - 'additionalAddressInfo',
    modifications = case when modifications is null then null else modifications || '{"comment": ""}' end
  where tenant_id = $1 and id_user = $2 returning id, version)
  insert into booking_journal (tenant_id, id_booking, version, at, action, id_user, who)
  select $1, id, version, $3, 'erase', $4, $5 from erased`

const eraseCustomer = `
  update customer set version = version + 1, first_name = '', last_name = '', user_email = null,
    prefix_mobile_number = null, mobile_number = null, status = -1, is_email_verified = false,
    is_mobile_number_verified = false, device_tokens = '{}', additional_info = '', is_accepted_ad = false, category = '',
    erased_at = $3
  where tenant_id = $1 and id = $2`

/**
 * `user` must be locked. Undefined on success; a user with a booking under way cannot be erased, since it needs a name.
 */
export const eraseUser = async (tx: Tx, work: UserWork, user: UserRecord): Promise<ProblemKey | undefined> => {
  const { tenantId, by, now } = work
  // New bookings of this user wait for this transaction, and then find that there is no such user.
  const bookings = await rowsOf<{ status: number }>(tx, {
    text: 'select status from booking where tenant_id = $1 and id_user = $2 for update',
    values: [tenantId, user.id],
  })
  if (bookings.some(({ status }) => [5, 10, 20, -30].includes(status))) return 'problems.userStillRides'
  await eraseDocuments(tx, tenantId, user.id)
  for (const text of erasures) await rowsOf(tx, { text, values: [tenantId, user.id] })
  await rowsOf(tx, { text: eraseBookings, values: [tenantId, user.id, now, by.idUser ?? null, by.who] })
  await rowsOf(tx, { text: eraseCustomer, values: [tenantId, user.id, now] })
  await rowsOf(tx, {
    text: 'select erase_from_journals($1), erase_concepts($1)',
    values: [user.id],
  })
  await tellOfUser(tx, work, { id: user.id, version: user.version + 1, action: 'erase' })
  return undefined
}
