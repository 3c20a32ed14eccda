import { theHouse } from '@parada/db/queries/booking-changes'
import { setCustomer } from '@parada/db/queries/invoices'
import { isMonth } from '@parada/domain/invoice/period'
import { drawInvoices, previewInvoices } from '../invoices/draw.ts'
import { readArguments, readPairs } from './arguments.ts'
import { command, readSubdomain, shortText, tenantNamed } from './command.ts'
import { Refused, WrongUse } from './refused.ts'
import { tableOf } from './table.ts'

const readAccount = (text: string | undefined) => {
  if (!/^\d{1,15}$/.test(text ?? '')) throw new Refused(`"${text}" is not the id of a payment account`)
  return Number(text)
}

/** A flag, removed before the options are parsed because each of those takes a value. */
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
    return {
      subdomain: readSubdomain(tenant),
      month,
      accounts: account === undefined ? ('all' as const) : [readAccount(account)],
      isDryRun,
    }
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

const details = ['legalName', 'taxId', 'address', 'email'] as const

const customer = command('invoices customer', {
  usage: '<subdomain> <id> legalName=… taxId=… address=… email=…',
  about: 'sets what the next invoices of a payment account say of it; what is left out stays',
  read: (args) => {
    const { words } = readArguments(args, { words: 3, more: true })
    const pairs = new Map(readPairs(words.slice(2)))
    for (const key of pairs.keys())
      if (!details.some((known) => known === key)) throw new WrongUse(`${key}: use ${details.join(', ')}`)
    const text = (key: (typeof details)[number]) => {
      const given = pairs.get(key)
      return given === undefined ? undefined : shortText(key, given)
    }
    return {
      subdomain: readSubdomain(words[0]),
      id: readAccount(words[1]),
      party: { name: text('legalName'), taxId: text('taxId'), address: text('address'), email: text('email') },
    }
  },
  run: async (database, { subdomain, id, party }) => {
    const tenantId = await tenantNamed(database, subdomain)
    if (!(await database.inTenant(tenantId, (tx) => setCustomer(tx, tenantId, id, party))))
      throw new Refused(`${subdomain} has no payment account ${id}`)
    return `Payment account ${id} of ${subdomain} saved`
  },
})

export const invoiceCommands = [drawAll, customer]
