import type { Supplier } from './port.ts'

const nothing = async () => {}

/** A fleet that a person rings: nothing leaves the house, and nobody can be asked. */
export const manual: Supplier = {
  order: nothing,
  amend: nothing,
  withdraw: nothing,
  note: nothing,
  availability: async () => undefined,
}
