import type { Point } from '@parada/domain/places/geo'
import { offerLimits } from '@parada/domain/trip/offers'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'
import type { FreeVehicle } from './trips.ts'

const metresPerDegree = 111_195

type VehicleNear = FreeVehicle & { idSupplier: number; supplier: string; metres: number }

const columns = `v.id_supplier as "idSupplier", s.name as supplier, v.sign, v.kind, v.lat, v.lon, v.battery,
  v.price_start as "priceStart", v.price_minute as "priceMinute"`

/** The nearest vehicles within walking distance that their suppliers have reported since then. */
export const vehiclesNear = (tx: Tx, tenantId: number, { lat, lon }: Point, since: Date) =>
  rowsOf<VehicleNear>(tx, {
    name: 'vehicles_near',
    text: `select * from (
             select ${columns}, round(${metresPerDegree} * sqrt(power(v.lat - $2, 2)
               + power((v.lon - $3) * cos(radians($2)), 2)))::int as metres
             from free_vehicle v join trip_supplier s on s.tenant_id = v.tenant_id and s.id = v.id_supplier
             where v.tenant_id = $1 and v.at >= $4 and s.secret is not null
               and v.lat between $2 - ${offerLimits.metres / metresPerDegree} and $2 + ${offerLimits.metres / metresPerDegree}
           ) near where metres <= ${offerLimits.metres}
           order by metres, sign limit ${offerLimits.vehicles}`,
    values: [tenantId, lat, lon, since],
  })

/** Takes a vehicle off the list of free ones; undefined if somebody was faster. */
export const takeVehicle = async (tx: Tx, tenantId: number, idSupplier: number, sign: string) => {
  const [found] = await rowsOf<Omit<VehicleNear, 'metres'>>(tx, {
    text: `with v as (delete from free_vehicle where tenant_id = $1 and id_supplier = $2 and sign = $3 returning *)
           select ${columns} from v join trip_supplier s on s.tenant_id = v.tenant_id and s.id = v.id_supplier`,
    values: [tenantId, idSupplier, sign],
  })
  return found
}

type TitleOffered = {
  idTicketTitle: number
  title: string
  description: string
  price: number
  idSupplier: number
  supplier: string
}

type Clock = { day: number; minute: number }

/** The cheapest titles that are valid on this weekday (0 is Sunday) at this minute of the day. */
export const titlesOffered = (tx: Tx, tenantId: number, { day, minute }: Clock, id: number | null = null) =>
  rowsOf<TitleOffered>(tx, {
    text: `select t.id as "idTicketTitle", t.name as title, t.internal_description as description,
             t.price_supplier as price, s.id as "idSupplier", s.name as supplier
           from ticket_title t
           join trip_supplier s on s.tenant_id = t.tenant_id and s.id = t.id_public_transport_suppliers[1]
           where t.tenant_id = $1 and t.status = 1 and s.secret is not null and ($4::bigint is null or t.id = $4)
             and substr(t.enabled_days, $2 + 1, 1) = '1'
             and $3 between t.start_h * 60 + t.start_m and t.end_h * 60 + t.end_m
           order by t.price_supplier, t.id limit ${offerLimits.tickets}`,
    values: [tenantId, day, minute, id],
  })
