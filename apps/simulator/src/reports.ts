import { randomUUID } from 'node:crypto'
import { type SupplierReport, suppliers } from '@parada/contract/calls/suppliers'
import { signedLine } from './signed-line.ts'
import type { Link } from './simulator-config.ts'

type About = Exclude<SupplierReport, { type: 'unavailable' }>
/** A report from a ride; its id, order and time are added when it is sent. */
export type RideReport = About extends infer One
  ? One extends About
    ? Omit<One, 'id' | 'idOrder' | 'at'>
    : never
  : never

/** The signed connection from a fleet to Parada. */
export const lineOf = (api: string, { subdomain, idFleet, secret }: Link) => {
  const line = signedLine(api, subdomain, { kind: 'fleet', id: idFleet, secret })
  return {
    /** Sends a report. A lost position is not repeated, because the next one follows; any other report is retried. */
    report: async (idOrder: string, told: RideReport, signal?: AbortSignal) => {
      const message = { ...told, id: randomUUID(), idOrder, at: Date.now() }
      await line.tell('reports', message, { isOnce: told.type === 'position', signal })
    },
    /** The orders that Parada takes this fleet to be driving. */
    openOrders: async () => (await line.ask(suppliers.orders)).orders,
  }
}
export type Line = ReturnType<typeof lineOf>
