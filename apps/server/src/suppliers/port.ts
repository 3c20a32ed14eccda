import type { OrderMessage } from '@parada/contract/calls/suppliers'

export type Note = { id: string; text: string; at: number }
type Withdrawal = { idOrder: string; idBooking: number; reason: string }
export type CarAvailability = { cars: number; etaMinutes: number | null }

/** The fleet refused for good, so a retry would not help. */
export class SupplierRefusal extends Error {}

/**
 * A way to reach a fleet. Each method resolves once the fleet certainly has the message and rejects if it may not have
 * it; the message is then sent again under the same id. A SupplierRefusal is not retried.
 */
export type Supplier = {
  order: (message: OrderMessage) => Promise<void>
  amend: (message: OrderMessage) => Promise<void>
  withdraw: (withdrawal: Withdrawal) => Promise<void>
  note: (idOrder: string, note: Note) => Promise<void>
  /** The fleet's own report of its free cars; undefined where none can be requested. */
  availability: (origin: { lat: number; lon: number }) => Promise<CarAvailability | undefined>
}

type ProtocolKind = 'manual' | 'email' | 'gateway'

/** Protocol 0 is rung by hand, 1 is mailed, and every other code goes through the gateway. */
export const protocolKind = (protocolDispatch: number): ProtocolKind => {
  if (protocolDispatch === 0) return 'manual'
  return protocolDispatch === 1 ? 'email' : 'gateway'
}
