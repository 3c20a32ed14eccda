import { type Sheet, sheetFields, type Vehicle, vehicleFields } from '@parada/domain/route-sheet/records'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import { rowsOf, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import { type ChangeOf, type Line, versioned } from '../versioned.ts'
import type { JournalLine, Work } from './booking-changes.ts'

type Kind = 'vehicle' | 'sheet'

const tell =
  (kind: Kind) =>
  ({ tx, tenant, by, now }: Work, action: string, line: Line, { id, version }: { id: number; version: number }) =>
    sendAlong(tx, {
      name: 'vehicle_journal_put',
      text: `insert into vehicle_journal (tenant_id, kind, id_record, version, at, action, id_user, who, before, after)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        tenant.id,
        kind,
        id,
        version,
        now,
        action,
        by.idUser ?? null,
        by.who,
        JSON.stringify(line.before),
        JSON.stringify(line.after),
      ],
    })

/** The one way to write a vehicle. */
export const vehicles = versioned<typeof vehicleFields, Vehicle, Work>({
  table: 'fleet_vehicle',
  fields: vehicleFields,
  tell: tell('vehicle'),
})

/** The one way to write a route sheet. */
export const sheets = versioned<typeof sheetFields, Sheet, Work>({
  table: 'route_sheet',
  fields: sheetFields,
  tell: tell('sheet'),
})

export type VehicleChange = ChangeOf<typeof vehicleFields>
export type SheetChange = ChangeOf<typeof sheetFields>

/** The history of a vehicle or a sheet, oldest first; with `sinceVersion`, only what came after it. */
export const vehicleJournal = (tx: Tx, tenantId: number, kind: Kind, id: number, sinceVersion = 0) =>
  rowsOf<Omit<JournalLine, 'idFleet'>>(tx, {
    text: `select id, version, ${millisOf('at')} as at, action, who, id_user as "idUser", before, after
           from vehicle_journal where tenant_id = $1 and kind = $2 and id_record = $3 and version > $4
           order by id limit 500`,
    values: [tenantId, kind, id, sinceVersion],
  })

/** Until the transaction ends, nobody else can set the plate of a vehicle of this tenant. */
export const lockPlates = (tx: Tx, tenantId: number) =>
  rowsOf(tx, {
    name: 'fleet_vehicle_plates_lock',
    text: "select pg_advisory_xact_lock(hashtextextended('fleet_vehicle', $1))",
    values: [tenantId],
  })

/** Another vehicle that has one of the plates, and whether it is the plate to sync. */
export const vehicleWithPlate = async (
  tx: Tx,
  tenantId: number,
  {
    id,
    numberPlateToSync,
    numberPlateToMatch,
  }: Pick<Vehicle, 'numberPlateToSync' | 'numberPlateToMatch'> & {
    id?: number
  },
) => {
  const [found] = await rowsOf<{ id: number; isSynced: boolean }>(tx, {
    text: `select id, number_plate_to_sync = $3 as "isSynced" from fleet_vehicle
           where tenant_id = $1 and id <> $2 and (number_plate_to_sync = $3 or number_plate_to_match = $4)
           order by id limit 1`,
    values: [tenantId, id ?? 0, numberPlateToSync, numberPlateToMatch],
  })
  return found
}

/**
 * Whether the register still has to be told about sheets of a vehicle: they use the vehicle's plate and certificate.
 */
export const hasWaitingSheets = async (tx: Tx, tenantId: number, idVehicle: number) => {
  const [found] = await rowsOf(tx, {
    text: `select 1 from route_sheet
           where tenant_id = $1 and id_vehicle = $2 and (status = any($3::int[]) or step_under_way is not null) limit 1`,
    values: [tenantId, idVehicle, [sheetStatus.waiting, sheetStatus.registered]],
  })
  return found !== undefined
}

/** `before` must come from lock in the same transaction. The vehicle's journal is kept. */
export const removeVehicle = async (work: Work, before: Vehicle) => {
  await rowsOf(work.tx, {
    text: 'delete from fleet_vehicle where tenant_id = $1 and id = $2',
    values: [work.tenant.id, before.id],
  })
  const { id, version, ...facts } = before
  tell('vehicle')(work, 'delete', { before: facts, after: {} }, { id, version: version + 1 })
}
