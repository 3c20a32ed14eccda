import type { Amounts } from '@parada/domain/invoice/invoice'
import { required } from '@parada/domain/objects'
import { fromCents } from '@parada/domain/pricing/money'
import { sql } from 'kysely'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Executor, Tx } from '../open.ts'

/**
 * The domain's invoiceStanding() as SQL conditions on the booking alias, written exactly as in the indexes of migration
 * 0022.
 */
const standingOf = (b: string) => ({
  onAccount: `${b}.status = 30 and ${b}.status_invoicing <> 2 and ${b}.payment_method in (50, 60)
    and ${b}.id_payment_account is not null`,
  blocked: `(not ${b}.validated or ${b}.status_invoicing = 0 or coalesce(${b}.price_customer_total, 0) <= 0)`,
  cause: `case when not ${b}.validated then 'notValidated' when ${b}.status_invoicing = 0 then 'changeRequested'
    when coalesce(${b}.price_customer_total, 0) <= 0 then 'priceMissing' end`,
})

/** Rides still to be invoiced to an account, and those of them that somebody has to look at first. */
export const { onAccount, blocked: rideBlocked } = standingOf('b')

/** The list of blocked rides: its rows and their cause; the table is `t`. */
export const blockedRows = {
  where: `${standingOf('t').onAccount} and ${standingOf('t').blocked}`,
  cause: standingOf('t').cause,
}

/** The rides that start in a period, of all accounts or of the given ones. */
export type Rides = { from: number; before: number; accounts: 'all' | readonly number[] }

const within = ({ from, before, accounts }: Rides) => ({
  text: `b.tenant_id = $1 and ${onAccount} and b.time_booking_start >= $2 and b.time_booking_start < $3
    and ($4::bigint[] is null or b.id_payment_account = any($4))`,
  values: [new Date(from), new Date(before), accounts === 'all' ? null : accounts],
})

export type AccountSum = {
  idPaymentAccount: number
  paymentAccount: string
  currency: string
  count: number
  total: number
  blockedCount: number
  blockedTotal: number
}

/** What each account would be invoiced, and what is blocked, by currency. */
export const sumsToInvoice = (tx: Tx, tenantId: number, rides: Rides) => {
  const { text, values } = within(rides)
  return rowsOf<AccountSum>(tx, {
    text: `select a.id as "idPaymentAccount", a.name as "paymentAccount", b.price_customer_currency as currency,
        count(*) filter (where not ${rideBlocked}) as count,
        coalesce(sum(b.price_customer_total) filter (where not ${rideBlocked}), 0) as total,
        count(*) filter (where ${rideBlocked}) as "blockedCount",
        coalesce(sum(b.price_customer_total) filter (where ${rideBlocked}), 0) as "blockedTotal"
      from booking b join payment_account a on a.tenant_id = b.tenant_id and a.id = b.id_payment_account
      where ${text} group by a.id, a.name, b.price_customer_currency order by a.name, a.id, 3`,
    values: [tenantId, ...values],
  })
}

export type Party = { name: string; taxId: string; address: string; email: string }

/** The account with its invoice details, locked: another invoice for it waits until this transaction ends. */
export const lockAccount = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<Party & { accountName: string }>(tx, {
    text: `select name as "accountName", coalesce(nullif(legal_name, ''), name) as name, tax_id as "taxId", address, email
           from payment_account where tenant_id = $1 and id = $2 for no key update`,
    values: [tenantId, id],
  })
  return found
}

/** Changes an account's details for its next invoices; false if there is no such account. */
export const setCustomer = async (
  tx: Tx,
  tenantId: number,
  id: number,
  { name, taxId, address, email }: Partial<Party>,
) => {
  const changed = await rowsOf(tx, {
    text: `update payment_account set legal_name = coalesce($3, legal_name), tax_id = coalesce($4, tax_id),
             address = coalesce($5, address), email = coalesce($6, email)
           where tenant_id = $1 and id = $2 returning id`,
    values: [tenantId, id, name ?? null, taxId ?? null, address ?? null, email ?? null],
  })
  return changed.length > 0
}

export type FreeRide = {
  idBooking: number
  date: number
  origin: string
  destination: string | null
  passenger: string
  reference: string
  price: number
  currency: string
}

/** The rides for an account's next invoice, locked until the transaction ends. */
export const lockFreeRides = (tx: Tx, tenantId: number, rides: Rides) => {
  const { text, values } = within(rides)
  return rowsOf<FreeRide>(tx, {
    text: `select b.id as "idBooking", ${millisOf('b.time_booking_start')} as date,
        b.origin ->> 'addressField' as origin, b.destination ->> 'addressField' as destination,
        b.passenger_name as passenger, b.booking_reference as reference,
        b.price_customer_total as price, b.price_customer_currency as currency
      from booking b where ${text} and not ${rideBlocked} order by b.time_booking_start, b.id for no key update of b`,
    values: [tenantId, ...values],
  })
}

/** The next number of the year. The next caller waits until this transaction ends, so no number is skipped. */
export const nextNumber = async (tx: Tx, tenantId: number, year: number) => {
  const [counted] = await rowsOf<{ number: number }>(tx, {
    text: `insert into invoice_counter as c (tenant_id, year, last_number) values ($1, $2, 1)
           on conflict (tenant_id, year) do update set last_number = c.last_number + 1 returning last_number as number`,
    values: [tenantId, year],
  })
  return required(counted).number
}

export type InvoiceLine = Omit<FreeRide, 'origin' | 'destination' | 'price' | 'currency'> & { text: string } & Amounts

type NewInvoice = Amounts & {
  invoiceCode: string
  year: number
  number: number
  date: Date
  idPaymentAccount: number
  paymentAccount: string
  period: string
  currency: string
  taxPercent: number
  issuer: Party
  customer: Party
  locale: string
  timeZone: string
  color: string
  lines: readonly InvoiceLine[]
}

const lineRow = (line: InvoiceLine, index: number) => ({
  ...line,
  position: index + 1,
  date: new Date(line.date),
  net: fromCents(line.net),
  tax: fromCents(line.tax),
  total: fromCents(line.total),
})

/** Writes an invoice with its lines; amounts come in cents. */
export const insertInvoice = async (tx: Tx, tenantId: number, invoice: NewInvoice) => {
  const [made] = await rowsOf<{ id: number }>(tx, {
    text: `insert into invoice (tenant_id, invoice_code, year, number, date, id_payment_account, payment_account, period,
        currency, net, tax_percent, tax, total_amount, num_rows, issuer, customer, locale, time_zone, color)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) returning id`,
    values: [
      tenantId,
      invoice.invoiceCode,
      invoice.year,
      invoice.number,
      invoice.date,
      invoice.idPaymentAccount,
      invoice.paymentAccount,
      invoice.period,
      invoice.currency,
      fromCents(invoice.net),
      invoice.taxPercent,
      fromCents(invoice.tax),
      fromCents(invoice.total),
      invoice.lines.length,
      JSON.stringify(invoice.issuer),
      JSON.stringify(invoice.customer),
      invoice.locale,
      invoice.timeZone,
      invoice.color,
    ],
  })
  const { id } = required(made)
  await rowsOf(tx, {
    text: `insert into invoice_line
        (tenant_id, id_invoice, position, id_booking, date, text, passenger, reference, net, tax, total)
      select $1, $2, position, "idBooking", date, text, passenger, reference, net, tax, total
      from json_to_recordset($3) as line (position int, "idBooking" bigint, date timestamptz, text text, passenger text,
        reference text, net numeric, tax numeric, total numeric)`,
    values: [tenantId, id, JSON.stringify(invoice.lines.map(lineRow))],
  })
  return id
}

export type InvoiceRecord = {
  id: number
  invoiceCode: string
  date: number
  idPaymentAccount: number
  paymentAccount: string
  period: string
  currency: string
  net: number
  taxPercent: number
  tax: number
  totalAmount: number
  numRows: number
  issuer: Party
  customer: Party
}

/** The format of an invoice's documents, fixed when it was issued. */
export type InvoiceLayout = { locale: string; timeZone: string; color: string }

export const readInvoice = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<InvoiceRecord & InvoiceLayout>(tx, {
    text: `select id, invoice_code as "invoiceCode", ${millisOf('date')} as date, id_payment_account as "idPaymentAccount",
        payment_account as "paymentAccount", period, currency, net, tax_percent as "taxPercent", tax,
        total_amount as "totalAmount", num_rows as "numRows", issuer, customer, locale, time_zone as "timeZone", color
      from invoice where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })
  return found
}

export type LineRecord = {
  position: number
  idBooking: number
  date: number
  text: string
  passenger: string
  reference: string
  net: number
  tax: number
  total: number
}

/** The lines of an invoice in their order. */
export const linesOfInvoice = (tx: Tx, tenantId: number, idInvoice: number) =>
  rowsOf<LineRecord>(tx, {
    text: `select position, id_booking as "idBooking", ${millisOf('date')} as date, text, passenger, reference, net, tax, total
      from invoice_line where tenant_id = $1 and id_invoice = $2 order by position`,
    values: [tenantId, idInvoice],
  })

/** Schedules each tenant's next monthly invoice run, unless it exists. */
export const scheduleInvoices = (db: Executor) => sql`select schedule_invoices()`.execute(db)
