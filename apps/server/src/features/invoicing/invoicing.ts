import { invoicing } from '@parada/contract/calls/invoicing'
import { fleetsWithRight } from '@parada/domain/access/bookings'
import type { Grants } from '@parada/domain/access/permissions'
import { bookingFor, workOf } from '../../booking/access.ts'
import { cancelDriven, changeService } from '../../booking/actions/service.ts'
import { seesCustomerPrice } from '../../booking/record/customer-price.ts'
import {
  authorizationBreakColumns,
  authorizationJoin,
  bookingBreakColumns,
  fleetColumn,
  fleetJoin,
  minutesDriven,
  numberedColumns,
  wasCancelled,
  wasDriven,
} from '../../booking/record/lists.ts'
import { wireBooking } from '../../booking/record/wire.ts'
import { sendReceipt } from '../../deliveries/receipts.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse, unlessOverQuota } from '../../http/problem.ts'

/** The account fields of the booking and of its authorization, and the fleet fields. */
const breakColumns = {
  ...bookingBreakColumns,
  ...authorizationBreakColumns,
  ...numberedColumns('fleetBreakValue', 9, (n) => `coalesce(fb.break${n}, '')`),
}

const joins = `${fleetJoin}
  ${authorizationJoin}
  left join fleet_break fb on fb.tenant_id = t.tenant_id and fb.id_booking = t.id`

const common = {
  table: 'booking',
  orderBy: 'timeServiceStart DESC',
  scope: { field: 'idSupplier', ids: (grants: Grants) => fleetsWithRight(grants, 'seeServiceToInvoice') },
  hides: { fields: ['priceCustomer'], from: (grants: Grants) => !seesCustomerPrice(grants) },
} as const

const columns = {
  ...breakColumns,
  idService: 't.id',
  timeServiceStart: 't.time_booking_start',
  fleet: fleetColumn,
  priceSupplier: 't.price_supplier_total',
  priceCustomer: 't.price_customer_total',
  originAddressString: `coalesce(t.origin ->> 'addressField', '')`,
  destinationAddressString: `coalesce(t.destination ->> 'addressField', '')`,
  timeServiceRequested: 't.created_at',
  timeServiceFinish: 't.time_booking_finish',
  idSupplier: 't.id_fleet',
}

const services = {
  ...common,
  hides: { ...common.hides, fields: ['priceCustomer', 'tollCustomer'] },
  join: `${joins}
    left join payment_account p on p.tenant_id = t.tenant_id and p.id = t.id_payment_account
    left join card c on c.tenant_id = t.tenant_id and c.id = t.id_card`,
  columns: {
    ...columns,
    paymentAccount: `coalesce(p.name, '')`,
    paymentMethodCustomer: 't.payment_method',
    cardAlias: `coalesce(c.card_alias, '')`,
  },
  exportAs: { modifications: `t.modifications ->> 'comment'` },
} as const

const cancelled = {
  ...common,
  where: wasCancelled,
  join: `${joins}
    left join app_user u on u.tenant_id = t.tenant_id and u.id = t.id_user`,
  columns: {
    ...columns,
    cancellationReason: 't.cancellation_reason_description',
    originLat: `(t.origin ->> 'lat')::float8`,
    originLon: `(t.origin ->> 'lon')::float8`,
    destinationLat: `(t.destination ->> 'lat')::float8`,
    destinationLon: `(t.destination ->> 'lon')::float8`,
    timeServiceStartReal: 'coalesce(t.time_service_arrival, t.time_booking_arrival)',
    durationMinutes: minutesDriven,
    // Taxi rides have neither a stored route nor a product; these fields belong to the other modes of transport.
    idRoute: 'null::bigint',
    idProductPriceConfig: 'null::bigint',
    idProduct: 'null::bigint',
    createdBy: `coalesce(trim(u.first_name || ' ' || u.last_name), '')`,
  },
} as const

const receipt = async (context: SignedInContext<typeof invoicing.receipt>) => {
  const booking = await bookingFor(context, context.params.id, { lock: true, right: 'invoice' })
  const sent = unlessOverQuota(await sendReceipt(workOf(context), booking), context.now)
  if (sent === 'notValidated') throw refuse.rule('problems.receiptNotValidated', 'validated')
  if (sent === 'noEmail') throw refuse.rule('problems.noEmail', 'emailPassenger')
  return { receipt: { recipient: sent.recipient } }
}

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const toInvoiceSource = { ...services, where: `${wasDriven} and t.validated` }

const toInvoice = listReader(invoicing.toInvoice, toInvoiceSource)
const historic = listReader(invoicing.historic, { ...services, where: wasDriven })
const gone = listReader(invoicing.cancelled, cancelled)

export const invoicingHandlers: Handlers<typeof invoicing> = {
  toInvoice,
  exportToInvoice: listExport(invoicing.exportToInvoice, toInvoice),
  historic,
  exportHistoric: listExport(invoicing.exportHistoric, historic),
  cancelled: gone,
  exportCancelled: listExport(invoicing.exportCancelled, gone),
  cancelledByDesk: listReader(invoicing.cancelledByDesk, cancelled),
  update: async (context) => ({
    booking: wireBooking(await changeService(context, context.params.id, context.body), context.user.grants),
  }),
  receipt,
  cancelService: async (context) => ({
    booking: wireBooking(await cancelDriven(context, context.params.id, context.body), context.user.grants),
  }),
}
