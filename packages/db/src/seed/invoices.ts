import { invoicingStatus } from '@parada/domain/booking/invoicing'
import { toCents } from '@parada/domain/booking/price'
import { constants } from '@parada/domain/constants'
import { defaultTaxPercent, invoiceCode, invoicesOf } from '@parada/domain/invoice/invoice'
import { monthOf, monthRange } from '@parada/domain/invoice/period'
import { required } from '@parada/domain/objects'
import { fromCents } from '@parada/domain/pricing/money'
import type pg from 'pg'
import { theHouse } from '../queries/booking-changes.ts'
import { onAccount, rideBlocked } from '../queries/invoices.ts'
import { insertAll } from './copy.ts'
import type { PaymentAccount } from './customers.ts'
import type { DemoTenant } from './tenants.ts'

type Ride = {
  idBooking: number
  idPaymentAccount: number
  date: Date
  text: string
  passenger: string
  reference: string
  price: number
  currency: string
}

type InvoicedTenant = { tenant: DemoTenant; accounts: readonly PaymentAccount[] }

const months = 3
const timeZone = constants.defaultTimeZone
const sixHours = 6 * 3_600_000

/** Leaves out rides that were settled after the invoices were issued: they could not be invoiced yet. */
const ridesOf = async (client: pg.Client, tenantId: number, from: number, before: number, issued: Date) => {
  const { rows } = await client.query<Ride>(
    `select b.id::int as "idBooking", b.id_payment_account::int as "idPaymentAccount", b.time_booking_start as date,
       concat_ws(' – ', b.origin ->> 'addressField', b.destination ->> 'addressField') as text,
       b.passenger_name as passenger, b.booking_reference as reference, b.price_customer_total::float8 as price,
       b.price_customer_currency as currency
     from booking b where b.tenant_id = $1 and ${onAccount} and not ${rideBlocked}
       and b.time_booking_start >= $2 and b.time_booking_start < $3 and b.time_updated < $4
     order by b.id_payment_account, b.time_booking_start, b.id`,
    [tenantId, new Date(from), new Date(before), issued],
  )
  return rows
}

/**
 * The invoices that the monthly runs of the last months would have drawn by the same rules, on the morning after each
 * month.
 */
export const seedInvoices = async (client: pg.Client, tenants: readonly InvoicedTenant[], now: Date) => {
  const invoices: object[] = []
  const lines: object[] = []
  const counters = new Map<string, { tenant_id: number; year: number; last_number: number }>()
  const marked: { tenant_id: number; id: number; id_invoice: number; at: Date }[] = []
  for (const { tenant, accounts } of tenants) {
    for (let monthsAway = -months; monthsAway < 0; monthsAway++) {
      const period = monthOf(now.getTime(), timeZone, monthsAway)
      const { from, before } = monthRange(period, timeZone)
      const date = new Date(before + sixHours)
      if (date > now) continue
      const year = date.getUTCFullYear()
      const rides = await ridesOf(client, tenant.id, from, before, date)
      for (const [id, of] of Map.groupBy(rides, ({ idPaymentAccount }) => idPaymentAccount)) {
        const account = required(accounts.find((one) => one.id === id))
        const priced = of.map((ride) => ({ ...ride, total: toCents(ride.price) }))
        for (const { currency, net, tax, total, lines: taxed } of invoicesOf(priced, defaultTaxPercent)) {
          const counter = counters.get(`${tenant.id} ${year}`) ?? { tenant_id: tenant.id, year, last_number: 0 }
          const number = ++counter.last_number
          counters.set(`${tenant.id} ${year}`, counter)
          const idInvoice = invoices.length + 1
          const { issuer, color } = tenant.frontConfig
          invoices.push({
            tenant_id: tenant.id,
            id: idInvoice,
            invoice_code: invoiceCode(year, number),
            year,
            number,
            date,
            id_payment_account: id,
            payment_account: account.name,
            period,
            currency,
            net: fromCents(net),
            tax_percent: defaultTaxPercent,
            tax: fromCents(tax),
            total_amount: fromCents(total),
            num_rows: taxed.length,
            issuer: { name: issuer.legalName, taxId: issuer.taxId, address: issuer.address, email: issuer.email },
            customer: {
              name: account.legal_name,
              taxId: account.tax_id,
              address: account.address,
              email: account.email,
            },
            locale: 'es',
            time_zone: timeZone,
            color,
          })
          for (const [index, line] of taxed.entries()) {
            marked.push({ tenant_id: tenant.id, id: line.idBooking, id_invoice: idInvoice, at: date })
            lines.push({
              tenant_id: tenant.id,
              id_invoice: idInvoice,
              position: index + 1,
              id_booking: line.idBooking,
              date: line.date,
              text: line.text,
              passenger: line.passenger,
              reference: line.reference,
              net: fromCents(line.net),
              tax: fromCents(line.tax),
              total: fromCents(line.total),
            })
          }
        }
      }
    }
  }
  if (invoices.length === 0) return
  await insertAll(client, 'invoice_counter', [...counters.values()])
  await insertAll(client, 'invoice', invoices)
  await insertAll(client, 'invoice_line', lines)
  const { invoiced } = invoicingStatus
  await client.query(
    `with invoiced as (
       update booking b set version = b.version + 1, time_updated = m.at, status_invoicing = ${invoiced},
         id_invoice = m.id_invoice
       from json_to_recordset($1) as m (tenant_id int, id bigint, id_invoice bigint, at timestamptz)
       where b.tenant_id = m.tenant_id and b.id = m.id
       returning b.tenant_id, b.id, b.version, m.at, m.id_invoice)
     insert into booking_journal (tenant_id, id_booking, version, at, action, who, before, after)
     select tenant_id, id, version, at, 'invoice', $2, '{}',
       jsonb_build_object('statusInvoicing', ${invoiced}, 'idInvoice', id_invoice)
     from invoiced order by tenant_id, id`,
    [JSON.stringify(marked), theHouse.who],
  )
}
