import { bookingBreakNumbers } from '@parada/domain/booking/breaks'
import { required } from '@parada/domain/objects'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'

const names = bookingBreakNumbers.map((number) => `break${number}` as const)
type BreakName = (typeof names)[number]

type FleetBreakRow = { id: number; idBooking: number } & Record<BreakName, string>
type FleetBreakValues = { [Name in BreakName]?: string | undefined }

const selected = `id, id_booking as "idBooking", ${names.join(', ')}`

export const fleetBreaksOf = (tx: Tx, tenantId: number, idBooking: number) =>
  rowsOf<FleetBreakRow>(tx, {
    text: `select ${selected} from fleet_break where tenant_id = $1 and id_booking = $2`,
    values: [tenantId, idBooking],
  })

export const findFleetBreak = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<FleetBreakRow>(tx, {
    text: `select ${selected} from fleet_break where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, id],
  })
  return found
}

/** Undefined if the booking already has fleet fields. */
export const insertFleetBreak = async (tx: Tx, tenantId: number, idBooking: number, values: FleetBreakValues) => {
  const [made] = await rowsOf<FleetBreakRow>(tx, {
    text: `insert into fleet_break (tenant_id, id_booking, ${names.join(', ')})
           values ($1, $2, ${names.map((_, index) => `$${index + 3}`).join(', ')})
           on conflict (tenant_id, id_booking) do nothing returning ${selected}`,
    values: [tenantId, idBooking, ...names.map((name) => values[name] ?? '')],
  })
  return made
}

/** Values that are not given stay as they are. */
export const updateFleetBreak = async (tx: Tx, tenantId: number, id: number, values: FleetBreakValues) => {
  const [changed] = await rowsOf<FleetBreakRow>(tx, {
    text: `update fleet_break set ${names.map((name, index) => `${name} = coalesce($${index + 3}, ${name})`).join(', ')}
           where tenant_id = $1 and id = $2 returning ${selected}`,
    values: [tenantId, id, ...names.map((name) => values[name] ?? null)],
  })
  return required(changed, `The fleet break ${id}`)
}
