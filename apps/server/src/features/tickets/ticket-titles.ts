import { ticketTitleFields, ticketTitles } from '@parada/contract/calls/ticket-titles'
import { recordsOf } from '@parada/db/list/records'
import { titleColumns, titleSuppliers, transportSuppliers } from '@parada/db/queries/tickets'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'

const source = { table: 'ticket_title', columns: titleColumns }

const titles = recordsOf(ticketTitleFields, source)

const list = listReader(ticketTitles.list, {
  ...source,
  isCounted: true,
  exportAs: { idPublicTransportSuppliers: titleSuppliers },
})

export const ticketTitleHandlers: Handlers<typeof ticketTitles> = {
  list,
  export: listExport(ticketTitles.export, list),
  read: async ({ tx, tenant, params }) => {
    const ticketTitle = await titles.read(tx, tenant.id, params.id)
    if (!ticketTitle) throw refuse.notFound()
    return { ticketTitle }
  },
  suppliers: async ({ tx, tenant }) => ({ transportSuppliers: await transportSuppliers(tx, tenant.id) }),
}
