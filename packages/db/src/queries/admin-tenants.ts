import type pg from 'pg'
import { connectOwner } from '../installation/migrate.ts'
import type { Tx } from '../open.ts'

type NewTenant = { subdomain: string; name: string; frontConfig: object }
type ListedTenant = { id: number; subdomain: string; name: string; fleets: number; users: number }

/** Under row-level security nobody else can see all tenants, or add one. */
const asOwner = async <T>(ownerUrl: string, run: (owner: pg.Client) => Promise<T>) => {
  const owner = await connectOwner(ownerUrl)
  return run(owner).finally(() => owner.end())
}

/**
 * Adds a tenant and returns its id; undefined if the subdomain is taken. An installation set up before its first start
 * is marked as having no demo, which that start would otherwise load.
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

/** The form configs of every tenant, for the start-up check of broken forms. */
export const allFormConfigs = (ownerUrl: string) =>
  asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ subdomain: string; idPaymentAccount: number; config: string }>(
      `select t.subdomain, f.id_payment_account::int as "idPaymentAccount", f.config
       from authorization_form f join tenant t on t.id = f.tenant_id order by t.subdomain, f.id_payment_account`,
    )
    return rows
  })

/** Makes other changes to this tenant's set-up wait until the transaction ends; bookings are not held up. */
export const lockTenant = (tx: Tx) => tx.selectFrom('tenant').select('id').forNoKeyUpdate().executeTakeFirstOrThrow()

/** The name is stored in both places, so that lists and pages agree. */
export const setFrontConfig = (tx: Tx, tenantId: number, config: { name: string }) =>
  tx
    .updateTable('tenant')
    .set({ name: config.name, front_config: JSON.stringify(config) })
    .where('id', '=', tenantId)
    .execute()
