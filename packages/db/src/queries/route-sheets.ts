import type { BookingRecord } from '@parada/domain/booking/fields'
import { platesIn } from '@parada/domain/route-sheet/plates'
import type { Sheet, Vehicle } from '@parada/domain/route-sheet/records'
import { rowsOf, sendAlong } from '../database.ts'
import type { Tx } from '../open.ts'
import type { Line } from '../versioned.ts'
import type { Hold } from './holds.ts'
import { sheets, vehicles } from './vehicles.ts'

/** The booking fields that a sheet follows. */
const followed = [
  'status',
  'statusDispatch',
  'cancelledWithCharge',
  'supplierTaxiDescription',
  'origin',
  'destination',
  'timeBookingStart',
  'timeBookingFinish',
]

type HeldWork = { tx: Tx; tenant: { id: number }; hold?: Hold | undefined }

/**
 * Queues a check of the booking's sheets, if a vehicle with sheets has it or had it. Under a hold, the check waits
 * until the hold is over.
 */
export const followBooking = (
  { tx, tenant, hold }: HeldWork,
  line: Line,
  booking: BookingRecord,
  before: BookingRecord | undefined,
) => {
  if (!followed.some((field) => field in line.after)) return
  const plates = [booking, before].flatMap((each) => (each ? platesIn(each.supplierTaxiDescription) : []))
  if (plates.length === 0) return
  sendAlong(tx, {
    name: 'route_sheet_follow',
    text: `insert into outbox (tenant_id, kind, payload, due_at, hold)
           select $1, 'routeSheets', jsonb_build_object('idBooking', $2::bigint), coalesce($4, now()), $5
           where exists (select from fleet_vehicle
               where tenant_id = $1 and number_plate_to_match = any($3::text[]) and route_sheet_export)
             or exists (select from route_sheet where tenant_id = $1 and id_booking = $2)`,
    values: [tenant.id, booking.id, plates, hold?.until ?? null, hold?.key ?? null],
  })
}

/** The vehicle with sheets whose plate the fleet gave. */
export const vehicleNamed = async (
  tx: Tx,
  tenantId: number,
  supplierTaxiDescription: string,
): Promise<Vehicle | undefined> => {
  const [found] = await rowsOf<Vehicle>(tx, {
    name: 'fleet_vehicle_named',
    text: `select ${vehicles.select} from fleet_vehicle b
           where b.tenant_id = $1 and b.number_plate_to_match = any($2::text[]) and b.route_sheet_export
           order by b.id limit 1`,
    values: [tenantId, platesIn(supplierTaxiDescription)],
  })
  return found
}

/** The sheets of a booking that are not cancelled, locked until the transaction ends. */
export const lockSheetsOf = (tx: Tx, tenantId: number, idBooking: number) =>
  rowsOf<Sheet>(tx, {
    name: 'route_sheet_of_booking',
    text: `select ${sheets.select} from route_sheet b
           where b.tenant_id = $1 and b.id_booking = $2 and b.status <> -20 order by b.id for update of b`,
    values: [tenantId, idBooking],
  })
