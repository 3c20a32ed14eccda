import { securityEvents } from '@parada/contract/calls/security-events'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'

const list = listReader(securityEvents.list, { table: 'security_event', orderBy: 'dateEvent DESC', isCounted: true })

export const securityEventHandlers: Handlers<typeof securityEvents> = {
  list,
  export: listExport(securityEvents.export, list),
}
