import { type Grants, isGranted } from '@parada/domain/access/permissions'

/** Fields of a booking that reveal the customer's price. */
const customerPriceFields = ['priceCustomerTotal', 'priceCustomerMultiplier', 'tollCustomer', 'priceEstimated'] as const

/** Those of them that a person can enter. */
export const customerPrices = ['priceCustomerTotal', 'tollCustomer'] as const

export const seesCustomerPrice = (grants: Grants) => isGranted(grants, 'editPriceCustomer')

type Line = { before: Record<string, unknown>; after: Record<string, unknown> }

const without = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !customerPriceFields.some((hidden) => hidden === name)))

/** Journal lines, without the customer's price if the user may not see it. */
export const shownLines = <L extends Line>(lines: readonly L[], grants: Grants): L[] =>
  seesCustomerPrice(grants)
    ? [...lines]
    : lines.map((line) => ({ ...line, before: without(line.before), after: without(line.after) }))
