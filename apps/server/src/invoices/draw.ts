import type { Database, Tx } from '@parada/db/open'
import { type Author, markInvoiced, type Tenant, type Work } from '@parada/db/queries/booking-changes'
import {
  type AccountSum,
  type FreeRide,
  insertInvoice,
  lockAccount,
  lockFreeRides,
  nextNumber,
  type Party,
  type Rides,
  sumsToInvoice,
} from '@parada/db/queries/invoices'
import { tenantSettings } from '@parada/db/queries/tenants'
import { wallTime } from '@parada/domain/booking/calendar'
import { toCents } from '@parada/domain/booking/price'
import { constants } from '@parada/domain/constants'
import { messageOf } from '@parada/domain/errors'
import { defaultTaxPercent, invoiceCode, invoicesOf } from '@parada/domain/invoice/invoice'
import { type Month, monthRange } from '@parada/domain/invoice/period'
import { fromCents } from '@parada/domain/pricing/money'
import { colorOf } from '../words/brand.ts'
import { tenantLocale } from '../words/tenant-locale.ts'

type DrawRequest = {
  month: Month
  /** The accounts whose rides are invoiced: all, or some. */
  accounts: Rides['accounts']
  /** The sums that the user was shown; an account whose rides have changed since is skipped. */
  seen?: readonly Sum[] | undefined
}

type Sum = Pick<AccountSum, 'idPaymentAccount' | 'currency' | 'count' | 'total'>

type DrawnInvoice = { id: number; invoiceCode: string; currency: string; count: number; total: number }

/**
 * The outcome for one account: its invoices, or why it failed. There are no invoices if nothing was left to invoice, or
 * if its rides have changed since they were shown.
 */
export type AccountResult = { idPaymentAccount: number; paymentAccount: string } & (
  | { invoices: DrawnInvoice[]; isChanged: boolean }
  | { failure: string }
)

export type Drawer = { database: Pick<Database, 'inTenant'>; tenant: Tenant; by: Author; now: Date }

const zoneOf = async (tx: Tx) => (await tenantSettings(tx)).timeZone ?? constants.defaultTimeZone

const issuerOf = async (tx: Tx): Promise<Party> => {
  const { name, issuer = {} } = await tenantSettings(tx)
  const { legalName, taxId = '', address = '', email = '' } = issuer
  return { name: legalName || name, taxId, address, email }
}

/** The route as the invoice line shows it. */
const routeOf = ({ origin, destination }: FreeRide) => (destination ? `${origin} – ${destination}` : origin)

/** What could be invoiced now for each account and currency, and what is blocked; writes nothing. */
export const previewInvoices = async (tx: Tx, tenantId: number, { month, accounts }: DrawRequest) =>
  sumsToInvoice(tx, tenantId, { ...monthRange(month, await zoneOf(tx)), accounts })

const sumText = (currency: string, count: number, cents: number) => `${currency} ${count} ${cents}`

const isAsSeen = (seen: readonly Sum[], invoices: ReturnType<typeof invoicesOf>) => {
  const shown = seen.map(({ currency, count, total }) => sumText(currency, count, toCents(total)))
  const found = invoices.map(({ currency, lines, total }) => sumText(currency, lines.length, total))
  return shown.toSorted().join() === found.toSorted().join()
}

/**
 * Draws one invoice for each currency of an account's rides, with its lines and number, and marks every ride as
 * invoiced.
 */
const drawAccount = async (
  work: Work,
  month: Month,
  idPaymentAccount: number,
  seen: readonly Sum[] | undefined,
): Promise<DrawnInvoice[] | 'changed'> => {
  const { tx, tenant, now } = work
  const account = await lockAccount(tx, tenant.id, idPaymentAccount)
  if (!account) return []
  const { accountName, ...customer } = account
  const [settings, timeZone, issuer, locale] = [
    await tenantSettings(tx),
    await zoneOf(tx),
    await issuerOf(tx),
    await tenantLocale(tx),
  ]
  const { invoiceTaxPercent: taxPercent = defaultTaxPercent } = settings
  const rides = await lockFreeRides(tx, tenant.id, { ...monthRange(month, timeZone), accounts: [idPaymentAccount] })
  const lines = rides.map((ride) => ({ ...ride, text: routeOf(ride), total: toCents(ride.price) }))
  const year = new Date(wallTime(now.getTime(), timeZone)).getUTCFullYear()
  const drawn: DrawnInvoice[] = []
  const invoices = invoicesOf(lines, taxPercent)
  if (seen && !isAsSeen(seen, invoices)) return 'changed'
  for (const invoice of invoices) {
    const number = await nextNumber(tx, tenant.id, year)
    const code = invoiceCode(year, number)
    const id = await insertInvoice(tx, tenant.id, {
      ...invoice,
      invoiceCode: code,
      year,
      number,
      date: now,
      idPaymentAccount,
      paymentAccount: accountName,
      period: month,
      taxPercent,
      issuer,
      customer,
      locale,
      timeZone,
      color: colorOf(settings),
    })
    const ids = invoice.lines.map(({ idBooking }) => idBooking)
    await markInvoiced(work, ids, id)
    const { currency, total } = invoice
    drawn.push({ id, invoiceCode: code, currency, count: ids.length, total: fromCents(total) })
  }
  return drawn
}

const accountsOf = (sums: readonly AccountSum[]) => [
  ...new Map(
    sums
      .filter(({ count }) => count > 0)
      .map(({ idPaymentAccount, paymentAccount }) => [idPaymentAccount, paymentAccount]),
  ),
]

/**
 * Draws the invoices of a month. Each account has its own transaction, so a failure or a server crash leaves the other
 * invoices intact; another run draws only what is missing.
 */
export const drawInvoices = async ({ database, tenant, by, now }: Drawer, request: DrawRequest) => {
  const sums = await database.inTenant(tenant.id, (tx) => previewInvoices(tx, tenant.id, request))
  const results: AccountResult[] = []
  const { month, seen } = request
  for (const [idPaymentAccount, paymentAccount] of accountsOf(sums)) {
    const whose = { idPaymentAccount, paymentAccount }
    const shown = seen?.filter((sum) => sum.idPaymentAccount === idPaymentAccount && sum.count > 0)
    try {
      const invoices = await database.inTenant(tenant.id, (tx) =>
        drawAccount({ tx, tenant, by, now }, month, idPaymentAccount, shown),
      )
      const isChanged = invoices === 'changed'
      results.push({ ...whose, invoices: isChanged ? [] : invoices, isChanged })
    } catch (error) {
      results.push({ ...whose, failure: messageOf(error) })
    }
  }
  return { sums, results }
}
