import { sql } from 'kysely'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

export const createTelephoneKey = async (tx: Tx, tenantId: number, name: string, keyHash: Buffer) => {
  const { id } = await tx
    .insertInto('telephone_key')
    .values({ tenant_id: tenantId, name, key_hash: keyHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const telephoneKeys = (tx: Tx) =>
  tx.selectFrom('telephone_key').select(['id', 'name', 'created_at']).orderBy('id').execute()

/** Revokes a key; false if there was no such key. */
export const deleteTelephoneKey = async (tx: Tx, id: number) => {
  const { numDeletedRows } = await tx.deleteFrom('telephone_key').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const isTelephoneKey = async (tx: Tx, tenantId: number, keyHash: Buffer) => {
  const found = await tx
    .selectFrom('telephone_key')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return found !== undefined
}

/** If several callers have the number, the one with the first of its spellings. */
const callerOf = (tx: Tx, tenantId: number, spellings: string[]) =>
  tx
    .selectFrom('caller')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'is_blacklisted as isBlacklisted'])
    .where('tenant_id', '=', tenantId)
    .where('phone_number', 'in', spellings)
    .orderBy(sql`array_position(${spellings}::text[], phone_number)`)
    .limit(1)
    .executeTakeFirst()

const soonestAlive = (tx: Tx, tenantId: number, spellings: string[]) =>
  tx
    .selectFrom('booking')
    .select([
      'id',
      'status as statusBooking',
      sql.raw<number>(millisOf('time_booking_start')).as('timeBookingStartTimestamp'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('phone_number_passenger', 'in', spellings)
    .where(sql<boolean>`status in (10, 20, -30)`)
    .orderBy('time_booking_start')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The caller with a number, given its spellings, and the live booking for that number that starts soonest. */
export const knownCaller = async (tx: Tx, tenantId: number, spellings: string[]) => {
  const [caller, openBooking] = await Promise.all([
    callerOf(tx, tenantId, spellings),
    soonestAlive(tx, tenantId, spellings),
  ])
  return caller ? { ...caller, openBooking: openBooking ?? null } : null
}

/** The locale of the newest authorization with a telephone number, such as es_ES. */
export const localeOfPhone = async (tx: Tx, tenantId: number, spellings: string[]) => {
  const found = await tx
    .selectFrom('customer_authorization')
    .select('locale')
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('mobile_number', 'in', spellings), eb('phone_number', 'in', spellings)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.locale
}
