import type { ValidatedErrorKey } from './edit.ts'

/** Filters of finished bookings by what is wrong with them; one at a time (document 3, section 4). */
export const validationFilters = [
  'notValidated',
  'priceOutOfRange',
  'priceTooLow',
  'priceTooHigh',
  'priceMissing',
  'specialCustomer',
  'cancelledByUser',
  'cancelledOrRejectedBySupplier',
  'fixedPriceSupplier',
  'other',
  'validated',
] as const
export type ValidationFilter = (typeof validationFilters)[number]

/** The errors that a filter selects; a toll that is too high counts as a price that is too high (L-059). */
export const errorsOf = (filter: ValidatedErrorKey): ValidatedErrorKey[] =>
  filter === 'priceTooHigh' ? ['priceTooHigh', 'priceTollTooHigh'] : [filter]

/** The list query that a filter stands for (O3-21). */
export const queryOf = (filter: ValidationFilter): { validated: string; validatedErrors?: string } => {
  if (filter === 'validated') return { validated: 'true' }
  if (filter === 'notValidated') return { validated: 'false' }
  return { validated: 'false', validatedErrors: errorsOf(filter).join(',') }
}
