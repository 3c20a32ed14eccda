import type { FinishedBooking } from '@parada/contract/calls/finished-bookings'
import { isGranted } from '@parada/domain/access/permissions'
import { type ValidatedErrorKey, validatedErrorKeys } from '@parada/domain/booking/edit'
import { queryOf, validationFilters } from '@parada/domain/booking/validation-filters'
import type { ListFormat } from '../kit/list/declare/columns.ts'
import type { BooksKnown } from './books-known.ts'

/** The views of the list, one active at a time; the first shows all bookings. */
export const validationViews = [
  { key: 'all', label: 'finished.filters.all' },
  ...validationFilters.map((key) => ({ key, label: `finished.filters.${key}`, filters: queryOf(key) })),
]

/** The validation errors of a booking as text; empty once it is validated. */
export const errorWords = ({ validated, validatedErrors }: FinishedBooking, { word }: ListFormat) =>
  validated ? '' : validatedErrors.map((error) => word(`booking.errors.${error}`)).join(', ')

/** The validation error that a view filters by; undefined for views that are not about a single error. */
export const causeOf = (view: string | undefined): ValidatedErrorKey | undefined =>
  validatedErrorKeys.find((key) => key === view)

export const mayDecide = ({ grants }: BooksKnown) => grants !== undefined && isGranted(grants, 'editServiceDeadByFleet')
