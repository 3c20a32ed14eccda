import { type AccountDraw, invoices } from '@parada/contract/calls/invoices'
import type { Database } from '@parada/db/open'
import type { AccountSum, Rides } from '@parada/db/queries/invoices'
import { blockedRows, linesOfInvoice, readInvoice } from '@parada/db/queries/invoices'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { idsAllowed, mayUseId } from '@parada/domain/access/values'
import { authorOf } from '../../booking/access.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { invoiceDocument, invoiceFile } from '../../invoices/document.ts'
import { type AccountResult, drawInvoices, previewInvoices } from '../../invoices/draw.ts'

const accountsSeen = (grants: Grants) => idsAllowed(grants, 'viewInvoiceByIP')

const scope = { field: 'idPaymentAccount', ids: accountsSeen } as const

/** An invoice of an account that the user may not see is treated as missing. */
const invoiceFor = async (
  { tx, tenant, user }: Pick<SignedInContext<typeof invoices.read>, 'tx' | 'tenant' | 'user'>,
  id: number,
) => {
  const found = await readInvoice(tx, tenant.id, id)
  if (!found || !mayUseId(user.grants, 'viewInvoiceByIP', found.idPaymentAccount)) throw refuse.notFound()
  return found
}

const read: Handlers<typeof invoices>['read'] = async (context) => {
  const { tx, tenant, params } = context
  const { locale: _, timeZone: __, color: ___, ...invoice } = await invoiceFor(context, params.id)
  return { invoice: { ...invoice, lines: await linesOfInvoice(tx, tenant.id, invoice.id) } }
}

/** The requested accounts, limited to those that the user may see. */
const wantedAccounts = (grants: Grants, idPaymentAccount: number | undefined): Rides['accounts'] => {
  const seen = accountsSeen(grants)
  if (idPaymentAccount === undefined) return seen === 'all' ? seen : [...seen]
  if (!mayUseId(grants, 'viewInvoiceByIP', idPaymentAccount)) throw refuse.notFound()
  return [idPaymentAccount]
}

/**
 * The sum of an account with its outcome. Count and total are those of the issued invoice, because the rides may have
 * changed since they were summed.
 */
const drawnFor = (sum: AccountSum, results: readonly AccountResult[]): AccountDraw => {
  const result = results.find(({ idPaymentAccount }) => idPaymentAccount === sum.idPaymentAccount)
  const none = { invoice: null, isFailed: false, isChanged: false }
  if (!result) return { ...sum, ...none }
  if ('failure' in result) return { ...sum, ...none, isFailed: true }
  if (result.isChanged) return { ...sum, ...none, isChanged: true }
  const made = result.invoices.find(({ currency }) => currency === sum.currency)
  if (!made) return { ...sum, ...none, count: 0, total: 0 }
  const { id, invoiceCode, count, total } = made
  return { ...sum, ...none, count, total, invoice: { id, invoiceCode } }
}

const draw =
  (database: Database): Handlers<typeof invoices>['draw'] =>
  async ({ tx, tenant, user, body, now, log }) => {
    if (!isGranted(user.grants, 'adminControl')) throw refuse.forbidden()
    const { month, seen } = body
    const request = { month, seen, accounts: wantedAccounts(user.grants, body.idPaymentAccount) }
    if (body.preview) {
      const sums = await previewInvoices(tx, tenant.id, request)
      return { accounts: sums.map((sum) => drawnFor(sum, [])) }
    }
    // Runs outside the transaction of this API call, because each account's invoice stands by itself. A separate small
    // pool keeps API calls that already hold a connection from waiting for each other.
    const drawer = { database: database.aside, tenant, by: authorOf(user), now }
    const { sums, results } = await drawInvoices(drawer, request)
    for (const result of results)
      if ('failure' in result) log.error({ ...result, month }, 'An invoice could not be drawn')
    return { accounts: sums.map((sum) => drawnFor(sum, results)) }
  }

const list = listReader(invoices.list, { table: 'invoice', orderBy: 'date DESC', isCounted: true, scope })

const blocked = listReader(invoices.blocked, {
  table: 'booking',
  orderBy: 'timeBookingStart DESC',
  columns: { paymentAccount: 'a.name', cause: blockedRows.cause },
  join: 'left join payment_account a on a.tenant_id = t.tenant_id and a.id = t.id_payment_account',
  where: blockedRows.where,
  scope,
})

export const invoiceHandlers = (database: Database): Handlers<typeof invoices> => ({
  list,
  export: listExport(invoices.export, list),
  blocked,
  exportBlocked: listExport(invoices.exportBlocked, blocked),
  read,
  file: async (context) => {
    const { tx, tenant, params } = context
    const document = await invoiceDocument(tx, tenant.id, await invoiceFor(context, params.id))
    return new FileAnswer(() => invoiceFile(document, params.format))
  },
  draw: draw(database),
})
