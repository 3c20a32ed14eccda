import { randomUUID } from 'node:crypto'
import { type SupplierReport, suppliers } from '@parada/contract/calls/suppliers'
import { signedLine } from './signed-line.ts'
import type { Link } from './simulator-config.ts'

type About = Exclude<SupplierReport, { type: 'unavailable' }>
/** What a ride tells; its id and its order are added on the way out. */
export type RideReport = About extends infer One
  ? One extends About
    ? Omit<One, 'id' | 'idOrder' | 'at'>
    : never
  : never

/** The signed line from a fleet to the house. */
export const lineOf = (api: string, { subdomain, idFleet, secret }: Link) => {
  const line = signedLine(api, subdomain, { kind: 'fleet', id: idFleet, secret })
  return {
    /** A position that is lost is followed by the next; every other report is told until somebody has heard it. */
    report: async (idOrder: string, told: RideReport, signal?: AbortSignal) => {
      const message = { ...told, id: randomUUID(), idOrder, at: Date.now() }
      await line.tell('reports', message, { isOnce: told.type === 'position', signal })
    },
    /** What the house believes this fleet to be driving. */
    openOrders: async () => (await line.ask(suppliers.orders)).orders,
  }
}
export type Line = ReturnType<typeof lineOf>
