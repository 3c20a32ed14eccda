import { rowsOf, type Statement } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

type StoredAddress = { addressField: string; lat: number; lon: number; isPoi?: boolean }

type Fleets = 'all' | ReadonlySet<number>

type AliveRow = {
  id: number
  version: number
  status: number
  statusDispatch: number | null
  timeBookingStartTimestamp: number
  timeZone: string
  asap: boolean
  passengerName: string
  phoneNumberPassenger: string
  origin: StoredAddress
  destination: StoredAddress | null
  idFleet: number | null
  fleet: string
  fleetsFiltered: string
  paymentMethod: number
  entryChannel: number
  taxiFeatures: string
  bookingReference: string
  notes: string
  idUser: number | null
  idCaller: number | null
  idPaymentAccount: number | null
  promisedArrival: number | null
  promisedPrice: number | null
  priceEstimated: number | null
  priceCustomerCurrency: string
  timeServiceArrival: number | null
  supplierTaxiDescription: string
  idSupplierTaxi: number | null
}

/**
 * Live bookings (document 1, section 4) with one of these fleets, in the order they start; read from their own index.
 */
export const aliveStatement = (fleets: Fleets, ids?: readonly number[]): Statement => ({
  name: `bookings_alive${fleets === 'all' ? '' : '_of'}${ids ? '_some' : ''}`,
  text: `select b.id, b.version, b.status, b.status_dispatch as "statusDispatch",
           ${millisOf('b.time_booking_start')} as "timeBookingStartTimestamp",
           b.time_zone as "timeZone", b.asap, b.passenger_name as "passengerName",
           b.phone_number_passenger as "phoneNumberPassenger", b.origin, b.destination, b.id_fleet as "idFleet",
           coalesce(f.fleet_long_name, '') as fleet, b.fleets_filtered as "fleetsFiltered",
           b.payment_method as "paymentMethod", b.entry_channel as "entryChannel", b.taxi_features as "taxiFeatures",
           b.booking_reference as "bookingReference", b.notes, b.id_user as "idUser", b.id_caller as "idCaller",
           b.id_payment_account as "idPaymentAccount",
           ${millisOf('b.promised_arrival')} as "promisedArrival",
           b.promised_price as "promisedPrice", b.price_estimated as "priceEstimated",
           b.price_customer_currency as "priceCustomerCurrency",
           ${millisOf('b.time_service_arrival')} as "timeServiceArrival",
           b.supplier_taxi_description as "supplierTaxiDescription", b.id_supplier_taxi as "idSupplierTaxi"
         from booking b left join fleet f on f.tenant_id = b.tenant_id and f.id = b.id_fleet
         where b.status in (10, 20, -30) ${fleets === 'all' ? '' : 'and b.id_fleet = any($1::bigint[])'}
           ${ids ? `and b.id = any($${fleets === 'all' ? 1 : 2}::bigint[])` : ''}
         order by b.time_booking_start, b.id limit 5000`,
  values: [...(fleets === 'all' ? [] : [[...fleets]]), ...(ids ? [ids] : [])],
})

export const aliveBookings = async (tx: Tx, fleets: Fleets, ids?: readonly number[]): Promise<AliveRow[]> =>
  fleets !== 'all' && fleets.size === 0 ? [] : rowsOf<AliveRow>(tx, aliveStatement(fleets, ids))
