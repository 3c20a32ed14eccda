import type pg from 'pg'
import { simulatorAddress } from '../queries/supplier-links.ts'

/**
 * Links every fleet with a protocol of its own to the simulator, and creates the orders of the bookings that are with
 * it. The orders expect no answer, so the demo stands still if nobody simulates the fleets. The suppliers of other
 * modes and the insurers get the secrets they sign with.
 */
export const seedSuppliers = async (client: pg.Client, makeSecret: () => string) => {
  const { rows } = await client.query(
    'select tenant_id, id from fleet where protocol_dispatch > 1 order by tenant_id, id',
  )
  const secrets = rows.map(({ tenant_id, id }) => ({ tenant_id, id_fleet: id, secret: makeSecret() }))
  await client.query(
    `insert into supplier_link (tenant_id, id_fleet, url, secret)
     select tenant_id, id_fleet, $2, secret from json_populate_recordset(null::supplier_link, $1)`,
    [JSON.stringify(secrets), simulatorAddress],
  )
  await client.query(
    `insert into supplier_order (tenant_id, id, id_booking, id_fleet, state, created_at, due_at, sent_at, attempts, version)
     select b.tenant_id, ('00000000-0000-4000-8000-' || lpad(b.id::text, 12, '0'))::uuid, b.id, b.id_fleet,
       case when b.status = 20 then 'accepted' else 'sent' end, b.created_at, b.created_at, b.created_at, 1, b.version
     from booking b join supplier_link l on l.tenant_id = b.tenant_id and l.id_fleet = b.id_fleet
     where b.status in (10, 20) and b.status_dispatch > 0`,
  )
  for (const table of ['trip_supplier', 'insurer']) {
    const { rows: others } = await client.query(`select tenant_id, id from ${table} order by tenant_id, id`)
    await client.query(
      `update ${table} s set secret = made.secret from json_populate_recordset(null::${table}, $1) made
       where s.tenant_id = made.tenant_id and s.id = made.id`,
      [JSON.stringify(others.map(({ tenant_id, id }) => ({ tenant_id, id, secret: makeSecret() })))],
    )
  }
}
