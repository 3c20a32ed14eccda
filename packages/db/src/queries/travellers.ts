import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

/** Who travels, and on which account. */
export type Traveller = {
  idUser: number | null
  idAuthorization: number | null
  idPaymentAccount: number | null
  idWhiteLabel: number
  name: string
  phone: string
}

type TravellerIds = { idUser?: number | undefined; idAuthorization?: number | undefined }

/**
 * The traveller with the given user id or authorization id; if one is unknown, its field name. Without either, an
 * anonymous traveller.
 */
export const travellerOf = async (
  tx: Tx,
  tenantId: number,
  { idUser, idAuthorization }: TravellerIds,
): Promise<Traveller | { unknown: keyof TravellerIds }> => {
  const [found] = await rowsOf<Traveller & { hasUser: boolean; hasAuthorization: boolean }>(tx, {
    name: 'traveller_read',
    text: `select coalesce(u.id, a.id_user) as "idUser", a.id as "idAuthorization",
             a.id_payment_account as "idPaymentAccount", coalesce(u.id_white_label, w.id) as "idWhiteLabel",
             coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), u.first_name || ' ' || u.last_name, '') as name,
             coalesce(a.phone_number, u.mobile_number, '') as phone,
             u.id is not null as "hasUser", a.id is not null as "hasAuthorization"
           from (select min(id) as id from white_label where tenant_id = $1) w
           left join app_user u on u.tenant_id = $1 and u.id = $2 and u.is_customer and u.erased_at is null
           left join customer_authorization a on a.tenant_id = $1 and a.id = $3`,
    values: [tenantId, idUser ?? null, idAuthorization ?? null],
  })
  if (!found) throw new Error(`Tenant ${tenantId} has no white label`)
  const { hasUser, hasAuthorization, ...traveller } = found
  if (idUser !== undefined && !hasUser) return { unknown: 'idUser' }
  return idAuthorization !== undefined && !hasAuthorization ? { unknown: 'idAuthorization' } : traveller
}
