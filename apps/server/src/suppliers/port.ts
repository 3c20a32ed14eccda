import type { OrderMessage } from '@parada/contract/calls/suppliers'

export type Note = { id: string; text: string; at: number }
export type Withdrawal = { idOrder: string; idBooking: number; reason: string }
export type CarAvailability = { cars: number; etaMinutes: number | null }

/** The fleet said no, for good: nothing is gained by asking again. */
export class SupplierRefusal extends Error {}

/**
 * A way to reach a fleet. Each resolves when the fleet has the message for certain, and rejects when it may not have it:
 * then the same message is sent again, under the same id. A SupplierRefusal is not repeated.
 */
export type Supplier = {
  order: (message: OrderMessage) => Promise<void>
  amend: (message: OrderMessage) => Promise<void>
  withdraw: (withdrawal: Withdrawal) => Promise<void>
  note: (idOrder: string, note: Note) => Promise<void>
  /** What the fleet itself says of its free cars; undefined where nobody can be asked. */
  availability: (origin: { lat: number; lon: number }) => Promise<CarAvailability | undefined>
}

export type ProtocolKind = 'manual' | 'email' | 'gateway'

/** Protocol 0 is rung by a person, 1 is mailed, every other code goes through the gateway. */
export const protocolKind = (protocolDispatch: number): ProtocolKind => {
  if (protocolDispatch === 0) return 'manual'
  return protocolDispatch === 1 ? 'email' : 'gateway'
}
