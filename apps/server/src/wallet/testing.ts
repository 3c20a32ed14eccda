import type { AppEvent } from '@parada/contract/calls/wallet'
import { saveAppLink } from '@parada/db/queries/promos'
import { sha256, sign } from '../suppliers/signature.ts'
import type { Desk } from '../testing/desk.ts'

const secret = 'a secret that only this test and its app know'

/** Users of the demo tenant: those of its own white label after the first 40, and one of another. */
export const customersOf = async (desk: Desk) => {
  const own = await desk.rows<{ id: number }>(
    'select id::int from app_user where tenant_id = 1 and id_white_label = 1 order by id offset 40',
  )
  const [other] = await desk.rows<{ id: number }>(
    'select id::int from app_user where tenant_id = 1 and id_white_label = 101 order by id limit 1',
  )
  return { ids: own.map(({ id }) => id), other: other?.id ?? 0 }
}

type Columns = Record<string, unknown>

/** A promo for tests; its code, if it has one, is for everybody unless told otherwise. */
export const makePromo = async (desk: Desk, columns: Columns, code?: Columns) => {
  const promo: Columns = { tenant_id: 1, name: 'Prueba', type: 'fixed', amount: 500, ...columns }
  const insert = async (table: string, row: Columns) => {
    const names = Object.keys(row)
    const values = names.map((_, index) => `$${index + 1}`).join(', ')
    const [made] = await desk.rows<{ id: number }>(
      `insert into ${table} (${names.join(', ')}) values (${values}) returning id::int`,
      Object.values(row),
    )
    return made?.id ?? 0
  }
  const id = await insert('promo', promo)
  if (code) await insert('promo_code', { tenant_id: 1, id_promo: id, type: promo.type, ...code })
  return id
}

/** The back end of a white label's app, which signs the events it sends. */
export const linkApp = async ({ server, now }: Desk, { sd = 'demo', tenant = 1, idWhiteLabel = 1 } = {}) => {
  await server.database.inTenant(tenant, (tx) => saveAppLink(tx, tenant, idWhiteLabel, secret))
  type NewEvent = Omit<AppEvent, 'id'> & Record<string, unknown>
  return (
    event: NewEvent,
    { key = secret, at = new Date(now()), path = `/wallet/${sd}/apps/${idWhiteLabel}/events` } = {},
  ) => {
    const body = JSON.stringify({ id: crypto.randomUUID(), ...event })
    const signed = sign(
      { subdomain: sd, idFleet: 0, secret: key },
      { method: 'POST', path, bodySha256: sha256(body) },
      at,
    )
    return server.ask<{ repeated: boolean; balance: number }>(`/api${path}`, {
      method: 'POST',
      body,
      headers: { ...signed, 'content-type': 'application/json' },
    })
  }
}
