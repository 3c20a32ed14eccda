import { sql } from 'kysely'
import { rowsOf, secretsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Secret } from '../secret-keys.ts'

/** The URL that stands for the installation's simulator. */
export const simulatorAddress = 'simulator:'

export type SupplierLink = {
  idFleet: number
  url: string
  secret: Secret
  orderTimeoutSeconds: number
  failures: number
  /** Epoch milliseconds; nothing is sent before. */
  openUntil: number | null
}

/** What dispatching needs to know of a fleet. */
export type DispatchFleet = {
  id: number
  fleetLongName: string
  protocolDispatch: number
  status: number
  email: string | null
  timeZone: string
  link: SupplierLink | null
}

const linkColumns = `l.id_fleet as "idFleet", l.url, l.secret, l.order_timeout_seconds as "orderTimeoutSeconds", l.failures,
  ${millisOf('l.open_until')} as "openUntil"`

type LinkRow = Omit<SupplierLink, 'secret'> & { secret: string }
type FleetRow = Omit<DispatchFleet, 'link'> & (LinkRow | { [Field in keyof LinkRow]: null })

const placeOf = (tenantId: number, id: number) => ({ table: 'supplier_link', tenantId, id }) as const

const linkOf = (tx: Tx, tenantId: number, { secret, ...link }: LinkRow): SupplierLink => ({
  ...link,
  secret: secretsOf(tx).secret(placeOf(tenantId, link.idFleet), secret),
})

export const dispatchFleet = async (tx: Tx, tenantId: number, idFleet: number): Promise<DispatchFleet | undefined> => {
  const [found] = await rowsOf<FleetRow>(tx, {
    name: 'dispatch_fleet',
    text: `select f.id, f.fleet_long_name as "fleetLongName", f.protocol_dispatch as "protocolDispatch", f.status, f.email,
             f.time_zone as "timeZone", ${linkColumns}
           from fleet f left join supplier_link l on l.tenant_id = f.tenant_id and l.id_fleet = f.id
           where f.tenant_id = $1 and f.id = $2`,
    values: [tenantId, idFleet],
  })
  if (!found) return undefined
  const { url, secret, orderTimeoutSeconds, failures, openUntil, idFleet: linked, ...fleet } = found
  return { ...fleet, link: found.idFleet === null ? null : linkOf(tx, tenantId, found) }
}

/** Locks a fleet's link while its circuit breaker is updated. */
export const lockLink = async (tx: Tx, tenantId: number, idFleet: number): Promise<SupplierLink | undefined> => {
  const [found] = await rowsOf<LinkRow>(tx, {
    text: `select ${linkColumns} from supplier_link l where l.tenant_id = $1 and l.id_fleet = $2 for update`,
    values: [tenantId, idFleet],
  })
  return found && linkOf(tx, tenantId, found)
}

export const setCircuit = (tx: Tx, idFleet: number, failures: number, openUntil: number | null) =>
  tx
    .updateTable('supplier_link')
    .set({ failures, open_until: openUntil === null ? null : new Date(openUntil) })
    .where('id_fleet', '=', idFleet)
    .execute()

/** Resets the circuit breaker after a successful answer; writes nothing if it has no failures. */
export const closeCircuit = (tx: Tx, tenantId: number, idFleet: number) =>
  rowsOf(tx, {
    name: 'close_circuit',
    text: `update supplier_link set failures = 0, open_until = null
           where tenant_id = $1 and id_fleet = $2 and (failures > 0 or open_until is not null)`,
    values: [tenantId, idFleet],
  })

/** Saving a link resets its circuit breaker. */
export const saveLink = (
  tx: Tx,
  tenantId: number,
  link: { idFleet: number; url: string; secret: string; orderTimeoutSeconds?: number | undefined },
) => {
  const secret = secretsOf(tx).seal(placeOf(tenantId, link.idFleet), link.secret)
  const told = { url: link.url, ...(link.orderTimeoutSeconds && { order_timeout_seconds: link.orderTimeoutSeconds }) }
  return tx
    .insertInto('supplier_link')
    .values({ tenant_id: tenantId, id_fleet: link.idFleet, secret, ...told })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id_fleet']).doUpdateSet({ ...told, secret, failures: 0, open_until: null }),
    )
    .execute()
}

/** False if there was none. */
export const deleteLink = async (tx: Tx, idFleet: number) => {
  const { numDeletedRows } = await tx
    .deleteFrom('supplier_link')
    .where('id_fleet', '=', idFleet)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const allLinks = async (tx: Tx) => {
  const rows = await tx
    .selectFrom('supplier_link as l')
    .innerJoin('fleet as f', (join) => join.onRef('f.tenant_id', '=', 'l.tenant_id').onRef('f.id', '=', 'l.id_fleet'))
    .select([
      'l.tenant_id as tenantId',
      'l.id_fleet as idFleet',
      'f.fleet_long_name as fleetLongName',
      'l.url',
      'l.secret',
      'l.order_timeout_seconds as orderTimeoutSeconds',
      'l.failures',
      sql.raw<number | null>(millisOf('l.open_until')).as('openUntil'),
    ])
    .orderBy('l.id_fleet')
    .execute()
  return rows.map(({ tenantId, ...row }) => ({ ...row, secret: linkOf(tx, tenantId, row).secret }))
}
