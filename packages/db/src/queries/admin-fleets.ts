import { type Insertable, sql, type Updateable } from 'kysely'
import { connectOwner } from '../installation/migrate.ts'
import type { Tx } from '../open.ts'
import type { DB } from '../schema.gen.ts'

export type NewFleet = Omit<Insertable<DB['fleet']>, 'tenant_id'>
type FleetChange = Omit<Updateable<DB['fleet']>, 'tenant_id' | 'id'>
export type GeoArea = { description: string; geometryWKT: string }

/** Moves the sequence past ids chosen by hand, so that a later fleet cannot collide with them. */
export const reserveFleetIds = async (ownerUrl: string, largest: number) => {
  const owner = await connectOwner(ownerUrl)
  const sequence = `pg_get_serial_sequence('fleet', 'id')`
  try {
    await owner.query(
      `select setval(${sequence}, greatest($1::bigint, coalesce(pg_sequence_last_value(${sequence}::regclass), 1)))`,
      [largest],
    )
  } finally {
    await owner.end()
  }
}

export const listFleets = (tx: Tx) =>
  tx
    .selectFrom('fleet as f')
    .select([
      'f.id',
      'f.id_external as idExternal',
      'f.fleet_name as fleetName',
      'f.protocol_dispatch as protocolDispatch',
      'f.time_zone as timeZone',
      'f.status',
      sql<number>`(select count(*)::int from fleet_geo_area a where a.tenant_id = f.tenant_id and a.id_fleet = f.id)`.as(
        'areas',
      ),
    ])
    .orderBy('f.id')
    .execute()

export const insertFleet = async (tx: Tx, tenantId: number, fleet: NewFleet) => {
  const { id } = await tx
    .insertInto('fleet')
    .values({ ...fleet, tenant_id: tenantId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateFleet = (tx: Tx, id: number, change: FleetChange) =>
  tx.updateTable('fleet').set(change).where('id', '=', id).execute()

export const replaceGeoAreas = async (tx: Tx, tenantId: number, idFleet: number, areas: GeoArea[]) => {
  await tx.deleteFrom('fleet_geo_area').where('id_fleet', '=', idFleet).execute()
  if (areas.length === 0) return
  const rows = areas.map(({ description, geometryWKT }) => ({ description, geometry_wkt: geometryWKT }))
  await tx
    .insertInto('fleet_geo_area')
    .values(rows.map((row) => ({ ...row, tenant_id: tenantId, id_fleet: idFleet })))
    .execute()
}

export const saveTaxiFeatures = async (tx: Tx, tenantId: number, features: { id: number; name: string }[]) => {
  if (features.length === 0) return
  await tx
    .insertInto('taxi_feature')
    .values(features.map(({ id, name }) => ({ tenant_id: tenantId, id, name })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((set) => ({ name: set.ref('excluded.name') })),
    )
    .execute()
}
