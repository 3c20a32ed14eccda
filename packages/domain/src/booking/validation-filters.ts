import type { ValidatedErrorKey } from './edit.ts'

/** The ways to look at finished bookings by what is wrong with them; one at a time (document 3, section 4). */
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

/** The errors that a filter asks for; a toll that is too high counts as a price that is (L-059). */
export const errorsOf = (filter: Exclude<ValidationFilter, 'validated' | 'notValidated'>): ValidatedErrorKey[] =>
  filter === 'priceTooHigh' ? ['priceTooHigh', 'priceTollTooHigh'] : [filter]

/** What choosing a filter asks the list for (O3-21). */
export const queryOf = (filter: ValidationFilter): { validated: string; validatedErrors?: string } => {
  if (filter === 'validated') return { validated: 'true' }
  if (filter === 'notValidated') return { validated: 'false' }
  return { validated: 'false', validatedErrors: errorsOf(filter).join(',') }
}
