import { expect, it } from 'vitest'
import { queryOf, validationFilters } from './validation-filters.ts'

it('translates each validation filter into a list query (O3-21)', () => {
  expect(queryOf('priceMissing')).toEqual({ validated: 'false', validatedErrors: 'priceMissing' })
  expect(queryOf('priceTooHigh')).toEqual({ validated: 'false', validatedErrors: 'priceTooHigh,priceTollTooHigh' })
  expect(queryOf('validated')).toEqual({ validated: 'true' })
  expect(queryOf('notValidated')).toEqual({ validated: 'false' })
  expect(validationFilters).toHaveLength(11)
})
