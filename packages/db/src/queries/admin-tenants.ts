import type pg from 'pg'
import { connectOwner } from '../installation/migrate.ts'
import type { Tx } from '../open.ts'

type NewTenant = { subdomain: string; name: string; frontConfig: object }
export type ListedTenant = { id: number; subdomain: string; name: string; fleets: number; users: number }

/** The walls let nobody else see the tenants side by side, or add one. */
const asOwner = async <T>(ownerUrl: string, run: (owner: pg.Client) => Promise<T>) => {
  const owner = await connectOwner(ownerUrl)
  return run(owner).finally(() => owner.end())
}

/**
 * Adds a tenant and answers its id, or undefined where the subdomain is taken. An installation prepared before its
 * first start is marked as one without the demo, which would come in between.
 */
export const createTenant = (ownerUrl: string, { subdomain, name, frontConfig }: NewTenant) =>
  asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: number }>(
      `with marked as (insert into installation select 'empty', 'true'
         where not exists (select from installation where key = 'demo') on conflict do nothing),
       made as (insert into tenant (subdomain, name, front_config) values ($1, $2, $3)
         on conflict (subdomain) do nothing returning id, name)
       insert into white_label select id, id, name from made returning id`,
      [subdomain, name, JSON.stringify(frontConfig)],
    )
    return rows[0]?.id
  })

export const listTenants = (ownerUrl: string) =>
  asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<ListedTenant>(
      `select id, subdomain, name,
         (select count(*)::int from fleet where tenant_id = tenant.id) as fleets,
         (select count(*)::int from app_user where tenant_id = tenant.id and not is_customer) as users
       from tenant order by subdomain`,
    )
    return rows
  })

/** The configs of every tenant's forms, for whoever looks after the installation. */
export const allFormConfigs = (ownerUrl: string) =>
  asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ subdomain: string; idPaymentAccount: number; config: string }>(
      `select t.subdomain, f.id_payment_account::int as "idPaymentAccount", f.config
       from authorization_form f join tenant t on t.id = f.tenant_id order by t.subdomain, f.id_payment_account`,
    )
    return rows
  })

/** Makes whoever else changes this tenant's set-up wait until the transaction ends; bookings go on meanwhile. */
export const lockTenant = (tx: Tx) => tx.selectFrom('tenant').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()

/** The name stands in both places, so that lists and pages say the same. */
export const setFrontConfig = (tx: Tx, tenantId: number, config: { name: string }) =>
  tx
    .updateTable('tenant')
    .set({ name: config.name, front_config: JSON.stringify(config) })
    .where('id', '=', tenantId)
    .execute()
