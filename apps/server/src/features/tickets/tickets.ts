import { tickets } from '@parada/contract/calls/tickets'
import { tenantSettings } from '@parada/db/queries/tenants'
import { tripJournal, trips } from '@parada/db/queries/trips'
import type { Grants } from '@parada/domain/access/permissions'
import { idsAllowed, mayUseId } from '@parada/domain/access/values'
import { constants } from '@parada/domain/constants'
import { required } from '@parada/domain/objects'
import { authorizationBreakColumns, authorizationJoin, bookingBreakColumns } from '../../booking/record/lists.ts'
import { lettering } from '../../deliveries/announce.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'

const permission = 'viewTicketToInvoiceBySupplier'

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const ticketSource = {
  table: 'ticket',
  isCounted: true,
  hasShortRange: true,
  scope: { field: 'idPublicTransportSupplier', ids: (grants: Grants) => idsAllowed(grants, permission) },
  columns: { ...bookingBreakColumns, ...authorizationBreakColumns, paymentAccount: `coalesce(p.name, '')` },
  join: `${authorizationJoin}
    left join payment_account p on p.tenant_id = t.tenant_id and p.id = t.id_payment_account`,
} as const

const list = listReader(tickets.list, ticketSource)

type TicketContext = Pick<SignedInContext<typeof tickets.read>, 'tx' | 'tenant' | 'user' | 'params' | 'log'>

/** A ticket of a supplier that the user may not see is treated as missing. */
const ticketFor = async ({ tx, tenant, user, params }: TicketContext) => {
  const found = await trips.ticket.read(tx, tenant.id, params.id)
  if (!found || !mayUseId(user.grants, permission, found.idPublicTransportSupplier)) throw refuse.notFound()
  return found
}

const read = async (context: TicketContext) => {
  const ticket = await ticketFor(context)
  const { rows } = await list({ ...context, query: { pageNumber: 0, resultsPerPage: 2, id: ticket.id } })
  const { version, reference, code, priceSupplier, paymentMethod, timeValidated, cancelReason, bookingBreaks } = ticket
  const beside = { version, reference, code, priceSupplier, paymentMethod, timeValidated, cancelReason, bookingBreaks }
  return { ticketToInvoice: { ...required(rows[0]), ...beside } }
}

const pdf = async (context: TicketContext) => {
  const ticket = await ticketFor(context)
  const [{ name, color, locale }, { timeZone = constants.defaultTimeZone }] = await Promise.all([
    lettering(context, ticket),
    tenantSettings(context.tx),
  ])
  return new FileAnswer(async () => {
    // Loaded with its fonts for the first PDF, so that starting the server does not wait for it.
    const { ticketFile } = await import('../../deliveries/ticket-pdf.ts')
    return ticketFile({ tenant: name, color, locale, timeZone, ticket })
  })
}

export const ticketHandlers: Handlers<typeof tickets> = {
  list,
  export: listExport(tickets.export, list),
  read,
  journal: async (context) => {
    const { id } = await ticketFor(context)
    return { journal: await tripJournal(context.tx, context.tenant.id, 'ticket', id) }
  },
  pdf,
}
