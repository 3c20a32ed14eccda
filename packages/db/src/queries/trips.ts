import { topicPrefix, topics } from '@parada/domain/live'
import { liveStatuses, type Mode } from '@parada/domain/trip/modes'
import { type TripRecord, tripRecords, type VehicleKind } from '@parada/domain/trip/records'
import { rowsOf, secretsOf, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Secret } from '../secret-keys.ts'
import { type ChangeOf, type Line, versioned } from '../versioned.ts'
import type { JournalLine, Work } from './booking-changes.ts'
import { dueUnder, noteChange } from './holds.ts'

const tripTables = {
  parking: 'parking_booking',
  mobility: 'mobility_booking',
  ticket: 'ticket',
  route: 'route_tracking',
} as const
/** The column that holds the supplier of a trip, by mode. */
const supplierColumns = {
  parking: 'id_supplier',
  mobility: 'id_supplier',
  ticket: 'id_public_transport_supplier',
  route: 'id_supplier',
} as const

type Entry = { mode: Mode; id: number; version: number; action: string; line: Line }

/** Writes one line of a trip's journal. */
export const tellOfTrip = ({ tx, tenant, by, now }: Work, { mode, id, version, action, line }: Entry) =>
  sendAlong(tx, {
    name: 'trip_journal_put',
    text: `insert into trip_journal
             (tenant_id, mode, id_trip, version, at, action, id_user, id_supplier, who, before, after)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      tenant.id,
      mode,
      id,
      version,
      now,
      action,
      by.idUser ?? null,
      by.idSupplier ?? null,
      by.who,
      JSON.stringify(line.before),
      JSON.stringify(line.after),
    ],
  })

/** Notifies every desk that follows a mode of a change, so that it requests what it may see. */
export const tellDesks = ({ tx, tenant }: Pick<Work, 'tx' | 'tenant'>, mode: Mode, id: number) =>
  sendAlong(tx, {
    name: 'trip_event_put',
    text: `insert into outbox (tenant_id, kind, payload) values ($1, 'event', $2)`,
    values: [
      tenant.id,
      JSON.stringify({
        destination: topicPrefix(tenant.subdomain) + topics.trips(mode),
        message: { trip: { mode, id } },
      }),
    ],
  })

const tripsOf = <M extends Mode>(mode: M) =>
  versioned<(typeof tripRecords)[M], TripRecord<M>, Work>({
    table: tripTables[mode],
    fields: tripRecords[mode],
    tell: (work, action, line, { id, version }, before) => {
      tellOfTrip(work, { mode, id, version, action, line })
      noteChange(work.tx, work.tenant.id, work.hold, { mode, id, version, isNew: before === undefined })
      tellDesks(work, mode, id)
    },
  })

/** The one way to read and write a trip, by mode: insert and change write its journal and notify the desks. */
export const trips = {
  parking: tripsOf('parking'),
  mobility: tripsOf('mobility'),
  ticket: tripsOf('ticket'),
  route: tripsOf('route'),
} as const

export type TripChange<M extends Mode> = ChangeOf<(typeof tripRecords)[M]>

/** The history of a trip, oldest first; with `sinceVersion`, only what came after it. */
export const tripJournal = (tx: Tx, tenantId: number, mode: Mode, id: number, sinceVersion = 0) =>
  rowsOf<Omit<JournalLine, 'idFleet' | 'idInsurer'> & { idSupplier: number | null }>(tx, {
    text: `select id, version, ${millisOf('at')} as at, action, who, id_user as "idUser",
             id_supplier as "idSupplier", before, after
           from trip_journal
           where tenant_id = $1 and mode = $2 and id_trip = $3 and version > $4 order by id limit 500`,
    values: [tenantId, mode, id, sinceVersion],
  })

export type TripSupplier = { id: number; mode: Mode; name: string; protocol: number; secret: Secret | null }
type SupplierRow = Omit<TripSupplier, 'secret'> & { tenantId: number; secret: string | null }

const keptColumns = 'tenant_id as "tenantId", id, mode, name, protocol, secret'

const placeOf = (tenantId: number, id: number) => ({ table: 'trip_supplier', tenantId, id }) as const

const withSecret = (tx: Tx, { tenantId, secret, ...supplier }: SupplierRow): TripSupplier => ({
  ...supplier,
  secret: secret === null ? null : secretsOf(tx).secret(placeOf(tenantId, supplier.id), secret),
})

export const tripSupplier = async (tx: Tx, tenantId: number, id: number): Promise<TripSupplier | undefined> => {
  const [found] = await rowsOf<SupplierRow>(tx, {
    name: 'trip_supplier_read',
    text: `select ${keptColumns} from trip_supplier where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })
  return found && withSecret(tx, found)
}

/** Lets a supplier report with a new secret; false if the id belongs to a supplier of another mode. */
export const saveTripSupplier = async (
  tx: Tx,
  tenantId: number,
  { id, mode, name, protocol, secret }: Omit<TripSupplier, 'secret'> & { secret: string },
) => {
  const saved = await rowsOf(tx, {
    text: `insert into trip_supplier as s (tenant_id, id, mode, name, protocol, secret) values ($1, $2, $3, $4, $5, $6)
           on conflict (tenant_id, id) do update
             set name = excluded.name, protocol = excluded.protocol, secret = excluded.secret, is_simulated = false
             where s.mode = excluded.mode
           returning s.id`,
    values: [tenantId, id, mode, name, protocol, secretsOf(tx).seal(placeOf(tenantId, id), secret)],
  })
  return saved.length > 0
}

const suppliersWhere = async (tx: Tx, condition: string) => {
  const text = `select ${keptColumns} from trip_supplier where ${condition} order by id`
  return (await rowsOf<SupplierRow>(tx, { text, values: [] })).map((row) => withSecret(tx, row))
}

export const allTripSuppliers = (tx: Tx) => suppliersWhere(tx, 'true')

/** Suppliers played by the installation's simulator. */
export const simulatedTripSuppliers = (tx: Tx) => suppliersWhere(tx, 'is_simulated and secret is not null')

/** Revokes a supplier's secret; false if it had none. */
export const removeTripSecret = async (tx: Tx, tenantId: number, id: number) => {
  const changed = await rowsOf(tx, {
    text: `update trip_supplier set secret = null where tenant_id = $1 and id = $2 and secret is not null returning id`,
    values: [tenantId, id],
  })
  return changed.length > 0
}

/** The id of the trip with this reference of the supplier. */
export const tripNamed = async (tx: Tx, tenantId: number, { mode, id }: TripSupplier, reference: string) => {
  const [found] = await rowsOf<{ id: number }>(tx, {
    name: `trip_named_${mode}`,
    text: `select id from ${tripTables[mode]}
           where tenant_id = $1 and ${supplierColumns[mode]} = $2 and reference = $3`,
    values: [tenantId, id, reference],
  })
  return found?.id
}

type SeenReport = { id: string; mode: Mode; idTrip: number; isRefused: boolean }

/** What became of a report, if it was received before. */
export const seenReport = async (tx: Tx, tenantId: number, idSupplier: number, id: string) => {
  const [found] = await rowsOf<Pick<SeenReport, 'isRefused' | 'idTrip'>>(tx, {
    name: 'trip_report_read',
    text: `select is_refused as "isRefused", id_trip as "idTrip" from trip_report
           where tenant_id = $1 and id_supplier = $2 and id = $3`,
    values: [tenantId, idSupplier, id],
  })
  return found
}

export const rememberTripReport = (
  tx: Tx,
  tenantId: number,
  idSupplier: number,
  { id, mode, idTrip, isRefused }: SeenReport,
) =>
  sendAlong(tx, {
    name: 'trip_report_put',
    text: `insert into trip_report (tenant_id, id_supplier, id, mode, id_trip, is_refused)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [tenantId, idSupplier, id, mode, idTrip, isRefused],
  })

type TripAsk = 'reserve' | 'sell' | 'finish' | 'cancel'
type Request = { idSupplier: number; mode: Mode; idTrip: number; what: TripAsk }

/** Adds a request to a supplier, due once the hold is over. */
export const putRequest = ({ tx, tenant, now, hold }: Work, { idSupplier, mode, idTrip, what }: Request) =>
  sendAlong(tx, {
    name: 'trip_request_put',
    text: `insert into trip_request (tenant_id, id_supplier, mode, id_trip, what, due_at, hold)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [tenant.id, idSupplier, mode, idTrip, what, dueUnder(hold, now), hold?.key ?? null],
  })

type OpenRequest = { id: string; idTrip: number; what: TripAsk; askedAt: number }

/** Requests to a supplier that are due and not answered. */
export const openRequests = (tx: Tx, tenantId: number, idSupplier: number, now: Date) =>
  rowsOf<OpenRequest>(tx, {
    name: 'trip_requests_open',
    text: `select id, id_trip as "idTrip", what, ${millisOf('due_at')} as "askedAt" from trip_request
           where tenant_id = $1 and id_supplier = $2 and due_at <= $3 and answered_at is null
           order by due_at, id limit 500`,
    values: [tenantId, idSupplier, now],
  })

/** The trip of a request, if the request was made to this supplier. */
export const tripOfRequest = async (tx: Tx, tenantId: number, idSupplier: number, id: string) => {
  const [found] = await rowsOf<{ idTrip: number }>(tx, {
    name: 'trip_request_read',
    text: 'select id_trip as "idTrip" from trip_request where tenant_id = $1 and id_supplier = $2 and id = $3',
    values: [tenantId, idSupplier, id],
  })
  return found?.idTrip
}

export const markAnswered = (tx: Tx, tenantId: number, id: string, now: Date) =>
  sendAlong(tx, {
    name: 'trip_request_answered',
    text: 'update trip_request set answered_at = $3 where tenant_id = $1 and id = $2 and answered_at is null',
    values: [tenantId, id, now],
  })

const beganColumns = {
  parking: 'date_init',
  mobility: 'time_init',
  ticket: 'time_service_start',
  route: 'time_start',
} as const

type OpenTrip = { id: number; reference: string; status: number; began: number }

/** The trips of a supplier that are not over yet, newest first. */
export const openTrips = (tx: Tx, tenantId: number, { mode, id }: TripSupplier, most: number) =>
  rowsOf<OpenTrip>(tx, {
    name: `trips_open_${mode}`,
    text: `select id, reference, status, ${millisOf(beganColumns[mode])} as began from ${tripTables[mode]}
           where tenant_id = $1 and ${supplierColumns[mode]} = $2 and reference is not null
             and status in (${liveStatuses[mode].join(', ')})
           order by id desc limit $3`,
    values: [tenantId, id, most],
  })

/** Deletes the requests made under a key. */
export const dropRequests = (tx: Tx, tenantId: number, key: string) =>
  rowsOf(tx, { text: 'delete from trip_request where tenant_id = $1 and hold = $2', values: [tenantId, key] })

export type FreeVehicle = {
  sign: string
  kind: VehicleKind
  lat: number
  lon: number
  battery: number | null
  priceStart: number
  priceMinute: number
}

/** Replaces the list of a supplier's free vehicles: those that it does not name are gone. */
export const replaceFreeVehicles = async (
  tx: Tx,
  tenantId: number,
  idSupplier: number,
  vehicles: readonly FreeVehicle[],
  now: Date,
) => {
  await rowsOf(tx, {
    text: 'delete from free_vehicle where tenant_id = $1 and id_supplier = $2',
    values: [tenantId, idSupplier],
  })
  await rowsOf(tx, {
    text: `insert into free_vehicle
             (tenant_id, id_supplier, sign, kind, lat, lon, battery, price_start, price_minute, at)
           select $1, $2, v.sign, v.kind, v.lat, v.lon, v.battery, v."priceStart", v."priceMinute", $4
           from jsonb_to_recordset($3) as v(sign text, kind text, lat float8, lon float8, battery int,
             "priceStart" numeric, "priceMinute" numeric)
           order by v.sign`,
    values: [tenantId, idSupplier, JSON.stringify(vehicles), now],
  })
}
