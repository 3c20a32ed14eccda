import type { TenantQuotas } from '@parada/domain/message-quota'
import { sql } from 'kysely'
import { rowsOf } from '../database.ts'
import type { Executor, Tx } from '../open.ts'
import { remembered } from '../terms.ts'

export const tenantOfSubdomain = async (db: Executor, subdomain: string) => {
  const { rows } = await sql<{ id: number | null }>`select tenant_of_subdomain(${subdomain}) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/** The subdomain of the transaction's tenant, for the few paths without a tenant segment. */
export const subdomainOf = async (tx: Tx) =>
  (await tx.selectFrom('tenant').select('subdomain').executeTakeFirstOrThrow()).subdomain

type FrontConfig = {
  color?: string
  logo?: string
  showCancelledBookingNotifications?: boolean
  mandatoryDestination?: boolean
  asapFromStartTime?: boolean
  cancelReasonMinLength?: number
  showBookingReference?: boolean
  language?: 'es' | 'en'
  busyDesksStayQuiet?: boolean
  timeZone?: string
  invoiceTaxPercent?: number
  issuer?: { legalName?: string; taxId?: string; address?: string; email?: string }
  sounds?: Record<string, string>
  messageQuotas?: TenantQuotas
}

type TenantSettings = Omit<FrontConfig, 'logo' | 'sounds'> & { name: string }

/** The tenant's branding and flags; the tenant's own name is used if the config has none. */
export const frontConfig = async (tx: Tx) => {
  const { name, config } = await tx
    .selectFrom('tenant')
    .select(['name', sql<FrontConfig>`front_config`.as('config')])
    .executeTakeFirstOrThrow()
  return { name, ...config }
}

const settings = remembered(async (tx: Tx): Promise<TenantSettings> => {
  const [found] = await rowsOf<{ name: string; settings: Omit<TenantSettings, 'name'> }>(tx, {
    name: 'tenant_settings',
    text: `select name, front_config - 'logo' - 'sounds' as settings from tenant`,
    values: [],
  })
  if (!found) throw new Error('The tenant of this transaction is gone')
  return { name: found.name, ...found.settings }
})

const settingsOf = new WeakMap<Tx, Promise<TenantSettings>>()

/** The flags without logo and sounds, read once per transaction however many rules need them. */
export const tenantSettings = (tx: Tx) => {
  const known = settingsOf.get(tx) ?? settings(tx, 'settings')
  settingsOf.set(tx, known)
  return known
}

/** A setting of the whole installation, such as its demo users. */
export const installationValue = async <Value>(db: Executor, key: string) => {
  const value = sql<Value>`value`.as('value')
  const found = await db.selectFrom('installation').select(value).where('key', '=', key).executeTakeFirst()
  return found?.value
}

type MessagesToday = { subdomain: string; channel: string; sent: number; told: number }

/**
 * What each tenant has sent today, by channel, and the last alarm its desks got: 1 for nearly used up, 2 for used up.
 */
export const messagesToday = async (db: Executor) =>
  (await sql<MessagesToday>`select * from messages_today()`.execute(db)).rows

/** Fails if the database does not answer. */
export const ping = (db: Executor) => sql`select 1`.execute(db)
