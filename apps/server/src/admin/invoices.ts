import { theHouse } from '@parada/db/queries/booking-changes'
import { isMonth } from '@parada/domain/invoice/period'
import { drawInvoices, previewInvoices } from '../invoices/draw.ts'
import { readArguments } from './arguments.ts'
import { command, readSubdomain, tenantNamed } from './command.ts'
import { Refused, WrongUse } from './refused.ts'
import { tableOf } from './table.ts'

const readAccount = (text: string | undefined) => {
  if (text === undefined) return 'all'
  if (!/^\d{1,15}$/.test(text)) throw new Refused(`"${text}" is not the id of a payment account`)
  return [Number(text)]
}

/** An option that has no value is one word. */
const dryRun = '--dry-run'

const drawAll = command('invoices draw', {
  usage: '--tenant <subdomain> --month <YYYY-MM> [--account <id>] [--dry-run]',
  about: 'draws the invoices of a month from the services to invoice; with --dry-run it only says what they would be',
  read: (args) => {
    const { options } = readArguments(
      args.filter((word) => word !== dryRun),
      { words: 0, options: ['tenant', 'month', 'account'] },
    )
    const { tenant, month, account } = options
    if (tenant === undefined || month === undefined) throw new WrongUse('--tenant and --month must be given')
    if (!isMonth(month)) throw new Refused(`"${month}" is not a month such as 2026-10`)
    const isDryRun = args.includes(dryRun)
    return { subdomain: readSubdomain(tenant), month, accounts: readAccount(account), isDryRun } as const
  },
  run: async (database, { subdomain, month, accounts, isDryRun }) => {
    const id = await tenantNamed(database, subdomain)
    const request = { month, accounts }
    const headings = ['account', 'name', 'currency', 'rides', 'total', 'blocked', 'invoice']
    const { sums, results } = isDryRun
      ? { sums: await database.inTenant(id, (tx) => previewInvoices(tx, id, request)), results: [] }
      : await drawInvoices({ database, tenant: { id, subdomain }, by: theHouse, now: new Date() }, request)
    if (sums.length === 0) return `${subdomain} has nothing to invoice in ${month}`
    const outcomeOf = (idPaymentAccount: number, currency: string) => {
      const result = results.find((one) => one.idPaymentAccount === idPaymentAccount)
      if (!result) return ''
      if ('failure' in result) return `failed: ${result.failure}`
      return result.invoices.find((one) => one.currency === currency)?.invoiceCode ?? ''
    }
    const rows = sums.map(({ idPaymentAccount, paymentAccount, currency, count, total, blockedCount }) => [
      idPaymentAccount,
      paymentAccount,
      currency,
      count,
      total.toFixed(2),
      blockedCount,
      outcomeOf(idPaymentAccount, currency),
    ])
    const told = tableOf(headings, rows)
    if (results.some((result) => 'failure' in result)) throw new Refused(told)
    return told
  },
})

export const invoiceCommands = [drawAll]
